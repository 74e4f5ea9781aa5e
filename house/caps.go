package house

import (
	"pitpost.example/db/mail"

	"pitpost.example/house/notice"
	"pitpost.example/house/reading"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// An address that never answered gets so few letters, whoever makes the house write them. As
// many a player gets in answer to letters in their name that nobody vouches for.
const (
	strangerAnHour = 3
	strangerADay   = 10
)

// reached says whether n is as many as a cap allows.
func reached(n, most int) bool { return most > 0 && n >= most }

// invitesSpent refuses where the sender can invite nobody more for now, whoever it is.
func (d *desk) invitesSpent(c model.ColdCounts) answer {
	caps, a := d.house.Limits(), answer{}
	switch {
	case reached(d.invited, caps.InvitesALetter):
		a = refuse("house.invites-letter", "count", caps.InvitesALetter)
	case reached(c.Host, caps.InvitesAHost):
		a = refuse("house.invites-spent", "count", caps.InvitesAHost)
	case reached(c.All, caps.InvitesADay):
		a = refuse("house.invites-all")
	}
	a.spent = a.state == model.LineRefused
	return a
}

// uncounted says whether an invitation needs no limit: the operator's, a rematch's, or one of
// somebody who said yes to this host before.
func (d *desk) uncounted(g reading.Guest, guest *model.Player) bool {
	if d.byOperator() || g.Known || d.player == nil {
		return true
	}
	if guest == nil {
		return false
	}
	return world.Get(d.w, world.SaidYes{Player: guest.ID, Host: d.player.ID})
}

// mayInvite counts an invitation to a seat, or refuses it. again says that the guest has it
// already and it is only sent once more.
func (d *desk) mayInvite(g reading.Guest, guest *model.Player, seat int, again bool) answer {
	if d.uncounted(g, guest) {
		return answer{}
	}
	c := world.Get(d.w, world.ColdLetters{Host: d.player.ID, Address: g.Address})
	if a := d.invitesSpent(c); a.spent {
		return a
	}
	stranger := neverAnswered(d.w, g.Address)
	caps := d.house.Limits()
	switch {
	case !again && reached(c.Open, caps.InvitesOpen):
		return refuse("house.guest-open", "who", g.Called(), "count", caps.InvitesOpen)
	case reached(c.Pair, caps.InvitesAPair), reached(c.Guest, caps.InvitesAGuest), stranger && enoughFor(c):
		return refuse("house.guest-enough", "who", g.Called())
	}
	d.invited++
	letter := model.Cold{Kind: mail.ColdInvite, Host: d.player.ID, Address: g.Address, Seat: seat}
	if d.table != nil {
		letter.Match = d.table.Row.ID
	}
	d.w.Do(world.NoteCold{Cold: letter})
	return answer{}
}

// byOperator says that the operator acts, in their own name or a host's.
func (d *desk) byOperator() bool { return d.operator || d.w.Cause().Kind == model.CauseOperator }

// mayOpen counts a match that the sender opens, or refuses it. Rematches are counted apart.
func (d *desk) mayOpen(order *reading.Order) answer {
	if d.byOperator() {
		return answer{}
	}
	caps, again, n := d.house.Limits(), order.Terms.Rematch, &d.opened
	if again {
		n = &d.rematched
	}
	open := world.Get(d.w, world.Opened{Player: d.player.ID, Rematches: again})
	switch {

	case !again && reached(*n, caps.NewALetter):
		return refuse("house.new-letter", "count", caps.NewALetter)
	case reached(open+*n, caps.OpenMatches):
		return refuse("house.new-open", "count", caps.OpenMatches)
	}
	if a := d.noneInvited(order); a.spent {
		return a
	}
	*n++
	return answer{}
}

// noneInvited refuses a match to which not one of its guests could be invited.
func (d *desk) noneInvited(order *reading.Order) answer {
	_, most := order.Game.Seats()
	guests := order.Guests[:min(len(order.Guests), most)]
	if len(guests) == 0 {
		return answer{}
	}
	for _, g := range guests {
		p, _ := d.w.PlayerByAddress(g.Address)
		if d.uncounted(g, p) {
			return answer{}
		}
	}
	c := world.Get(d.w, world.ColdLetters{Host: d.player.ID, Address: ""})
	return d.invitesSpent(c)
}

// neverAnswered says whether no letter to an address was answered yet, and no server vouched
// for a letter of its. A seat without an address is of somebody who wrote themselves.
func neverAnswered(w *world.Tx, address string) bool {
	if address == "" {
		return false
	}
	_, a := w.PlayerByAddress(address)
	return a == nil || !a.Proved
}

// enoughFor says whether an address that never answered has had its letters for now.
func enoughFor(c model.ColdCounts) bool { return c.Hour >= strangerAnHour || c.Day >= strangerADay }

// mayRemind counts the reminder of an invitation; false where the guest has had enough.
func mayRemind(w *world.Tx, t *model.Table, s *model.Seat) bool {
	stranger := neverAnswered(w, s.Address)
	c := world.Get(w, world.ColdLetters{Host: 0, Address: s.Address})
	if stranger && enoughFor(c) || reached(c.Guest, w.Rules().Limits().InvitesAGuest) {
		return false
	}
	w.Do(world.NoteCold{Cold: model.Cold{Kind: mail.ColdRemind, Address: s.Address, Match: t.Row.ID, Seat: s.No}})
	return true
}

// tellGuest writes what became of an invitation, unless whoever got it never answered and has
// had enough letters.
func tellGuest(w *world.Tx, t *model.Table, s *model.Seat, key string, n notice.Note) {
	stranger := neverAnswered(w, s.Address)
	if stranger {
		c := world.Get(w, world.ColdLetters{Host: 0, Address: s.Address})
		if enoughFor(c) {
			return
		}
		w.Do(world.NoteCold{Cold: model.Cold{Kind: mail.ColdNews, Address: s.Address, Match: t.Row.ID, Seat: s.No}})
	}
	note(w, t, s, model.PurposeNote, key, n)
}

// mayAsk counts a question that a letter makes the house put to an address that never
// answered; false where that has had enough. Who has answered once is asked.
func (d *desk) mayAsk(address string) bool {
	stranger := neverAnswered(d.w, address)
	if !stranger {
		return !stranger
	}
	enough := d.bareEnough(address, true)
	if enough {
		return false
	}
	d.w.Do(world.NoteCold{Cold: model.Cold{Kind: mail.ColdAnswer, Address: address}})
	return true
}

// bareEnough says whether letters in the name of an address that nobody vouches for were
// answered often enough.
func (d *desk) bareEnough(address string, stranger bool) bool {
	c := world.Get(d.w, world.ColdLetters{Host: 0, Address: address})
	if stranger {
		return enoughFor(c) || reached(c.Strangers, d.house.Limits().StrangersADay)
	}
	return c.KnownHour >= strangerAnHour || c.KnownDay >= strangerADay
}
