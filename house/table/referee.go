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
func EverSat(w *world.Tx, t *model.Table, player int64) bool {
	if player == 0 {
		return false
	}
	sits := func(s *model.Seat) bool { return s.Player == player }
	if SeatThat(t, sits, model.SeatJoined, model.SeatBot, model.SeatLeft) != nil {
		return true
	}
	if t.Row.StartedAt == nil {
		return false
	}
	return slices.ContainsFunc(w.SeatChanges(t.Row.ID), func(c model.SeatChange) bool { return c.Player == player })
}

// MayNeverSit reports whether a player or an address can never have a seat in a match: they are or were its referee, or
// share the referee's mailbox.
func MayNeverSit(t *model.Table, player int64, address string) bool {
	return t.Row.Refereed(player) || t.Row.Referee != 0 && SameMailbox(address, t.Row.RefereeAddress)
}

// SitsThere reports whether a seat's mail goes to the same mailbox as an address, so that nobody there may be the
// referee.
func SitsThere(w *world.Tx, t *model.Table, address string) bool {
	return SeatThat(t, func(s *model.Seat) bool {
		return s.Player != 0 && SameMailbox(address, cmp.Or(s.Address, AddressOf(w, s.Player)))
	}, model.SeatJoined, model.SeatBot, model.SeatLeft) != nil
}

// SameMailbox reports whether two addresses reach the same mailbox.
func SameMailbox(a, b string) bool {
	return model.Mailbox(model.Folded(a)) == model.Mailbox(model.Folded(b))
}

// NoteHost queues a letter to whoever hosts a match, once under its key: to the host's seat, unless it is but or a bot
// plays it, or to the referee.
func NoteHost(w *world.Tx, t *model.Table, but *model.Seat, key string, n notice.Note) {
	if t.Row.Referee != 0 {
		NoteReferee(w, t, key, n)
		return
	}
	if s := t.Seat(t.Row.Host); s != nil && s.State == model.SeatJoined && (but == nil || s.No != but.No) {
		Note(w, t, s, key, n)
	}
}

// NoteReferee queues a letter to the referee of a match, if there is one, once under its key. It belongs to no seat.
func NoteReferee(w *world.Tx, t *model.Table, key string, n notice.Note) {
	if t.Row.Referee == 0 {
		return
	}
	purpose := model.PurposeNote
	if n.Ask != 0 {
		purpose = model.PurposeAsk
	}
	w.Queue(model.Notice{Key: fmt.Sprintf("%s:%d:referee:%d:%s", purpose, t.Row.ID, t.Row.Referee, key), Match: t.Row.ID, Seat: model.NoSeat,
		Player: t.Row.Referee, Address: t.Row.RefereeAddress, Purpose: purpose, Seq: t.Match.Seq, Params: notice.Params(n)})
}

