package house

import (
	"fmt"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/notice"
	"pitpost.example/house/reading"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// inPlay refuses what needs a match that runs or stands paused.
func (d *desk) inPlay() (answer, bool) {
	if p := d.table.Row.Phase; p != model.PhaseRunning && p != model.PhasePaused {
		return refuse("house.not-running"), false
	}
	return answer{}, true
}

// Resign leaves for good: a bot plays the seat on.
func Resign(d *desk, line command.Line, _ string) answer {
	if d.table.Row.Phase == model.PhaseLobby {
		return Decline(d, line, "")
	}
	if a, ok := d.inPlay(); !ok {
		return a
	}
	if d.seat == nil || d.seat.State != model.SeatJoined && d.seat.State != model.SeatBot {
		return refuse("house.not-seated", "match", int(d.table.Row.ID))
	}
	if !d.sure {
		return d.sureFirst(line, say("house.resign-sure", "match", int(d.table.Row.ID)))
	}
	d.w.Append(d.table, engine.Fact{Event: engine.Resigned{Of: d.seat.Name}})
	leave(d, d.seat, "house.all-resigned", d.seat.Name)
	return done(say("house.resigned", "match", int(d.table.Row.ID)))
}

// leave takes a player off a seat for good and lets a bot play it.
func leave(d *desk, s *model.Seat, key, by string) {
	w, t := d.w, d.table
	dropClock(w, t, s.No)
	w.DropPlan(t, s.No, model.PlanDraft)
	w.DropPlan(t, s.No, model.PlanNext)
	tellAll(w, t, s, fmt.Sprintf("left:%d", t.Match.Seq), notice.Note{Subject: say("house.left-subject", "match", int(t.Row.ID), "name", s.Name),
		Lines: []engine.Phrase{say(key, "name", s.Name, "by", by), say("house.bot-plays", "name", s.Name)}})
	why := model.LeftKicked
	if key == "house.all-resigned" {
		why = model.LeftResigned
	}
	noteLeft(w, t, s, why)
	s.State, s.Player, s.Address, s.Standing.Muted = model.SeatBot, 0, "", false
	passHost(w, t, s)
	w.Append(t, engine.Fact{Event: engine.Replaced{Of: s.Name, With: "bot", By: "house"}})
	w.Save(t)
	if people(t) == 0 {
		nobodyLeft(w, t)
		return
	}
	vacate(w, t, s, w.Now())
}

// passHost gives the host's chair to the next person when its holder leaves.
func passHost(w *world.Tx, t *model.Table, from *model.Seat) {
	if from.No != t.Row.Host {
		return
	}
	for i := range t.Seats {
		s := &t.Seats[i]
		if s.State == model.SeatJoined && s.No != from.No {
			t.Row.Host = s.No
			note(w, t, s, model.PurposeNote, fmt.Sprintf("host:%d", t.Match.Seq), notice.Note{Subject: say("house.host-subject", "match", int(t.Row.ID)),
				Lines: []engine.Phrase{say("house.host-you")}})
			return
		}
	}
}

// Abort ends the match without a result and opens the seed.
func Abort(d *desk, line command.Line, rest string) answer {
	if p := d.table.Row.Phase; p == model.PhaseOver || p == model.PhaseAborted {
		return refuse("house.over", "match", int(d.table.Row.ID))
	}
	if !d.sure && !d.operator {
		return d.sureFirst(line, say("house.abort-sure", "match", int(d.table.Row.ID)))
	}
	why := engine.Clip(strings.TrimSpace(rest))
	abortMatch(d.w, d.table, d.by(), why)
	return done(say("house.aborted", "match", int(d.table.Row.ID)))
}

// abortMatch ends a match; the digests of its end are queued by settle.
func abortMatch(w *world.Tx, t *model.Table, by, why string) {
	now := w.Now()
	lobby := t.Row.Phase == model.PhaseLobby
	t.Row.Phase, t.Row.EndedAt = model.PhaseAborted, &now
	if lobby {
		for i := range t.Seats {
			s := &t.Seats[i]
			if s.State == model.SeatInvited || s.State == model.SeatJoined {
				tellGuest(w, t, s, "lobby-gone", notice.Note{Subject: say("house.lobby-gone-subject", "match", int(t.Row.ID)),
					Lines: []engine.Phrase{say("house.lobby-gone", "match", int(t.Row.ID))}})
				s.Stopped = &now // nothing more about a match that never began
			}
		}
		w.Save(t)
		return
	}
	w.Append(t, engine.Fact{Event: engine.Aborted{By: by, Why: why}})
	w.Save(t)
}

// Kick takes a player off a seat; a bot plays it on.
func Kick(d *desk, line command.Line, rest string) answer {
	s := seatBegins(d.table, rest)
	if s == nil {
		return refuse("house.no-such-seat", "name", engine.Clip(rest))
	}
	if d.table.Row.Phase == model.PhaseLobby {
		return kickLobby(d, s)
	}
	if a, ok := d.inPlay(); !ok {
		return a
	}
	if s.State != model.SeatJoined && s.Player == 0 {
		return refuse("house.bot-already", "name", s.Name)
	}
	if !d.sure && !d.operator {
		return d.sureFirst(line, say("house.kick-sure", "name", s.Name))
	}
	note(d.w, d.table, s, model.PurposeNote, fmt.Sprintf("kicked:%d", d.table.Match.Seq), notice.Note{Subject: say("house.kicked-subject", "match", int(d.table.Row.ID)),
		Lines: []engine.Phrase{say("house.kicked-you", "match", int(d.table.Row.ID))}})
	d.w.Append(d.table, engine.Fact{Event: engine.Resigned{Of: s.Name}})
	leave(d, s, "house.all-kicked", actor(d, d.by()))
	return done(say("house.kicked", "name", s.Name))
}

func kickLobby(d *desk, s *model.Seat) answer {
	if s.No == d.table.Row.Host {
		return refuse("house.host-declines-not")
	}
	return takeOff(d, s)
}

// Replace offers a seat to another person: "replace Bo with di@example.org".
// They take it with their yes; until then a bot plays.
func Replace(d *desk, line command.Line, _ string) answer {
	if a, ok := d.inPlay(); !ok {
		return a
	}
	_, rest, _ := strings.Cut(strings.TrimSpace(line.Raw), " ")
	who, with, ok := strings.Cut(d.inEnglish(rest), " with ")
	s := seatBegins(d.table, strings.TrimSpace(who))
	if !ok || s == nil {
		return refuse("house.replace-form")
	}
	guests, no := reading.Guests(with)
	if no != nil {
		return refused(no)
	}
	if len(guests) != 1 {
		return refuse("house.replace-form")
	}
	if !d.sure && !d.operator {
		return d.sureFirst(line, say("house.replace-sure", "name", s.Name, "address", guests[0].Address))
	}
	return offerSeat(d, s, guests[0])
}

// offerSeat asks the one the host named to take a seat; a bot plays it until they say yes.
// Nobody is seated who has played another seat of the match, and so knows its hand.
func offerSeat(d *desk, s *model.Seat, g reading.Guest) answer {
	p, _ := d.w.PlayerByAddress(g.Address)
	player := int64(0)
	if p != nil {
		player = p.ID
	}
	out := keptOut(d.w, d.table, player, g.Address)
	unwanted := world.Get(d.w, world.Unwanted{Address: g.Address})
	if out || unwanted {
		return refuse("house.not-invitable", "address", g.Called())
	}
	if d.table.Row.Terms.League == 0 {
		if a := d.mayInvite(g, p, s.No, true); a.state == model.LineRefused {
			return a
		}
	}
	if p == nil {
		p = d.newcomer(g)
	}
	if keptOut(d.w, d.table, p.ID, g.Address) {
		return answer{state: model.LineRefused, says: []engine.Phrase{say("house.not-invitable", "address", g.Called())}}
	}
	if other := seatOf(d.table, p.ID); other != nil && seated(other) {
		return refuse("house.already-seated", "name", other.Name)
	}
	changes := world.Get(d.w, world.SeatChanges{Match: d.table.Row.ID})
	for _, c := range changes {
		if c.Player == p.ID && c.Seat != s.No {
			return refuse("house.offer-sat", "address", g.Called())
		}
	}
	if s.State == model.SeatJoined {
		d.w.Append(d.table, engine.Fact{Event: engine.Resigned{Of: s.Name}})
		leave(d, s, "house.all-kicked", actor(d, d.by()))
	}
	by := model.OfferHost
	if d.operator && d.table.Row.Terms.League != 0 {
		by = model.OfferLeague
		if was := world.Get(d.w, world.OfferTo{Match: d.table.Row.ID, Player: p.ID}); was != nil {
			return answer{state: model.LineRefused, says: []engine.Phrase{say("house.seat-gone")}}
		}
	}
	putOffer(d.w, d.table, s, model.SeatOffer{Player: p.ID, By: by, Until: d.now().Add(offerLasts)}, g.Address)
	return done(say("house.seat-offered", "name", s.Name, "address", g.Called()))
}

// Stop ends all mail about this match; a bot sits in, and back within seven
// days undoes it.
func Stop(d *desk, _ command.Line, _ string) answer {
	if d.letter != nil && len(d.letter.Lines) > 1 {
		return refuse("house.stop-alone")
	}
	if d.seat == nil {
		return refuse("house.not-seated", "match", int(d.table.Row.ID))
	}
	stopMail(d.w, d.table, d.seat)
	key := "house.stopped"
	if d.table.Row.Phase != model.PhaseRunning && d.table.Row.Phase != model.PhasePaused {
		key = "house.stopped-lobby" // nothing is left that a bot could play
	}
	d.touch()
	return done(say(key, "match", int(d.table.Row.ID)))
}

func stopMail(w *world.Tx, t *model.Table, s *model.Seat) {
	now := w.Now()
	s.Stopped = &now
	w.Save(t)
	switch {
	case t.Row.Phase == model.PhaseLobby && s.No != t.Row.Host:
		sayNo(w, t, s)
	case s.State == model.SeatJoined && (t.Row.Phase == model.PhaseRunning || t.Row.Phase == model.PhasePaused):
		dropClock(w, t, s.No)
		s.State = model.SeatBot
		w.Append(t, engine.Fact{Event: engine.Replaced{Of: s.Name, With: "bot", By: s.Name}})
		passHost(w, t, s)
		if people(t) == 0 {
			nobodyLeft(w, t)
			return
		}
		vacate(w, t, s, now.Add(stopLasts))
		return
	}
}
