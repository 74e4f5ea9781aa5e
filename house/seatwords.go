package house

import (
	"fmt"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/notice"
	"pitpost.example/house/play"
	"pitpost.example/house/reading"
	"pitpost.example/house/seats"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// answerInvite takes yes, no or block in answer to an invitation.
func answerInvite(d *desk.Desk, yes, block bool) desk.Answer {
	t, s := d.Table, d.Seat
	if t == nil || s == nil {
		return desk.Refuse("house.nothing-asked")
	}
	switch {
	case block:
		return Block(d, command.Line{}, "")
	case !yes:
		return seats.Decline(d, command.Line{}, "")
	case s.State == model.SeatJoined:
		return desk.Done(table.Say("house.already-seated", "name", s.Name))
	case t.Row.Phase != model.PhaseLobby:
		return desk.Refuse("house.started-already", "match", int(t.Row.ID))
	case s.State == model.SeatUninvited:
		return desk.Refuse("house.uninvited-you", "match", int(t.Row.ID))
	}
	return sit(d, s)
}

// sit gives the seat to the sender and tells the host.
func sit(d *desk.Desk, s *model.Seat) desk.Answer {
	if display := d.Display(); s.State == model.SeatInvited && display != "" {
		if n := table.NameOf(display, d.From, d.House.Games, d.House.Names); table.SeatNamed(d.Table, n) == nil && n != table.Anybody(d.House.Games, d.House.Names) {
			s.Name = n
		}
	}
	s.State = model.SeatJoined
	d.W.Save(d.Table)
	d.W.DropDue(model.Due{Owner: model.DueOfMatch, ID: d.Table.Row.ID, Seat: s.No, What: model.DueInvite})
	d.Touch()
	if h := d.Table.Seat(d.Table.Row.Host); h != nil && h.No != s.No {
		table.Note(d.W, d.Table, h, model.PurposeNote, fmt.Sprintf("joined:%d", s.No), notice.Note{
			Subject: table.Say("house.joined-subject", "name", s.Name, "match", int(d.Table.Row.ID)),
			Lines:   []engine.Phrase{table.Say("house.joined", "name", s.Name), awaited(d)}})
	}
	key := "house.you-joined"
	switch {
	case table.StartsItself(d.Table):
		d.Receipt.Digest = true // whoever is not the first to move gets no letter of the start
		return desk.Done(table.Say("house.you-joined-last", "name", s.Name, "match", int(d.Table.Row.ID)))
	case d.Table.Row.Listed:
		key = "house.you-joined-open"
	}
	return desk.Done(table.Say(key, "name", s.Name, "match", int(d.Table.Row.ID)), table.Say("house.may-salt"))
}

// awaited says whom a lobby waits for.
func awaited(d *desk.Desk) engine.Phrase {
	var open []string
	for _, s := range d.Table.Seats {
		if s.State == model.SeatInvited {
			open = append(open, s.Name)
		}
	}
	if len(open) == 0 && table.StartsItself(d.Table) {
		return table.Say("house.waits-nobody")
	}
	if len(open) == 0 {
		return table.Say("house.waits-start")
	}
	return table.Say("house.waits-for", "names", open)
}

// Uninvite takes an invitation back.
func Uninvite(d *desk.Desk, _ command.Line, rest string) desk.Answer {
	if a, ok := d.InLobby(); !ok {
		return a
	}
	s := guestCalled(d, rest)
	if s == nil || s.State != model.SeatInvited {
		return desk.Refuse("house.no-such-guest", "name", engine.Clip(rest))
	}
	return seats.TakeOff(d, s)
}

// guestCalled finds a seat by name or address.
func guestCalled(d *desk.Desk, word string) *model.Seat {
	word = strings.TrimSpace(word)
	if s := table.SeatBegins(d.Table, word); s != nil {
		return s
	}
	for i := range d.Table.Seats {
		if s := &d.Table.Seats[i]; strings.EqualFold(s.Address, word) && word != "" && s.State != model.SeatUninvited {
			return s
		}
	}
	return nil
}

// Resend writes an invitation once more.
func Resend(d *desk.Desk, _ command.Line, rest string) desk.Answer {
	s := guestCalled(d, rest)
	if s == nil || s.State != model.SeatInvited {
		return desk.Refuse("house.no-such-guest", "name", engine.Clip(rest))
	}
	guest := d.W.Player(s.Player)
	if a := d.MayInvite(reading.Guest{Name: s.Name, Address: s.Address}, guest, s.No, true); a.State == model.LineRefused {
		return a
	}
	d.W.Queue(table.Invitation(d.W, d.Table, s, d.Player, fmt.Sprintf("-again-%d", d.Now().Unix()/3600)))
	return desk.Done(table.Say("house.resent", "name", s.Name))
}

// OpenLobby lets anybody join, and gives the link to pass on.
func OpenLobby(d *desk.Desk, _ command.Line, _ string) desk.Answer {
	if s := d.Seat; s != nil && d.Table.Row.Phase == model.PhaseRunning && table.Contains(d.Game().Words(), "open") {
		if _, no := d.Table.Match.State().Parse(s.Name, "open", nil); no != nil {
			return desk.Refused(no)
		}
	}
	if a, ok := d.InLobby(); !ok {
		return a
	}
	d.Table.Row.Listed = true
	d.W.Save(d.Table)
	return desk.Done(table.Say("house.listed", "match", int(d.Table.Row.ID), "word", d.Table.Row.Word))
}

// Salt adds words to the shuffle before the start.
func Salt(d *desk.Desk, line command.Line, _ string) desk.Answer {
	if a, ok := d.InLobby(); !ok {
		return a
	}
	_, words, _ := strings.Cut(strings.TrimSpace(line.Raw), " ")
	words = play.Tidied(words)
	if words == "" || len([]rune(words)) > 200 {
		return desk.Refuse("house.salt-form", "count", 200)
	}
	if d.Seat.State != model.SeatJoined {
		return desk.Refuse("house.say-yes-first")
	}
	d.Seat.Salt = words
	d.W.Save(d.Table)
	return desk.Done(table.Say("house.salted", "words", words))
}

// Block keeps all invitations from an address for good; with somebody named behind it, that
// one from all matches of the sender.
func Block(d *desk.Desk, line command.Line, rest string) desk.Answer {
	if !d.Operator {
		d.NeedPlayer()
	}
	if rest != "" || d.Operator {
		return seats.BlockGuest(d, line)
	}
	_, address := d.W.PlayerByAddress(d.From)
	if address == nil {
		address = &model.Address{Address: d.From, Player: d.Player.ID, First: true}
	}
	address.Blocked = true
	d.W.Do(world.SaveAddress{Address: *address})
	if d.Seat != nil && d.Seat.State == model.SeatInvited {
		seats.Decline(d, command.Line{}, "")
	}
	return desk.Done(table.Say("house.blocked"))
}

// Rematch opens the same match again and invites everyone who sat in it.
func Rematch(d *desk.Desk, _ command.Line, _ string) desk.Answer {
	old := d.Table
	if old.Row.Phase != model.PhaseOver && old.Row.Phase != model.PhaseAborted {
		return desk.Refuse("house.rematch-when-over")
	}
	order := &reading.Order{Game: old.Match.Game, Edition: old.Row.Edition, Options: old.Row.Options, Terms: old.Row.Terms}
	order.Terms.Rally, order.Terms.Rematch = nil, true
	order.Terms.First = ""
	order.Terms.League, order.Terms.Hooked = 0, false // a rematch counts for no season, and webhooks were set for the old match
	for _, s := range old.Seats {
		if s.Player == 0 || d.Seat != nil && s.No == d.Seat.No || s.State != model.SeatJoined && s.State != model.SeatBot {
			continue
		}
		address := s.Address
		if address == "" {
			all := world.Get(d.W, world.Addresses{Player: s.Player})
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
func HostNote(d *desk.Desk, line command.Line, _ string) desk.Answer {
	if a, ok := d.InLobby(); !ok {
		return a
	}
	_, words, _ := strings.Cut(strings.TrimSpace(line.Raw), " ")
	if words = play.Tidied(words); words == "" || len([]rune(words)) > 500 {
		return desk.Refuse("house.note-form", "count", 500)
	}
	d.Table.Row.Note = words
	d.W.Save(d.Table)
	return desk.Done(table.Say("house.noted"))
}
