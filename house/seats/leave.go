// Package seats handles how people come and go during a match: leaving, being kicked, absence and return,
// offers of a vacant seat, stand-ins, and whom a host blocks. A bot plays every seat that nobody holds until
// somebody takes it.
package seats

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/acts"
	"pitpost.example/house/desk"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/speech"
	"pitpost.example/speech/dates"
)

// ResignMatch leaves the match for good; a bot plays on.
func ResignMatch(d *desk.Desk, line speech.Line, _ string) desk.Result {
	if d.Table.Row.Phase == model.PhaseLobby {
		return DeclineMatch(d, line, "")
	}
	if a := d.InPlay(); a.Refuses() {
		return a
	}
	if d.Seat == nil || d.Seat.State != model.SeatJoined && d.Seat.State != model.SeatBot {
		return desk.Refuse("house.not-seated", "match", int(d.Table.Row.ID))
	}
	if !d.Sure {
		return d.AskIfSure(line, engine.Say("house.resign-sure", "match", int(d.Table.Row.ID)))
	}
	leave(d.Table, d.Seat, model.LeftResigned)
	if d.Table.Row.Phase == model.PhaseAborted {
		return desk.AnswerDone(engine.Say("house.resigned-over", "match", int(d.Table.Row.ID)))
	}
	return desk.AnswerDone(engine.Say("house.resigned", "match", int(d.Table.Row.ID)), engine.Say("own.resign-back"))
}

// leave takes a seat from its player for good and has a bot play it. The others are told why by a note, unless an act
// tells them.
func leave(t *table.Table, s *model.Seat, why model.ChangeWhy) {
	t.Append(engine.Fact{Event: engine.Resigned{Of: s.Name}})
	t.EndClock(s.No)
	t.DropPlan(s.No, model.PlanDraft, model.PlanNext)
	if why == model.LeftResigned {
		t.TellAll(s, fmt.Sprintf("left:%d", t.Match.Seq), notice.Note{Subject: engine.Say("house.left-subject", "match", int(t.Row.ID), "name", s.Name),
			Lines: []engine.Phrase{engine.Say("house.all-resigned", "name", s.Name), engine.Say("house.bot-plays", "name", s.Name)}, Logged: true})
	}
	t.NoteLeft(s, why)
	s.State, s.Player, s.Address, s.Standing.Muted = model.SeatBot, 0, "", false
	s.Standing.Untold, s.Standing.Acts, s.Standing.Memo, s.Standing.Deaf, s.Standing.Shown = nil, nil, "", nil, false
	t.PassHost(s)
	t.Append(engine.Fact{Event: engine.Replaced{Of: s.Name, With: "bot", By: "house"}})
	if t.People() == 0 {
		t.NobodyLeft()
		return
	}
	t.Vacate(s, t.Now())
}

// AbortMatch ends the match without a result and publishes its seed.
func AbortMatch(d *desk.Desk, line speech.Line, rest string) desk.Result {
	sure := engine.Say("house.abort-sure", "match", int(d.Table.Row.ID))
	why := engine.ClipText(strings.TrimSpace(rest))
	if d.Table.Row.Phase == model.PhaseLobby {
		if !d.Host() {
			return desk.Refuse("house.host-only", "command", "abort")
		}
		if !d.Sure && !d.Operator {
			return d.AskIfSure(line, sure)
		}
		d.Table.AbortMatch(d.ActorInFacts(), why)
		return desk.AnswerDone(engine.Say("house.aborted", "match", int(d.Table.Row.ID)))
	}
	g, no := acts.PermitAct(d, acts.Act{What: model.ActAbort, Line: line, Sure: &sure})
	if !g.Given() {
		return no
	}
	d.Table.AbortMatch(d.ActorInFacts(), why)
	acts.AnnounceAct(d, g, "", notice.Note{}, engine.Say("acts.did-abort", "by", desk.NameActor(d)))
	return desk.AnswerDone(engine.Say("house.aborted", "match", int(d.Table.Row.ID)))
}

// KickPlayer takes a seat from its player; a bot plays on, and the house looks for somebody new.
func KickPlayer(d *desk.Desk, line speech.Line, rest string) desk.Result {
	s := d.Table.SeatBegins(rest)
	if s == nil {
		return desk.RefuseUnknownName(d, "kick", rest)
	}
	switch lobby := d.Table.Row.Phase == model.PhaseLobby; {
	case lobby && !d.Host():
		return desk.Refuse("house.host-only", "command", "kick")
	case lobby && s.No == d.Table.Row.Host:
		return desk.Refuse("house.host-declines-not")
	case lobby:
		return TakeLobbySeat(d.Table, s)
	}
	if a := d.InPlay(); a.Refuses() {
		return a
	}
	if s.State != model.SeatJoined && s.Player == 0 {
		return desk.Refuse("house.bot-already", "name", s.Name)
	}
	line.Folded = "kick " + engine.NormaliseText(s.Name)
	g, no := acts.PermitAct(d, acts.Act{What: model.ActKick, Line: line, Whom: s, Sure: new(engine.Say("house.kick-sure", "name", s.Name))})
	if !g.Given() {
		return no
	}
	done := takeAway(d, s, g, engine.Say("acts.did-kick", "by", desk.NameActor(d), "name", s.Name))
	return desk.AnswerDone(done)
}

