package memory

import (
	"cmp"
	"slices"
	"time"

	"pitpost.example/engine"
	"pitpost.example/model"
)

func (x seats) OfferTo(match, player int64) (*model.SeatOffer, error) {
	return row(x.w.Offers, [2]int64{match, player}), nil
}

func (x seats) OpenOffer(match int64, seat int) (*model.SeatOffer, error) {
	return first(list(x.w.Offers, func(_ [2]int64, o model.SeatOffer) bool {
		return o.Match == match && o.Seat == seat && o.State == model.OfferOpen
	}, func(a, b model.SeatOffer) int { return cmp.Compare(a.Player, b.Player) })), nil
}

func (x seats) SaveOffer(o model.SeatOffer) error {
	x.w.Offers[[2]int64{o.Match, o.Player}] = o
	if o.State == model.OfferOpen {
		alter(x.w.Standins, o.Player, func(s *model.Standin) { s.Asked = &o.At })
	}
	return nil
}

func (x seats) SeatChanges(match int64) ([]model.SeatChange, error) {
	return x.seatChanges(func(c model.SeatChange) bool { return c.Match == match })
}

func (x seats) SeatsLeft(player int64) ([]model.SeatChange, error) {
	return x.seatChanges(func(c model.SeatChange) bool {
		m := x.w.Matches[c.Match]
		return c.Player == player && c.What == model.ChangeLeft && m != nil && m.played()
	})
}

func (x *state) seatChanges(wanted func(model.SeatChange) bool) ([]model.SeatChange, error) {
	out := engine.FilterList(x.w.Changes, wanted)
	slices.SortFunc(out, func(a, b model.SeatChange) int {
		return cmp.Or(cmp.Compare(a.Match, b.Match), a.Seq-b.Seq, cmp.Compare(a.What, b.What), a.Seat-b.Seat)
	})
	return out, nil
}

func (x seats) AddSeatChange(c model.SeatChange) error {
	same := func(o model.SeatChange) bool {
		return o.Match == c.Match && o.Seat == c.Seat && o.What == c.What && o.Seq == c.Seq
	}
	if !slices.ContainsFunc(x.w.Changes, same) {
		c.At, c.Place = x.now, float64(float32(c.Place))
		x.w.Changes = append(x.w.Changes, c)
	}
	return nil
}

func (x seats) HasStandins() (bool, error)                   { return len(x.w.Standins) > 0, nil }
func (x seats) Standin(player int64) (*model.Standin, error) { return x.standin(player), nil }
func (x seats) DropStandin(player int64) (bool, error)       { return take(x.w.Standins, player), nil }

// standin returns an entry of the list with all that is looked up for it.
func (x *state) standin(player int64) *model.Standin {
	s := row(x.w.Standins, player)
	if s == nil {
		return nil
	}
	s.Lang, s.Address, s.Sits = x.w.Players[player].Lang, x.w.FirstAddress(player), 0
	for _, m := range x.w.Matches {
		for _, seat := range m.Seats {
			holds := seat.Player == player && (seat.State == model.SeatJoined || seat.State == model.SeatBot)
			count(&s.Sits, holds && m.played() && slices.ContainsFunc(x.w.Changes, func(c model.SeatChange) bool {
				return c.Match == m.Row.ID && c.Seat == seat.No && c.What == model.ChangeTaken && c.Player == player
			}))
		}
	}
	return s
}

func (x seats) NextStandin(v model.Vacancy) (*model.Standin, error) {
	var may []model.Standin
	for player := range x.w.Standins {
		if s := x.standin(player); x.mayStandIn(s, v) {
			may = append(may, *s)
		}
	}
	slices.SortFunc(may, func(a, b model.Standin) int {
		return cmp.Or(falseFirst(a.Lang != v.Lang, b.Lang != v.Lang), falseFirst(x.missesOften(a.Player), x.missesOften(b.Player)), falseFirst(a.Asked != nil, b.Asked != nil),
			orZero(a.Asked).Compare(orZero(b.Asked)), a.Since.Compare(b.Since), cmp.Compare(a.Player, b.Player))
	})
	return first(may), nil
}

