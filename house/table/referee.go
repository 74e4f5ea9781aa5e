package table

import (
	"cmp"
	"fmt"
	"slices"

	"pitpost.example/engine"
	"pitpost.example/house/world"
	"pitpost.example/model"
	"pitpost.example/model/notice"
)

// EverSat reports whether a player holds or held a seat in a match. A seat that was only offered, or given back
// before the match began, counts as none: its player has seen nothing.
func (t *Gathering) EverSat(player int64) bool {
	if player == 0 {
		return false
	}
	sits := func(s *model.Seat) bool { return s.Player == player }
	if t.SeatThat(sits, model.SeatJoined, model.SeatBot, model.SeatLeft) != nil {
		return true
	}
	if t.Row.StartedAt == nil {
		return false
	}
	return slices.ContainsFunc(t.SeatChanges(t.Row.ID), func(c model.SeatChange) bool { return c.Player == player })
}

// MayNeverSit reports whether a player or an address can never have a seat in a match: they are or were its referee, or
// share the referee's mailbox.
func (t *Gathering) MayNeverSit(player int64, address string) bool {
	return t.Row.Refereed(player) || t.Row.Referee != 0 && SameMailbox(address, t.Row.RefereeAddress)
}

// SitsThere reports whether a seat's mail goes to the same mailbox as an address, so that nobody there may be the
// referee.
func (t *Gathering) SitsThere(address string) bool {
	return t.SeatThat(func(s *model.Seat) bool {
		return s.Player != 0 && SameMailbox(address, cmp.Or(s.Address, AddressOf(t.Tx, s.Player)))
	}, model.SeatJoined, model.SeatBot, model.SeatLeft) != nil
}

// SameMailbox reports whether two addresses reach the same mailbox.
func SameMailbox(a, b string) bool {
	return model.MailboxBehind(model.FoldAddress(a)) == model.MailboxBehind(model.FoldAddress(b))
}

// NoteHost queues a letter to whoever hosts a match, once under its key: to the host's seat, unless it is but or a bot
// plays it, or to the referee.
func (t *Gathering) NoteHost(but *model.Seat, key string, n notice.Note) {
	if t.Row.Referee != 0 {
		t.NoteReferee(key, n)
		return
	}
	if s := t.Seat(t.Row.Host); s != nil && s.State == model.SeatJoined && (but == nil || s.No != but.No) {
		t.Note(s, key, n)
	}
}

// NoteReferee queues a letter to the referee of a match, if there is one, once under its key. It belongs to no seat.
func (t *Gathering) NoteReferee(key string, n notice.Note) {
	if t.Row.Referee == 0 {
		return
	}
	purpose := model.PurposeNote
	if n.Ask != 0 {
		purpose = model.PurposeAsk
	}
	t.Queue(model.Notice{Key: fmt.Sprintf("%s:%d:referee:%d:%s", purpose, t.Row.ID, t.Row.Referee, key), Match: t.Row.ID, Seat: model.NoSeat,
		Player: t.Row.Referee, Address: t.Row.RefereeAddress, Purpose: purpose, Seq: t.Match.Seq, Params: notice.EncodeParams(n)})
}

// TellReferee sends the referee what the table is told, unless it is told because of what they have just written.
func (t *Gathering) TellReferee(key string, n notice.Note) {
	if !writesNow(t.Tx, t.Row.Referee) {
		t.NoteReferee(key, n)
	}
}

// writesNow reports whether the command at hand is a player's own letter, or what they did on a page.
func writesNow(w *world.Tx, player int64) bool {
	l := w.Letter()
	if l == nil || player == 0 {
		return false
	}
	p, _ := w.PlayerByAddress(l.Sender)
	return p.Number() == player
}