// takeAway takes a seat from its player by an act, and tells them and the table.
func takeAway(d *desk.Desk, s *model.Seat, g acts.Grant, does engine.Phrase) engine.Phrase {
	why := model.LeftKicked
	if decides := g.Right == model.RightReferee || g.Right == model.RightOperator; decides && !acts.MissedThisRound(d.Table, s) {
		why = model.LeftSent // they did nothing wrong, so the match does not count for them
	}
	key, done := fmt.Sprintf("kicked:%d", d.Table.Match.Seq), g.Describe(does)
	if d.Seat == nil || s.No != d.Seat.No || d.Voted != nil {
		s.Standing.Noted = nil // no other letter will bring this, so it must not wait for one
		d.Table.Note(s, key, notice.Note{Subject: engine.Say("house.kicked-subject", "match", int(d.Table.Row.ID)),
			Lines: []engine.Phrase{done, engine.Say("house.kicked-you", "match", int(d.Table.Row.ID))}, Pressing: true})
	}
	leave(d.Table, s, why)
	tellSentAway(d, s, g, does)
	return done
}

// tellSentAway tells the table by which right somebody was sent away.
func tellSentAway(d *desk.Desk, s *model.Seat, g acts.Grant, does engine.Phrase) {
	acts.AnnounceAct(d, g, fmt.Sprintf("left:%d", d.Table.Match.Seq), notice.Note{Subject: engine.Say("house.left-subject", "match", int(d.Table.Row.ID), "name", s.Name),
		Lines: []engine.Phrase{engine.Say("house.bot-plays", "name", s.Name)}, Logged: true}, does)
}

// ReplacePlayer offers a seat to somebody else: "replace Bo with di@example.org". A bot plays until they accept.
func ReplacePlayer(d *desk.Desk, line speech.Line, _ string) desk.Result {
	who, with, ok := strings.Cut(d.InEnglish(desk.AfterFirstWord(line)), " with ")
	s := d.Table.SeatBegins(strings.TrimSpace(who))
	if !ok || s == nil {
		return desk.Refuse("house.replace-form")
	}
	guests, no := dates.ReadGuests(with)
	if no != nil {
		return desk.RefuseWith(no)
	}
	if len(guests) != 1 {
		return desk.Refuse("house.replace-form")
	}
	g, asks := acts.PermitAct(d, acts.Act{What: model.ActReplace, Line: line, Whom: s,
		Sure: new(engine.Say("house.replace-sure", "name", s.Name, "address", guests[0].Address))})
	if !g.Given() {
		return asks
	}
	return offerSeat(d, s, guests[0], g)
}

// offerSeat asks the person whom the host named to take a seat; a bot plays until they accept. It refuses
// anybody who has sat in another seat of the match, because they have seen its cards.
func offerSeat(d *desk.Desk, s *model.Seat, g dates.Guest, by acts.Grant) desk.Result {
	p := desk.FindGuest(d, g)
	if d.Table.KeptOut(p.Number(), g.Address) || table.IsUninvitable(d.W, g.Address) {
		return desk.Refuse("house.not-invitable", "address", g.Called())
	}
	if a := desk.RefuseSeatToReferee(d, p, g); a.Refuses() {
		return a
	}
	if d.Table.Row.Terms.League == 0 {
		if a := d.ReserveInvitation(g, p, s.No, true); a.Refuses() {
			return a
		}
	}
	p = d.PlayerFor(p, g)
	if other := d.Table.SeatOf(p.ID); other.Played() {
		if !desk.KnowsAddress(d, other, g.Address) { // their name would tell whose address it is
			return desk.Refuse("house.not-invitable", "address", g.Called())
		}
		return desk.Refuse("house.already-seated", "name", other.Name)
	}
	if slices.ContainsFunc(d.W.SeatChanges(d.Table.Row.ID), func(c model.SeatChange) bool { return c.Player == p.ID && c.Seat != s.No }) {
		return desk.Refuse("house.offer-sat", "address", g.Called())
	}
	does := engine.Say("acts.did-replace", "by", desk.NameActor(d), "name", s.Name)
	if s.State == model.SeatJoined {
		takeAway(d, s, by, does)
	} else if by.Given() {
		acts.AnnounceAct(d, by, "", notice.Note{}, does)
	}
	offerer := model.OfferHost
	if d.Operator && d.Table.Row.Terms.League != 0 {
		offerer = model.OfferLeague
		if was := d.W.OfferTo(d.Table.Row.ID, p.ID); was != nil {
			return desk.Refuse("house.seat-gone")
		}
	}
	d.Table.PutOffer(s, model.SeatOffer{Player: p.ID, By: offerer, Until: d.Now().Add(table.OfferLasts)}, g.Address)
	return desk.AnswerDone(engine.Say("house.seat-offered", "name", s.Name, "address", g.Called()))
}