// mayStandIn reports whether the player of s may be asked to take the seat v.
func (x *state) mayStandIn(s *model.Standin, v model.Vacancy) bool {
	a, p := x.w.firstAddress(s.Player), x.w.Players[s.Player]
	if a == nil || !a.Proved || a.Barred || a.Failing != "" {
		return false
	}
	if a.Blocked && !a.BlockedAt.Before(s.Since) { // joining the list after a "block" counts as an explicit wish
		return false
	}
	away := p.AwayFrom != nil && p.AwayUntil != nil && p.AwayFrom.Before(v.Until) && p.AwayUntil.After(x.now)
	if away || len(s.Games) > 0 && !slices.Contains(s.Games, v.Game) || x.knows(s.Player, v.Match) {
		return false
	}
	if host := x.w.Matches[v.Match].HostPlayer(); host != 0 && x.blocked(model.Block{Host: host, Player: s.Player}) {
		return false
	}
	offers, open := 0, 0
	for _, o := range x.w.Offers {
		count(&offers, o.Player == s.Player && o.By == model.OfferHouse && o.At.After(x.now.Add(-7*day)))
		count(&open, o.Player == s.Player && o.State == model.OfferOpen && o.Until.After(x.now) && x.w.Matches[o.Match].played())
	}
	return offers < v.Offers && s.Sits+open < s.Most
}

// knows reports whether a player sat in a match, was its referee, was offered a seat of it or was told what happened in it.
func (x *state) knows(player, match int64) bool {
	_, offered := x.w.Offers[[2]int64{match, player}]
	return offered || x.w.Matches[match].Row.Refereed(player) || slices.ContainsFunc(x.w.Matches[match].Seats, func(s model.Seat) bool { return s.Player == player }) ||
		slices.ContainsFunc(x.w.Changes, func(c model.SeatChange) bool { return c.Match == match && c.Player == player }) ||
		slices.ContainsFunc(x.w.Notices, func(n model.Notice) bool {
			return n.Match == match && n.Player == player && n.Seat >= 0 && isDigest(n.Purpose)
		})
}

// missesOften reports whether a player misses too many turns.
func (x *state) missesOften(player int64) bool {
	t, _ := leagues{x}.TurnsOf(player)
	return t.Missed > 2 && 5*t.Missed > t.Made+t.Missed
}

func (x seats) SaveStandin(c model.Standin) error {
	s, on := x.w.Standins[c.Player]
	blocked := x.w.firstAddress(c.Player)
	if !on || blocked != nil && blocked.Blocked && blocked.BlockedAt.After(s.Since) {
		s.Since = x.now
	}
	s.Player, s.Games, s.Most = c.Player, c.Games, c.Most
	x.w.Standins[c.Player] = s
	for id, m := range x.w.Matches {
		for _, seat := range m.Seats {
			if !m.played() || seat.State != model.SeatBot || seat.Standing.Vacant == nil {
				continue
			}
			if open, _ := x.OpenOffer(id, seat.No); open != nil && open.Until.After(x.now) {
				continue // somebody may still take it
			}
			at := slices.MaxFunc([]time.Time{x.now, *seat.Standing.Vacant}, time.Time.Compare)
			d := model.Due{Owner: model.DueOfMatch, ID: id, Seat: seat.No, What: model.DueStandin, At: at}
			if was, due := x.w.Due[keyOf(&d)]; !due || d.At.Before(was.At) {
				x.w.setDue(d)
			}
		}
	}
	return nil
}

// falseFirst compares so that true sorts after false.
func falseFirst(a, b bool) int {
	number := map[bool]int{true: 1}
	return number[a] - number[b]
}

func orZero(t *time.Time) time.Time {
	if t == nil {
		return time.Time{}
	}
	return *t
}
