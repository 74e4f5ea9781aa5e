package memory

import (
	"cmp"
	"slices"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// lookAtSeats answers how seats change hands, and who stands in.
func (w *command) lookAtSeats(question any) any {
	switch q := question.(type) {
	case world.Offers:
		return w.offers(q)
	case world.SeatChanges:
		return w.seatChanges(q)
	case world.Standins:
		on := list(w.Standins, func(player int64, _ model.Standin) bool { return fits(q.Player, player) }, func(a, b model.Standin) int { return cmp.Compare(a.Player, b.Player) })
		return engine.Each(on, func(s model.Standin) model.Standin { return *w.standin(s.Player) })
	case world.NextStandin:
		return w.nextStandin(q.Vacancy)
	}
	return nil
}

// changeSeats changes how seats change hands, who stands in and who follows a match.
func (w *command) changeSeats(change any) any {
	switch c := change.(type) {
	case model.SeatOffer:
		w.Offers[[2]int64{c.Match, c.Player}] = c
		if c.State == model.OfferOpen {
			alter(w.Standins, c.Player, func(s *model.Standin) { s.Asked = &c.At })
		}
	case model.SeatChange:
		same := func(o model.SeatChange) bool {
			return o.Match == c.Match && o.Seat == c.Seat && o.What == c.What && o.Seq == c.Seq
		}
		if !slices.ContainsFunc(w.Changes, same) {
			c.At, c.Place = w.now, float64(float32(c.Place))
			w.Changes = append(w.Changes, c)
		}
	case model.Standin:
		w.saveStandin(c)
	case *world.DropStandin:
		return take(w.Standins, c.Player)
	case model.Watcher:
		c.ToldAt = w.now
		w.Watches[[2]int64{c.Match, c.Player}] = c
	case *world.Unwatch:
		return take(w.Watches, [2]int64{c.Match, c.Player})
	default:
		return w.changePeople(change)
	}
	return nil
}

func (w *command) offers(q world.Offers) []model.SeatOffer {
	return list(w.Offers, func(_ [2]int64, o model.SeatOffer) bool {
		return o.Match == q.Match && fits(q.Player, o.Player) && (!q.Open || o.Seat == q.Seat && o.State == model.OfferOpen)
	}, func(a, b model.SeatOffer) int { return cmp.Compare(a.Player, b.Player) })
}

func (w *command) seatChanges(q world.SeatChanges) []model.SeatChange {
	out := engine.Where(w.Changes, func(c model.SeatChange) bool {
		m := w.Matches[c.Match]
		return fits(q.Match, c.Match) && (q.LeftBy == 0 || c.Player == q.LeftBy && c.What == model.ChangeLeft && m != nil && m.played())
	})
	slices.SortFunc(out, func(a, b model.SeatChange) int {
		return cmp.Or(cmp.Compare(a.Match, b.Match), a.Seq-b.Seq, cmp.Compare(a.What, b.What), a.Seat-b.Seat)
	})
	return out
}

func (w *command) standin(player int64) *model.Standin {
	s := row(w.Standins, player)
	if s == nil {
		return nil
	}
	s.Lang, s.Address, s.Sits = w.Players[player].Lang, w.FirstAddress(player), 0
	for _, m := range w.Matches {
		for _, seat := range m.Seats {
			holds := seat.Player == player && (seat.State == model.SeatJoined || seat.State == model.SeatBot)
			count(&s.Sits, holds && m.played() && slices.ContainsFunc(w.Changes, func(c model.SeatChange) bool {
				return c.Match == m.Row.ID && c.Seat == seat.No && c.What == model.ChangeTaken && c.Player == player
			}))
		}
	}
	return s
}

func (w *command) nextStandin(v model.Vacancy) *model.Standin {
	var may []model.Standin
	for player := range w.Standins {
		if s := w.standin(player); w.mayStandIn(s, v) {
			may = append(may, *s)
		}
	}
	slices.SortFunc(may, func(a, b model.Standin) int {
		return cmp.Or(falseFirst(a.Lang != v.Lang, b.Lang != v.Lang), falseFirst(w.missesOften(a.Player), w.missesOften(b.Player)), falseFirst(a.Asked != nil, b.Asked != nil),
			orZero(a.Asked).Compare(orZero(b.Asked)), a.Since.Compare(b.Since), cmp.Compare(a.Player, b.Player))
	})
	if len(may) == 0 {
		return nil
	}
	return &may[0]
}

// mayStandIn reports whether the player of s may be asked to take the seat v.
func (w *command) mayStandIn(s *model.Standin, v model.Vacancy) bool {
	a, p := w.firstAddress(s.Player), w.Players[s.Player]
	if a == nil || !a.Proved || a.Barred || a.Failing != "" || a.Blocked && !a.BlockedAt.Before(s.Since) { // joining the list after a "block" counts as an explicit wish
		return false
	}
	away := p.AwayFrom != nil && p.AwayUntil != nil && p.AwayFrom.Before(v.Until) && p.AwayUntil.After(w.now)
	if away || len(s.Games) > 0 && !slices.Contains(s.Games, v.Game) || w.knows(s.Player, v.Match) {
		return false
	}
	if host := w.Matches[v.Match].HostPlayer(); host != 0 && w.hostBlocked(world.HostBlocked{Host: host, Player: s.Player}) {
		return false
	}
	offers, open := 0, 0
	for _, o := range w.Offers {
		count(&offers, o.Player == s.Player && o.By == model.OfferHouse && o.At.After(w.now.Add(-7*day)))
		count(&open, o.Player == s.Player && o.State == model.OfferOpen && o.Until.After(w.now) && w.Matches[o.Match].played())
	}
	return offers < v.Offers && s.Sits+open < s.Most
}

// knows reports whether a player sat in a match, was its referee, was offered a seat of it or was told what happened in it.
func (w *command) knows(player, match int64) bool {
	_, offered := w.Offers[[2]int64{match, player}]
	return offered || w.Matches[match].Row.Refereed(player) || slices.ContainsFunc(w.Matches[match].Seats, func(s model.Seat) bool { return s.Player == player }) ||
		slices.ContainsFunc(w.Changes, func(c model.SeatChange) bool { return c.Match == match && c.Player == player }) ||
		slices.ContainsFunc(w.Notices, func(n model.Notice) bool {
			return n.Match == match && n.Player == player && n.Seat >= 0 && isDigest(n.Purpose)
		})
}

// missesOften reports whether a player misses too many turns.
func (w *command) missesOften(player int64) bool {
	t := w.turnsOf(player)
	return t.Missed > 2 && 5*t.Missed > t.Made+t.Missed
}

func (w *command) saveStandin(c model.Standin) {
	s, on := w.Standins[c.Player]
	blocked := w.firstAddress(c.Player)
	if !on || blocked != nil && blocked.Blocked && blocked.BlockedAt.After(s.Since) {
		s.Since = w.now
	}
	s.Player, s.Games, s.Most = c.Player, c.Games, c.Most
	w.Standins[c.Player] = s
	for id, m := range w.Matches {
		for _, seat := range m.Seats {
			if !m.played() || seat.State != model.SeatBot || seat.Standing.Vacant == nil {
				continue
			}
			if open := w.offers(world.Offers{Match: id, Seat: seat.No, Open: true}); len(open) > 0 && open[0].Until.After(w.now) {
				continue // somebody may still take it
			}
			at := slices.MaxFunc([]time.Time{w.now, *seat.Standing.Vacant}, time.Time.Compare)
			d := model.Due{Owner: model.DueOfMatch, ID: id, Seat: seat.No, What: model.DueStandin, At: at}
			if was, due := w.Due[keyOf(&d)]; !due || d.At.Before(was.At) {
				w.setDue(d)
			}
		}
	}
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