// StopMatchMail ends all mail about this match. A bot sits in, and "back" within seven days undoes it.
func StopMatchMail(d *desk.Desk, _ speech.Line, _ string) desk.Result {
	if d.Letter != nil && len(d.Letter.Lines) > 1 && !d.Letter.Unsubscribes {
		return desk.Refuse("house.stop-alone")
	}
	was := d.Table.Row.Phase
	d.Table.StopMail(d.Seat)
	key := "house.stopped"
	switch now := d.Table.Row.Phase; {
	case now == model.PhaseLobby && d.Seat.No != d.Table.Row.Host:
		key = "house.stopped-guest"
	case now == model.PhaseAborted && was != now:
		key = "house.stopped-over"
	case !now.InPlay():
		key = "house.stopped-lobby" // there is nothing left for a bot to play
	}
	return desk.AnswerDone(engine.Say(key, "match", int(d.Table.Row.ID)))
}

// TakeAllSeats takes all their seats from a player, as a host's kick would, and returns how many.
func TakeAllSeats(w *world.Tx, player int64) (n int) {
	for t, s := range table.SeatsOf(w, player) {
		switch {
		case t.Row.Phase.Ended():
			continue
		case t.Row.Phase != model.PhaseLobby:
			d := desk.ForOperator(w, t)
			g, _ := acts.PermitAct(d, acts.Act{What: model.ActKick, Whom: s})
			leave(t, s, model.LeftKicked)
			tellSentAway(d, s, g, engine.Say("acts.did-kick", "by", desk.NameActor(d), "name", s.Name))
		case s.No == t.Row.Host:
			t.AbortMatch("operator", "")
		default:
			TakeLobbySeat(t, s)
		}
		n++
		t.Advance()
	}
	return n
}

// LeaveAllSeats has a player leave every match that is not over, as by "resign", and returns how many.
func LeaveAllSeats(w *world.Tx, player int64) (n int) {
	for t, s := range table.SeatsOf(w, player) {
		switch {
		case t.Row.Phase.Ended():
			continue
		case t.Row.Phase != model.PhaseLobby:
			leave(t, s, model.LeftResigned)
		case s.No == t.Row.Host:
			t.AbortMatch("host", "")
		default:
			t.SayNo(s)
		}
		n++
		t.Advance()
	}
	return n
}

// TakeLobbySeat takes a seat in a lobby from somebody and tells them.
func TakeLobbySeat(t *table.Table, s *model.Seat) desk.Result {
	s.State = model.SeatUninvited
	t.DropDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: s.No, What: model.DueInvite})
	t.TellGuest(s, "uninvited", t.News("house.uninvited-subject", engine.Say("house.uninvited-you", "match", int(t.Row.ID))))
	return desk.AnswerDone(append([]engine.Phrase{engine.Say("house.uninvited", "name", s.Name)}, t.CountMissingPlayers("house.short")...)...)
}

// DeclineMatch says no to a match that has not begun.
func DeclineMatch(d *desk.Desk, _ speech.Line, _ string) desk.Result {
	if a := d.InLobby(); a.Refuses() {
		return a
	}
	if d.Seat == nil {
		return desk.Refuse("house.not-seated", "match", int(d.Table.Row.ID))
	}
	if d.Seat.No == d.Table.Row.Host {
		return desk.Refuse("house.host-declines-not")
	}
	d.Table.SayNo(d.Seat)
	return desk.AnswerDone(engine.Say("house.you-declined"))
}

// VacateGroup takes a player's seat in a running league match and offers it to the first of heirs who may
// have it.
func VacateGroup(t *table.Table, player int64, heirs []model.Entrant) {
	s := t.SeatOf(player)
	if s == nil || s.State != model.SeatJoined && s.State != model.SeatBot || !t.Row.Phase.InPlay() {
		return
	}
	leave(t, s, model.LeftResigned)
	offerToHeir(t, s, heirs)
	t.Advance()
}

// offerToHeir offers a bot's seat to the first of a season's substitutes who may have it.
func offerToHeir(t *table.Table, s *model.Seat, heirs []model.Entrant) {
	d := desk.ForOperator(t.Tx, t)
	for _, e := range heirs {
		address := cmp.Or(e.Address, table.AddressOf(t.Tx, e.Player))
		if address == "" {
			return
		}
		if !offerSeat(d, s, dates.Guest{Name: e.Name, Address: address, Known: true}, acts.Grant{}).Refuses() {
			return
		}
	}
}
