package house

import (
	"pitpost.example/db"
	"pitpost.example/house/reading"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// invitesSpent refuses where the sender can invite nobody more for now, whoever it is.
func (d *desk) invitesSpent(c model.ColdCounts) answer {
	caps, a := d.house.Limits(), answer{}
	switch {
	case table.Reached(d.invited, caps.InvitesALetter):
		a = refuse("house.invites-letter", "count", caps.InvitesALetter)
	case table.Reached(c.Host, caps.InvitesAHost):
		a = refuse("house.invites-spent", "count", caps.InvitesAHost)
	case table.Reached(c.All, caps.InvitesADay):
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
	stranger := table.NeverAnswered(d.w, g.Address)
	caps := d.house.Limits()
	switch {
	case !again && table.Reached(c.Open, caps.InvitesOpen):
		return refuse("house.guest-open", "who", g.Called(), "count", caps.InvitesOpen)
	case table.Reached(c.Pair, caps.InvitesAPair), table.Reached(c.Guest, caps.InvitesAGuest), stranger && table.EnoughFor(c):
		return refuse("house.guest-enough", "who", g.Called())
	}
	d.invited++
	letter := model.Cold{Kind: db.ColdInvite, Host: d.player.ID, Address: g.Address, Seat: seat}
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

	case !again && table.Reached(*n, caps.NewALetter):
		return refuse("house.new-letter", "count", caps.NewALetter)
	case table.Reached(open+*n, caps.OpenMatches):
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

// mayAsk counts a question that a letter makes the house put to an address that never
// answered; false where that has had enough. Who has answered once is asked.
func (d *desk) mayAsk(address string) bool {
	stranger := table.NeverAnswered(d.w, address)
	if !stranger {
		return !stranger
	}
	enough := d.bareEnough(address, true)
	if enough {
		return false
	}
	d.w.Do(world.NoteCold{Cold: model.Cold{Kind: db.ColdAnswer, Address: address}})
	return true
}

// bareEnough says whether letters in the name of an address that nobody vouches for were
// answered often enough.
func (d *desk) bareEnough(address string, stranger bool) bool {
	c := world.Get(d.w, world.ColdLetters{Host: 0, Address: address})
	if stranger {
		return table.EnoughFor(c) || table.Reached(c.Strangers, d.house.Limits().StrangersADay)
	}
	return c.KnownHour >= table.StrangerAnHour || c.KnownDay >= table.StrangerADay
}
