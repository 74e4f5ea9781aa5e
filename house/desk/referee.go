package desk

import (
	"slices"

	"pitpost.example/house/table"
	"pitpost.example/model"
	"pitpost.example/speech"
	"pitpost.example/speech/dates"
)

// Referee reports whether the sender may act alone at the match at hand, because they gain nothing by what
// happens in it: the operator, its host without a seat, or an organiser of its league (see Mends) for a
// command that organisers have. All of them see what the public board shows and no more.
func (d *Desk) Referee() bool {
	return d.Operator || d.Organiser || seatlessHost(d)
}

// seatlessHost reports whether the sender is named in the match's row as its referee and never held a seat
// in it.
func seatlessHost(d *Desk) bool {
	return d.Table != nil && d.Player != nil && d.Table.Row.Referee == d.Player.ID && !d.Table.EverSat(d.Player.ID)
}

// MayMendAsOrganiser reports whether the sender may use a command as an organiser of the match's league: only if they
// never held a seat in this match and play in no match of its division of that season, because what happens here
// would otherwise help or harm them.
func (d *Desk) MayMendAsOrganiser(t *table.Table, word string) bool {
	w := speech.FindCommand(word)
	if w == nil || !w.Mends || d.Player == nil || d.ByKey() {
		return false
	}
	if t == nil || t.Row.Terms.League == 0 || t.SeatOf(d.Player.ID) != nil {
		return false
	}
	s := d.W.Season(t.Row.Terms.League)
	if s == nil || !slices.Contains(d.W.Organisers(s.League), d.Player.ID) {
		return false
	}
	return !t.EverSat(d.Player.ID) && !playsBeside(d, t)
}

// playsBeside reports whether the sender plays in the division of a league match, in whatever group: the groups
// of a division are compared with each other.
func playsBeside(d *Desk, t *table.Table) bool {
	group := d.W.GroupOf(t.Row.ID)
	if group == nil {
		return false
	}
	e := d.W.Entrant(group.Season, d.Player.ID)
	if e.Plays() && e.Division == group.Division {
		return true
	}
	theirs := d.W.Groups(model.GroupFilter{Season: group.Season, Players: []int64{d.Player.ID}})
	return slices.ContainsFunc(theirs, func(m model.LeagueMatch) bool { return m.Division == group.Division })
}

// OperatorSeat returns the name of the seat that the operator holds at the match at hand, going by the OPERATOR
// address; "" if they hold none. Whatever such an operator does there is told in that name too.
func (d *Desk) OperatorSeat() string {
	if !d.Operator || d.Table == nil || d.House.Operator == "" {
		return ""
	}
	p, _ := d.W.PlayerByAddress(d.House.Operator)
	if s := d.Table.SeatTakenBy(p.Number()); s != nil {
		return s.Name
	}
	return ""
}

// IsRefereeWriting reports whether the letter is one of the match's referee, who has no seat to speak for.
func IsRefereeWriting(d *Desk) bool { return d.Seat == nil && seatlessHost(d) }

// RefuseSeatToReferee refuses a seat to a guest who is or was the match's referee. Only the operator, and the referee
// about themselves, are told why: anything else would tell whose address it is.
func RefuseSeatToReferee(d *Desk, p *model.Player, g dates.Guest) Result {
	t := d.Table
	if !t.MayNeverSit(p.Number(), g.Address) {
		return Result{}
	}
	own := IsRefereeWriting(d) && (p.Number() == d.Player.ID || table.SameMailbox(g.Address, t.Row.RefereeAddress))
	if d.Operator || own {
		return Refuse("house.referee-never-seat", "who", g.Called())
	}
	return Refuse("house.not-invitable", "address", g.Called())
}