// ShowReferee queues a letter to the referee with the public board as it is now: when the match begins, and at the
// end of each round and of the match.
func (t *Gathering) ShowReferee() {
	if t.Row.Referee == 0 || t.Row.StartedAt == nil {
		return
	}
	before := t.Row.Seq - len(t.Appended())
	since := 0
	for _, f := range t.Match.Facts() {
		if f.Seq <= before && engine.ClosesRoundOrMatch(f) {
			since = f.Seq
		}
	}
	t.Queue(model.Notice{Key: fmt.Sprintf("watch:%d:referee:%d:%d", t.Row.ID, t.Row.Referee, t.Match.Seq), Match: t.Row.ID, Seat: model.NoSeat,
		Player: t.Row.Referee, Address: t.Row.RefereeAddress, Purpose: model.PurposeWatch, Seq: t.Match.Seq,
		Params: notice.EncodeParams(notice.Watching{Since: since, End: t.Row.Phase.Ended(), Referee: true})})
}

// Appoint makes a player the referee of a match, in place of its host or of the referee before, and tells everybody.
// The player must never have sat in the match; an invitation to a seat ends. key is the key of the notes.
func (t *Gathering) Appoint(player int64, address, name, key string) {
	now := notice.Note{Subject: engine.Say("house.referee-new-subject", "match", int(t.Row.ID)),
		Lines: []engine.Phrase{engine.Say("house.referee-new", "name", name)}, Pressing: true}
	before := now
	before.Lines = append(slices.Clone(now.Lines), engine.Say("house.referee-no-more"))
	t.TellReferee(key, before)
	t.retire()
	if s := t.SeatOf(player); s != nil && s.State == model.SeatInvited {
		s.State = model.SeatDeclined
		t.dropDue(s.No, model.DueInvite)
	}
	t.Unwatch(t.Row.ID, player)
	t.Row.Host, t.Row.Referee, t.Row.RefereeAddress, t.Row.RefereeName = model.NoSeat, player, address, name
	for s := range t.In(model.SeatJoined) {
		t.Note(s, key, now)
	}
	t.ShowReferee()
}

// retire ends the rights of the referee, if there is one, and keeps that they had them.
func (t *Gathering) retire() {
	if t.Row.Referee == 0 {
		return
	}
	t.Row.Terms.Refereed = append(slices.Clone(t.Row.Terms.Refereed), t.Row.Referee)
	t.Row.Referee, t.Row.RefereeAddress, t.Row.RefereeName = 0, "", ""
}

// NoteRefereeGone does the same in all matches of which a player is the referee, because they write no more.
func NoteRefereeGone(w *world.Tx, player int64) {
	for _, id := range w.MatchesOf(player) {
		if t := LoadTable(w, id); t.Row.Referee == player {
			t.RefereeLeaves()
		}
	}
}

// passFromReferee tells everybody that the chair goes from the referee to a seat, and ends the referee's rights.
func (t *Gathering) passFromReferee(s *model.Seat, key string) {
	t.TellReferee(key, t.News("house.host-news-subject", engine.Say("house.referee-passed-you", "name", s.Name, "match", int(t.Row.ID))))
	t.handOver(s, key)
}

// handOver ends the rights of the referee and tells the table who has the chair now.
func (t *Gathering) handOver(s *model.Seat, key string) {
	n := t.News("house.host-news-subject", engine.Say("house.referee-passed", "name", s.Name, "referee", t.Row.RefereeName))
	t.retire()
	for other := range t.In(model.SeatJoined) {
		if other.No != s.No {
			t.Note(other, key, n)
		}
	}
}

// DescribeReferees says that somebody hosts a match without playing; nil if nobody does.
func DescribeReferees(t *model.Table) []engine.Phrase {
	if t.Row.Referee == 0 {
		return nil
	}
	return []engine.Phrase{engine.Say("house.referee-hosts", "name", t.Row.RefereeName)}
}

// CalledReferee reports whether a name looks like that of the match's referee, so that no seat should have it.
func (t *Gathering) CalledReferee(name string) bool {
	return t.Row.Referee != 0 && engine.LookalikeForm(t.Row.RefereeName) == engine.LookalikeForm(name)
}
