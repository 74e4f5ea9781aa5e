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

// answerInvite takes yes, no or block in answer to an invitation.
func answerInvite(d *desk, yes, block bool) answer {
	t, s := d.table, d.seat
	if t == nil || s == nil {
		return refuse("house.nothing-asked")
	}
	switch {
	case block:
		return Block(d, command.Line{}, "")
	case !yes:
		return Decline(d, command.Line{}, "")
	case s.State == model.SeatJoined:
		return done(say("house.already-seated", "name", s.Name))
	case t.Row.Phase != model.PhaseLobby:
		return refuse("house.started-already", "match", int(t.Row.ID))
	case s.State == model.SeatUninvited:
		return refuse("house.uninvited-you", "match", int(t.Row.ID))
	}
	return sit(d, s)
}

// sit gives the seat to the sender and tells the host.
func sit(d *desk, s *model.Seat) answer {
	if display := d.display(); s.State == model.SeatInvited && display != "" {
		if n := nameOf(display, d.from, d.house.Games, d.house.Names); seatNamed(d.table, n) == nil && n != anybody(d.house.Games, d.house.Names) {
			s.Name = n
		}
	}
	s.State = model.SeatJoined
	d.w.Save(d.table)
	d.w.DropDue(model.Due{Owner: model.DueOfMatch, ID: d.table.Row.ID, Seat: s.No, What: model.DueInvite})
	d.touch()
	if h := d.table.Seat(d.table.Row.Host); h != nil && h.No != s.No {
		note(d.w, d.table, h, model.PurposeNote, fmt.Sprintf("joined:%d", s.No), notice.Note{
			Subject: say("house.joined-subject", "name", s.Name, "match", int(d.table.Row.ID)),
			Lines:   []engine.Phrase{say("house.joined", "name", s.Name), awaited(d)}})
	}
	key := "house.you-joined"
	switch {
	case startsItself(d.table):
		d.receipt.Digest = true // whoever is not the first to move gets no letter of the start
		return done(say("house.you-joined-last", "name", s.Name, "match", int(d.table.Row.ID)))
	case d.table.Row.Listed:
		key = "house.you-joined-open"
	}
	return done(say(key, "name", s.Name, "match", int(d.table.Row.ID)), say("house.may-salt"))
}

// awaited says whom a lobby waits for.
func awaited(d *desk) engine.Phrase {
	var open []string
	for _, s := range d.table.Seats {
		if s.State == model.SeatInvited {
			open = append(open, s.Name)
		}
	}
	if len(open) == 0 && startsItself(d.table) {
		return say("house.waits-nobody")
	}
	if len(open) == 0 {
		return say("house.waits-start")
	}
	return say("house.waits-for", "names", open)
}

// Uninvite takes an invitation back.
func Uninvite(d *desk, _ command.Line, rest string) answer {
	if a, ok := d.inLobby(); !ok {
		return a
	}
	s := guestCalled(d, rest)
	if s == nil || s.State != model.SeatInvited {
		return refuse("house.no-such-guest", "name", engine.Clip(rest))
	}
	return takeOff(d, s)
}

// takeOff takes a seat in a lobby from somebody and tells them.
func takeOff(d *desk, s *model.Seat) answer {
	s.State = model.SeatUninvited
	d.w.Save(d.table)
	d.w.DropDue(model.Due{Owner: model.DueOfMatch, ID: d.table.Row.ID, Seat: s.No, What: model.DueInvite})
	tellGuest(d.w, d.table, s, "uninvited", notice.Note{Subject: say("house.uninvited-subject", "match", int(d.table.Row.ID)),
		Lines: []engine.Phrase{say("house.uninvited-you", "match", int(d.table.Row.ID))}})
	return done(say("house.uninvited", "name", s.Name))
}

// guestCalled finds a seat by name or address.
func guestCalled(d *desk, word string) *model.Seat {
	word = strings.TrimSpace(word)
	if s := seatBegins(d.table, word); s != nil {
		return s
	}
	for i := range d.table.Seats {
		if s := &d.table.Seats[i]; strings.EqualFold(s.Address, word) && word != "" && s.State != model.SeatUninvited {
			return s
		}
	}
	return nil
}

// Resend writes an invitation once more.
func Resend(d *desk, _ command.Line, rest string) answer {
	s := guestCalled(d, rest)
	if s == nil || s.State != model.SeatInvited {
		return refuse("house.no-such-guest", "name", engine.Clip(rest))
	}
	guest := d.w.Player(s.Player)
	if a := d.mayInvite(reading.Guest{Name: s.Name, Address: s.Address}, guest, s.No, true); a.state == model.LineRefused {
		return a
	}
	d.w.Queue(invitation(d.w, d.table, s, d.player, fmt.Sprintf("-again-%d", d.now().Unix()/3600)))
	return done(say("house.resent", "name", s.Name))
}

