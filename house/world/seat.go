package world

import (
	"cmp"
	"slices"
	"time"

	"pitpost.example/engine/rating"
	"pitpost.example/engine/tally"
	"pitpost.example/model"
)

// Changes to what belongs to matches and is no part of the table.

type (
	// Rate keeps what rating a match did. Now holds the new ratings.
	Rate struct {
		model.Rated
		Now rating.Book
	}
	// Tally adds the counts of a match to the totals. Doing so twice adds them once.
	Tally struct {
		Match  model.Match
		Seats  int
		Counts []tally.Count
	}
	// SaveOffer keeps an offer of a seat or how it ended. It replaces an earlier offer of the same match to
	// the same player.
	SaveOffer struct{ model.SeatOffer }
	// NoteSeatChange records that a seat changed hands.
	NoteSeatChange struct{ model.SeatChange }
	// SaveStandin puts a player on the stand-in list or updates their entry.
	SaveStandin struct{ model.Standin }
	// DropStandin takes a player off the list and answers whether they were on it.
	DropStandin struct{ Player int64 }
	// Watch has a player follow a match. Told is the last fact they know of.
	Watch struct {
		Match, Player int64
		Told          int
	}
	// Unwatch stops that and answers whether they followed the match.
	Unwatch struct{ Match, Player int64 }
	// UnwatchAll stops everybody following a match.
	UnwatchAll struct{ Match int64 }
	// AddHook keeps a webhook and answers with its number.
	AddHook struct{ model.Hook }
	// DropHook deletes a webhook and its calls, and answers whether there was one.
	DropHook struct{ ID int64 }
	// TurnHook gives a webhook a new secret; until the given time calls are signed with the old one too. It
	// answers false if there is no such webhook or it is not signed.
	TurnHook struct {
		ID     int64
		Secret []byte
		Until  time.Time
	}
	// HookOff turns a webhook off and answers with it, or with nil if it was off already.
	HookOff struct {
		ID  int64
		Why string
	}
	// Greet queues the first call of a webhook.
	Greet struct {
		Hook, Match int64
		unseen
	}
	// ReplayFailed retries the calls that were given up, of the webhooks that hosts of this match have set,
	// and answers how many there were.
	ReplayFailed struct{ Match int64 }
)

// Offers lists the offers of seats of a match: all that were made, or those to a player, or the one of a seat
// that is open, expired or not.
type Offers struct {
	Match, Player int64
	Open          bool
	Seat          int // of the open one
}

func (q Offers) In(w *World, _ time.Time) []model.SeatOffer {
	return list(w.Offers, func(o model.SeatOffer) bool {
		return o.Match == q.Match && fits(q.Player, o.Player) && (!q.Open || o.Seat == q.Seat && o.State == model.OfferOpen)
	}, func(a, b model.SeatOffer) int { return cmp.Compare(a.Player, b.Player) })
}

// OpenOffer finds the offer of a seat that has not been answered, expired or not; nil if there is none.
func (x *Tx) OpenOffer(match int64, seat int) *model.SeatOffer {
	return First(x, Offers{Match: match, Seat: seat, Open: true})
}

// SeatChanges lists the changes of hands of a match in the order they happened.
type SeatChanges struct{ Match int64 }

func (q SeatChanges) In(w *World, _ time.Time) []model.SeatChange {
	return w.seatChanges(func(c model.SeatChange) bool { return c.Match == q.Match })
}

// SeatsLeft lists the seats that a player left for good in matches still being played.
type SeatsLeft struct{ Player int64 }

func (q SeatsLeft) In(w *World, _ time.Time) []model.SeatChange {
	return w.seatChanges(func(c model.SeatChange) bool {
		m := w.Matches[c.Match]
		return c.Player == q.Player && c.What == model.ChangeLeft && m != nil && m.played()
	})
}

// StandinOf returns a player's entry in the stand-in list, with language, address and number of seats filled
// in; nil if there is none.
type StandinOf struct{ Player int64 }

func (q StandinOf) In(w *World, _ time.Time) *model.Standin {
	s := row(w.Standins, q.Player)
	if s == nil {
		return nil
	}
	s.Lang, s.Address, s.Sits = w.Players[q.Player].Lang, w.FirstAddress(q.Player), 0
	for _, m := range w.Matches {
		for _, seat := range m.Seats {
			holds := seat.Player == q.Player && (seat.State == model.SeatJoined || seat.State == model.SeatBot)
			count(&s.Sits, holds && m.played() && slices.ContainsFunc(w.Changes, func(c model.SeatChange) bool {
				return c.Match == m.Row.ID && c.Seat == seat.No && c.What == model.ChangeTaken && c.Player == q.Player
			}))
		}
	}
	return s
}

// AnyStandin reports whether anybody is on the stand-in list.
type AnyStandin struct{}

func (AnyStandin) In(w *World, _ time.Time) bool { return len(w.Standins) > 0 }

// NextStandin chooses who is asked next to take a vacant seat; nil if there is nobody. It never chooses
// people who sit or sat in the match or were asked about one of its seats. It locks: until the transaction
// ends no other process chooses, so nobody is asked more often than the limits allow.
type NextStandin struct{ model.Vacancy }

