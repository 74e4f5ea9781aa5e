package desk

import (
	"time"

	"pitpost.example/house/table"
	"pitpost.example/model"
	"pitpost.example/speech/dates"
)

// invitesSpent refuses if the sender can invite nobody else for now, whoever it is.
func invitesSpent(d *Desk, c model.ColdCounts) Result {
	caps, a := d.House.Limits(), Result{}
	switch {
	case table.ReachesCap(d.invited, caps.InvitesALetter):
		a = Refuse("house.invites-letter", "count", caps.InvitesALetter)
	case table.ReachesCap(c.Host, caps.InvitesAHost):
		a = Refuse("house.invites-spent", "count", caps.InvitesAHost)
	case table.ReachesCap(c.All, caps.InvitesADay):
		a = Refuse("house.invites-all")
	}
	a.Spent = a.Refuses()
	return a
}

// uncounted reports whether no limit holds for an invitation: by the operator, to a rematch, or to somebody
// who has accepted one from this host before.
func uncounted(d *Desk, g dates.Guest, guest *model.Player) bool {
	if byOperator(d) || g.Known || d.Player == nil {
		return true
	}
	return guest != nil && d.W.SaidYes(guest.ID, d.Player.ID)
}

// ReserveInvitation counts an invitation to a seat, or refuses it. again means that the guest has it already and it
// is sent once more.
func (d *Desk) ReserveInvitation(g dates.Guest, guest *model.Player, seat int, again bool) Result {
	if uncounted(d, g, guest) {
		return Result{}
	}
	c := d.W.ColdLetters(d.Player.ID, g.Address)
	if a := invitesSpent(d, c); a.Spent {
		return a
	}
	stranger := table.NeverAnswered(d.W, g.Address)
	caps := d.House.Limits()
	switch {
	case !again && table.ReachesCap(c.Open, caps.InvitesOpen):
		return Refuse("house.guest-open", "who", g.Called(), "count", caps.InvitesOpen)
	case table.ReachesCap(c.Pair, caps.InvitesAPair), table.ReachesCap(c.Guest, caps.InvitesAGuest), stranger && table.HasHadEnoughLetters(c):
		return Refuse("house.guest-enough", "who", g.Called())
	}
	d.invited++
	d.W.AddCold(model.Cold{Kind: model.ColdInvite, Host: d.Player.ID, Address: g.Address, Match: d.MatchID(), Seat: seat})
	return Result{}
}

// byOperator reports whether the operator acts, in their own name or in a host's.
func byOperator(d *Desk) bool { return d.Operator || d.W.Cause().Kind == model.CauseOperator }

// ReserveOpening counts a match that the sender opens, or refuses it. Rematches are counted separately.
func (d *Desk) ReserveOpening(order *dates.Order) Result {
	if byOperator(d) {
		return Result{}
	}
	caps, again, n := d.House.Limits(), order.Terms.Rematch, &d.opened
	if again {
		n = &d.rematched
	}
	open := d.W.CountOpened(d.Player.ID, again)
	switch {
	case table.ReachesCap(*n, caps.NewALetter):
		return Refuse("house.new-letter", "count", caps.NewALetter)
	case again && table.ReachesCap(open+*n, caps.OpenMatches):
		return Refuse("house.rematches", "count", caps.OpenMatches)
	case table.ReachesCap(open+*n, caps.OpenMatches):
		return Refuse("house.new-open", "count", caps.OpenMatches)
	}
	if a := noneInvited(d, order); a.Spent {
		return a
	}
	*n++
	return Result{}
}

// noneInvited refuses a match if none of its guests could be invited.
func noneInvited(d *Desk, order *dates.Order) Result {
	_, most := order.Game.Seats()
	guests := order.Guests[:min(len(order.Guests), most)]
	if len(guests) == 0 {
		return Result{}
	}
	for _, g := range guests {
		p, _ := d.W.PlayerByAddress(g.Address)
		if uncounted(d, g, p) {
			return Result{}
		}
	}
	return invitesSpent(d, d.W.ColdLetters(d.Player.ID, ""))
}

// ReserveQuestion counts a question that a letter makes the house send to an address that never answered. It returns
// false if that address has had enough. Anybody who has answered before may be asked.
func (d *Desk) ReserveQuestion(address string) bool {
	if !table.NeverAnswered(d.W, address) {
		return true
	}
	if enough, _ := d.BareAnswers(address, true); enough {
		return false
	}
	d.W.AddCold(model.Cold{Kind: model.ColdAnswer, Address: address})
	return true
}

// BareAnswers reports whether unvouched letters in the name of an address have had all their answers for now. If
// not, silence is how long they get none after one more; 0 if they still get one. If strangers all together have
// had enough, a stranger's day counts as full.
func (d *Desk) BareAnswers(address string, stranger bool) (enough bool, silence time.Duration) {
	c := d.W.ColdLetters(0, address)
	hour, day := c.KnownHour, c.KnownDay
	if stranger {
		hour, day = c.Hour, c.Day
		if table.ReachesCap(c.Strangers, d.House.Limits().StrangersADay) {
			day = table.StrangerADay
		}
	}
	switch {
	case day+1 >= table.StrangerADay:
		silence = 24 * time.Hour
	case hour+1 >= table.StrangerAnHour:
		silence = time.Hour
	}
	return hour >= table.StrangerAnHour || day >= table.StrangerADay, silence
}