// OpenLobby lets anybody join, and gives the link to pass on.
func OpenLobby(d *desk, _ command.Line, _ string) answer {
	if s := d.seat; s != nil && d.table.Row.Phase == model.PhaseRunning && contains(d.game().Words(), "open") {
		if _, no := d.table.Match.State().Parse(s.Name, "open", nil); no != nil {
			return refused(no)
		}
	}
	if a, ok := d.inLobby(); !ok {
		return a
	}
	d.table.Row.Listed = true
	d.w.Save(d.table)
	return done(say("house.listed", "match", int(d.table.Row.ID), "word", d.table.Row.Word))
}

// Salt adds words to the shuffle before the start.
func Salt(d *desk, line command.Line, _ string) answer {
	if a, ok := d.inLobby(); !ok {
		return a
	}
	_, words, _ := strings.Cut(strings.TrimSpace(line.Raw), " ")
	words = tidied(words)
	if words == "" || len([]rune(words)) > 200 {
		return refuse("house.salt-form", "count", 200)
	}
	if d.seat.State != model.SeatJoined {
		return refuse("house.say-yes-first")
	}
	d.seat.Salt = words
	d.w.Save(d.table)
	return done(say("house.salted", "words", words))
}

// Decline says no to a match that has not begun.
func Decline(d *desk, _ command.Line, _ string) answer {
	if a, ok := d.inLobby(); !ok {
		return a
	}
	if d.seat == nil {
		return refuse("house.not-seated", "match", int(d.table.Row.ID))
	}
	if d.seat.No == d.table.Row.Host {
		return refuse("house.host-declines-not")
	}
	sayNo(d.w, d.table, d.seat)
	return done(say("house.you-declined"))
}

// sayNo gives up a seat in a lobby and tells the host.
func sayNo(w *world.Tx, t *model.Table, s *model.Seat) {
	s.State = model.SeatDeclined
	w.Save(t)
	w.DropDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: s.No, What: model.DueInvite})
	if h := t.Seat(t.Row.Host); h != nil {
		note(w, t, h, model.PurposeNote, fmt.Sprintf("declined:%d", s.No), notice.Note{
			Subject: say("house.declined-subject", "name", s.Name, "match", int(t.Row.ID)),
			Lines:   []engine.Phrase{say("house.declined", "name", s.Name), say("house.declined-how")}})
	}
}

// Block keeps all invitations from an address for good; with somebody named behind it, that
// one from all matches of the sender.
func Block(d *desk, line command.Line, rest string) answer {
	if !d.operator {
		d.needPlayer()
	}
	if rest != "" || d.operator {
		return blockGuest(d, line)
	}
	_, address := d.w.PlayerByAddress(d.from)
	if address == nil {
		address = &model.Address{Address: d.from, Player: d.player.ID, First: true}
	}
	address.Blocked = true
	d.w.Do(world.SaveAddress{Address: *address})
	if d.seat != nil && d.seat.State == model.SeatInvited {
		Decline(d, command.Line{}, "")
	}
	return done(say("house.blocked"))
}

// Rematch opens the same match again and invites everyone who sat in it.
func Rematch(d *desk, _ command.Line, _ string) answer {
	old := d.table
	if old.Row.Phase != model.PhaseOver && old.Row.Phase != model.PhaseAborted {
		return refuse("house.rematch-when-over")
	}
	order := &reading.Order{Game: old.Match.Game, Edition: old.Row.Edition, Options: old.Row.Options, Terms: old.Row.Terms}
	order.Terms.Rally, order.Terms.Rematch = nil, true
	order.Terms.First = ""
	order.Terms.League, order.Terms.Hooked = 0, false // a rematch counts for no season, and webhooks were set for the old match
	for _, s := range old.Seats {
		if s.Player == 0 || d.seat != nil && s.No == d.seat.No || s.State != model.SeatJoined && s.State != model.SeatBot {
			continue
		}
		address := s.Address
		if address == "" {
			all := world.Get(d.w, world.Addresses{Player: s.Player})
			if len(all) == 0 {
				continue
			}
			address = all[0].Address
		}
		order.Guests = append(order.Guests, reading.Guest{Name: s.Name, Address: address, Known: true})
	}
	return open(d, order)
}

// HostNote adds the host's words to invitations sent from now on.
func HostNote(d *desk, line command.Line, _ string) answer {
	if a, ok := d.inLobby(); !ok {
		return a
	}
	_, words, _ := strings.Cut(strings.TrimSpace(line.Raw), " ")
	if words = tidied(words); words == "" || len([]rune(words)) > 500 {
		return refuse("house.note-form", "count", 500)
	}
	d.table.Row.Note = words
	d.w.Save(d.table)
	return done(say("house.noted"))
}