func (q NextStandin) In(w *World, now time.Time) *model.Standin {
	var may []model.Standin
	for player := range w.Standins {
		if s := (StandinOf{player}).In(w, now); w.mayStandIn(s, q.Vacancy, now) {
			may = append(may, *s)
		}
	}
	slices.SortFunc(may, func(a, b model.Standin) int {
		return cmp.Or(falseFirst(a.Lang != q.Vacancy.Lang, b.Lang != q.Vacancy.Lang), falseFirst(w.missesOften(a.Player), w.missesOften(b.Player)), falseFirst(a.Asked != nil, b.Asked != nil),
			orZero(a.Asked).Compare(orZero(b.Asked)), a.Since.Compare(b.Since), cmp.Compare(a.Player, b.Player))
	})
	return first(may)
}

// EndOffer keeps how an offer ended. A nil offer is ignored.
func (x *Tx) EndOffer(o *model.SeatOffer, state model.OfferState) {
	if o != nil {
		o.State = state
		x.Do(SaveOffer{*o})
	}
}

func (c SaveOffer) apply(w *World, _ time.Time) {
	w.Offers[[2]int64{c.Match, c.Player}] = c.SeatOffer
	if c.State == model.OfferOpen {
		change(w.Standins, c.Player, func(s *model.Standin) { s.Asked = &c.At })
	}
}

func (c NoteSeatChange) apply(w *World, now time.Time) {
	same := func(o model.SeatChange) bool {
		return o.Match == c.Match && o.Seat == c.Seat && o.What == c.What && o.Seq == c.Seq
	}
	if !slices.ContainsFunc(w.Changes, same) {
		c.At, c.Place = now, float64(float32(c.Place))
		w.Changes = append(w.Changes, c.SeatChange)
	}
}

func (c SaveStandin) apply(w *World, now time.Time) {
	s, on := w.Standins[c.Player]
	blocked := w.firstAddress(c.Player)
	if !on || blocked != nil && blocked.Blocked && blocked.BlockedAt.After(s.Since) {
		s.Since = now
	}
	s.Player, s.Games, s.Most = c.Player, c.Games, c.Most
	w.Standins[c.Player] = s
	for id, m := range w.Matches {
		for _, seat := range m.Seats {
			if !m.played() || seat.State != model.SeatBot || seat.Standing.Vacant == nil {
				continue
			}
			if o := first(Offers{Match: id, Seat: seat.No, Open: true}.In(w, now)); o != nil && o.Until.After(now) {
				continue // somebody may still take it
			}
			at := slices.MaxFunc([]time.Time{now, *seat.Standing.Vacant}, time.Time.Compare)
			d := model.Due{Owner: model.DueOfMatch, ID: id, Seat: seat.No, What: model.DueStandin, At: at}
			if was, due := w.Due[keyOf(&d)]; !due || d.At.Before(was.At) {
				w.setDue(d)
			}
		}
	}
}

func (c *DropStandin) tell(w *World, _ time.Time) bool { return take(w.Standins, c.Player) }

// seatChanges returns the changes that wanted accepts, in the order they happened.
func (w *World) seatChanges(wanted func(model.SeatChange) bool) []model.SeatChange {
	out := slices.DeleteFunc(slices.Clone(w.Changes), func(c model.SeatChange) bool { return !wanted(c) })
	slices.SortFunc(out, func(a, b model.SeatChange) int {
		return cmp.Or(cmp.Compare(a.Match, b.Match), a.Seq-b.Seq, cmp.Compare(a.What, b.What), a.Seat-b.Seat)
	})
	return out
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

// mayStandIn reports whether the player of s may be asked to take the seat v.
func (w *World) mayStandIn(s *model.Standin, v model.Vacancy, now time.Time) bool {
	a, p := w.firstAddress(s.Player), w.Players[s.Player]
	if a == nil || !a.Proved || a.Barred || a.Failing != "" || a.Blocked && !a.BlockedAt.Before(s.Since) { // joining the list after a "block" counts as an explicit wish
		return false
	}
	away := p.AwayFrom != nil && p.AwayUntil != nil && p.AwayFrom.Before(v.Until) && p.AwayUntil.After(now)
	if away || len(s.Games) > 0 && !slices.Contains(s.Games, v.Game) || w.knows(s.Player, v.Match) {
		return false
	}
	if host := w.Matches[v.Match].Seat(w.Matches[v.Match].Row.Host); host != nil && host.Player != 0 && (HostBlocked{Host: host.Player, Player: s.Player}).In(w, now) {
		return false
	}
	offers, open := 0, 0
	for _, o := range w.Offers {
		count(&offers, o.Player == s.Player && o.By == model.OfferHouse && o.At.After(now.Add(-7*day)))
		count(&open, o.Player == s.Player && o.State == model.OfferOpen && o.Until.After(now) && w.Matches[o.Match].played())
	}
	return offers < v.Offers && s.Sits+open < s.Most
}

// knows reports whether a player sat in a match, was offered a seat of it or was told what happened in it.
func (w *World) knows(player, match int64) bool {
	_, offered := w.Offers[[2]int64{match, player}]
	return offered || slices.ContainsFunc(w.Matches[match].Seats, func(s model.Seat) bool { return s.Player == player }) ||
		slices.ContainsFunc(w.Changes, func(c model.SeatChange) bool { return c.Match == match && c.Player == player }) ||
		slices.ContainsFunc(w.Notices, func(n model.Notice) bool {
			return n.Match == match && n.Player == player && n.Seat >= 0 && isDigest(n.Purpose)
		})
}

// missesOften reports whether a player misses too many turns.
func (w *World) missesOften(player int64) bool {
	t := TurnsOf{player}.In(w, time.Time{})
	return t.Missed > 2 && 5*t.Missed > t.Made+t.Missed
}