// TellReferee sends the referee what the table is told, unless it is told because of what they have just written.
func TellReferee(w *world.Tx, t *model.Table, key string, n notice.Note) {
	if !writesNow(w, t.Row.Referee) {
		NoteReferee(w, t, key, n)
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
func ShowReferee(w *world.Tx, t *model.Table) {
	if t.Row.Referee == 0 || t.Row.StartedAt == nil {
		return
	}
	before := t.Row.Seq - len(w.Appended(t))
	since := 0
	for _, f := range t.Match.Facts() {
		if f.Seq <= before && engine.Closes(f) {
			since = f.Seq
		}
	}
	w.Queue(model.Notice{Key: fmt.Sprintf("watch:%d:referee:%d:%d", t.Row.ID, t.Row.Referee, t.Match.Seq), Match: t.Row.ID, Seat: model.NoSeat,
		Player: t.Row.Referee, Address: t.Row.RefereeAddress, Purpose: model.PurposeWatch, Seq: t.Match.Seq,
		Params: notice.Params(notice.Watching{Since: since, End: t.Row.Phase.Ended(), Referee: true})})
}

// Appoint makes a player the referee of a match, in place of its host or of the referee before, and tells everybody.
// The player must never have sat in the match; an invitation to a seat ends. key is the key of the notes.
func Appoint(w *world.Tx, t *model.Table, player int64, address, name, key string) {
	now := notice.Note{Subject: engine.Say("house.referee-new-subject", "match", int(t.Row.ID)),
		Lines: []engine.Phrase{engine.Say("house.referee-new", "name", name)}, Pressing: true}
	before := now
	before.Lines = append(slices.Clone(now.Lines), engine.Say("house.referee-no-more"))
	TellReferee(w, t, key, before)
	retire(t)
	if s := SeatOf(t, player); s != nil && s.State == model.SeatInvited {
		s.State = model.SeatDeclined
		dropDue(w, t, s.No, model.DueInvite)
	}
	w.Unwatch(t.Row.ID, player)
	t.Row.Host, t.Row.Referee, t.Row.RefereeAddress, t.Row.RefereeName = model.NoSeat, player, address, name
	for s := range t.In(model.SeatJoined) {
		Note(w, t, s, key, now)
	}
	ShowReferee(w, t)
}

// retire ends the rights of the referee, if there is one, and keeps that they had them.
func retire(t *model.Table) {
	if t.Row.Referee == 0 {
		return
	}
	t.Row.Terms.Refereed = append(slices.Clone(t.Row.Terms.Refereed), t.Row.Referee)
	t.Row.Referee, t.Row.RefereeAddress, t.Row.RefereeName = 0, "", ""
}

// RefereeLeaves passes the chair of a referee who is gone on to the next seated person. A lobby in which nobody sits
// yet ends, because nobody is left who wants the match.
func RefereeLeaves(w *world.Tx, t *model.Table) {
	if t.Row.Referee == 0 {
		return
	}
	next := SeatThat(t, func(*model.Seat) bool { return true }, model.SeatJoined)
	switch {
	case t.Row.Phase.Ended():
		retire(t)
	case next != nil:
		key := fmt.Sprintf("host:%d:%d", t.Match.Seq, len(t.Row.Terms.Refereed))
		handOver(w, t, next, key) // the referee wants no more mail, so not even about this
		GiveChair(w, t, next, key)
	case t.Row.Phase == model.PhaseLobby:
		retire(t)
		AbortMatch(w, t, "house", "")
	default:
		retire(t)
	}
}

// RefereeIsGone does the same in all matches of which a player is the referee, because they write no more.
func RefereeIsGone(w *world.Tx, player int64) {
	for _, id := range w.MatchesOf(player) {
		if t := w.Table(id); t.Row.Referee == player {
			RefereeLeaves(w, t)
		}
	}
}

// passFromReferee tells everybody that the chair goes from the referee to a seat, and ends the referee's rights.
func passFromReferee(w *world.Tx, t *model.Table, s *model.Seat, key string) {
	TellReferee(w, t, key, News(t, "house.host-news-subject", engine.Say("house.referee-passed-you", "name", s.Name, "match", int(t.Row.ID))))
	handOver(w, t, s, key)
}

// handOver ends the rights of the referee and tells the table who has the chair now.
func handOver(w *world.Tx, t *model.Table, s *model.Seat, key string) {
	n := News(t, "house.host-news-subject", engine.Say("house.referee-passed", "name", s.Name, "referee", t.Row.RefereeName))
	retire(t)
	for other := range t.In(model.SeatJoined) {
		if other.No != s.No {
			Note(w, t, other, key, n)
		}
	}
}

// Referees says that somebody hosts a match without playing; nil if nobody does.
func Referees(t *model.Table) []engine.Phrase {
	if t.Row.Referee == 0 {
		return nil
	}
	return []engine.Phrase{engine.Say("house.referee-hosts", "name", t.Row.RefereeName)}
}

// calledReferee reports whether a name looks like that of the match's referee, so that no seat should have it.
func calledReferee(t *model.Table, name string) bool {
	return t.Row.Referee != 0 && engine.Glance(t.Row.RefereeName) == engine.Glance(name)
}
