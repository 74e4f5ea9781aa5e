package world

import (
	"cmp"
	"slices"
	"time"

	"pitpost.example/engine/rating"
	"pitpost.example/engine/tally"
	"pitpost.example/model"
)

// Changes of what becomes of matches beside the table.

type (
	// Rate keeps what the rating of a match did, with the ratings that it changed as the book
	// has them now.
	Rate struct {
		model.Rated
		Now rating.Book
	}
	// Tally adds the counts of a match to the sums, once.
	Tally struct {
		Match  model.Match
		Seats  int
		Counts []tally.Count
	}
	// SaveOffer puts a seat to somebody, in place of what they were offered in the match before, or
	// keeps how that ended.
	SaveOffer struct{ model.SeatOffer }
	// NoteSeatChange keeps a change of hands.
	NoteSeatChange struct{ model.SeatChange }
	// SaveStandin puts a player on the list of who stands in.
	SaveStandin struct{ model.Standin }
	// DropStandin takes them off and answers whether they were on it.
	DropStandin struct{ Player int64 }
	// Watch lets a player follow a match, told up to a fact.
	Watch struct {
		Match, Player int64
		Told          int
	}
	// Unwatch ends that and answers whether they followed it.
	Unwatch struct{ Match, Player int64 }
	// UnwatchAll ends it for all.
	UnwatchAll struct{ Match int64 }
	// AddHook keeps a hook and gives its number.
	AddHook struct{ model.Hook }
	// DropHook forgets a hook and its calls.
	DropHook struct{ ID int64 }
	// TurnHook gives it another secret; the one before signs too until a time.
	TurnHook struct {
		ID     int64
		Secret []byte
		Until  time.Time
	}
	// HookOff ends a hook and answers with it, nil where it was off.
	HookOff struct {
		ID  int64
		Why string
	}
	// Greet queues the first call of a hook.
	Greet struct {
		Hook, Match int64
		unseen
	}
	// ReplayFailed lets the calls that were given up, of hooks that hosts of a match set, be
	// made once more, and counts them.
	ReplayFailed struct{ Match int64 }
)

// OpenOffer is the offer of a seat that waits for its answer, in time or not; nil for none.
type OpenOffer struct {
	Match int64
	Seat  int
}

func (q OpenOffer) In(w *World, _ time.Time) *model.SeatOffer {
	return first(list(w.Offers, func(o model.SeatOffer) bool {
		return o.Match == q.Match && o.Seat == q.Seat && o.State == model.OfferOpen
	},
		func(a, b model.SeatOffer) int { return cmp.Compare(a.Player, b.Player) }))
}

// OfferTo is what a player was offered in a match; nil for nothing.
type OfferTo struct{ Match, Player int64 }

func (q OfferTo) In(w *World, _ time.Time) *model.SeatOffer {
	return row(w.Offers, [2]int64{q.Match, q.Player})
}

// SeatChanges are all changes of hands of a match, in the order in which they happened.
type SeatChanges struct{ Match int64 }

func (q SeatChanges) In(w *World, _ time.Time) []model.SeatChange {
	return w.seatChanges(func(c model.SeatChange) bool { return c.Match == q.Match })
}

// SeatsLeft lists the seats of matches still played that a player left for good.
type SeatsLeft struct{ Player int64 }

func (q SeatsLeft) In(w *World, _ time.Time) []model.SeatChange {
	return w.seatChanges(func(c model.SeatChange) bool {
		m := w.Matches[c.Match]
		return c.Player == q.Player && c.What == model.ChangeLeft && m != nil && m.played()
	})
}

// StandinOf is a player's entry in the list, with what is to be known of them; nil for none.
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

// AnyStandin says whether anybody is ready at all.
type AnyStandin struct{}

func (AnyStandin) In(w *World, _ time.Time) bool { return len(w.Standins) > 0 }

// NextStandin is who is to be asked to take a seat; nil for nobody. Nobody who sits or sat
// in the match, or was asked for a seat of it, is. Until the transaction ends no other
// process picks anybody, so that each finds the limits of all as they are.
type NextStandin struct{ model.Vacancy }

func (q NextStandin) In(w *World, now time.Time) *model.Standin {
	var may []model.Standin
	for player := range w.Standins {
		if s := (StandinOf{player}).In(w, now); w.mayStandIn(s, q.Vacancy, now) {
			may = append(may, *s)
		}
	}
	slices.SortFunc(may, func(a, b model.Standin) int {
		return cmp.Or(last(a.Lang != q.Vacancy.Lang, b.Lang != q.Vacancy.Lang), last(w.misses(a.Player), w.misses(b.Player)), last(a.Asked != nil, b.Asked != nil),
			since(a.Asked).Compare(since(b.Asked)), a.Since.Compare(b.Since), cmp.Compare(a.Player, b.Player))
	})
	return first(may)
}

// NewOffer puts a seat to somebody.
func (x *Tx) NewOffer(o model.SeatOffer) {
	o.At, o.State = x.Now(), model.OfferOpen
	x.Do(SaveOffer{o})
}

// EndOffer keeps how an offer ended; nil is none.
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
			if o := (OpenOffer{id, seat.No}).In(w, now); o != nil && o.Until.After(now) {
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

func (c *DropStandin) tell(w *World, _ time.Time) bool {
	_, on := w.Standins[c.Player]
	delete(w.Standins, c.Player)
	return on
}

// seatChanges are those that are wanted, in the order in which they happened.
func (w *World) seatChanges(wanted func(model.SeatChange) bool) []model.SeatChange {
	out := []model.SeatChange{}
	for _, c := range w.Changes {
		if wanted(c) {
			out = append(out, c)
		}
	}
	slices.SortFunc(out, func(a, b model.SeatChange) int {
		return cmp.Or(cmp.Compare(a.Match, b.Match), a.Seq-b.Seq, cmp.Compare(a.What, b.What), a.Seat-b.Seat)
	})
	return out
}

// last puts what holds behind what does not.
func last(a, b bool) int {
	number := map[bool]int{true: 1}
	return number[a] - number[b]
}

func since(t *time.Time) time.Time {
	if t == nil {
		return time.Time{}
	}
	return *t
}

// mayStandIn says whether somebody may be asked to take a seat.
func (w *World) mayStandIn(s *model.Standin, v model.Vacancy, now time.Time) bool {
	a, p := w.firstAddress(s.Player), w.Players[s.Player]
	if a == nil || !a.Proved || a.Barred || a.Failing != "" || a.Blocked && !a.BlockedAt.Before(s.Since) { // an explicit wish after a "block" stands
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

// knows says whether a player sat in a match, was asked for a seat of it or was told of it.
func (w *World) knows(player, match int64) bool {
	_, offered := w.Offers[[2]int64{match, player}]
	return offered || slices.ContainsFunc(w.Matches[match].Seats, func(s model.Seat) bool { return s.Player == player }) ||
		slices.ContainsFunc(w.Changes, func(c model.SeatChange) bool { return c.Match == match && c.Player == player }) ||
		slices.ContainsFunc(w.Notices, func(n model.Notice) bool {
			return n.Match == match && n.Player == player && n.Seat >= 0 && isDigest(n.Purpose)
		})
}

// misses says whether a player misses turns too often.
func (w *World) misses(player int64) bool {
	t := TurnsOf{player}.In(w, time.Time{})
	return t.Missed > 2 && 5*t.Missed > t.Made+t.Missed
}
