package world

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"pitpost.example/engine"
	"pitpost.example/engine/rating"
	"pitpost.example/model"
)

// Watchers lists everybody who follows a match, by player number.
type Watchers struct{ Match int64 }

func (q Watchers) In(w *World, _ time.Time) []model.Watcher {
	out := []model.Watcher{}
	for k, v := range w.Watches {
		if k[0] == q.Match {
			out = append(out, v)
		}
	}
	slices.SortFunc(out, func(a, b model.Watcher) int { return cmp.Compare(a.Player, b.Player) })
	return out
}

// Watched lists the matches that a player follows and that are not over.
type Watched struct{ Player int64 }

func (q Watched) In(w *World, _ time.Time) []int64 {
	return w.matches(func(m *Match) bool {
		_, yes := w.Watches[[2]int64{m.Row.ID, q.Player}]
		return yes && m.open()
	})
}

// Unwatch stops a player following a match. It returns false if the player did not follow it.
func (x *Tx) Unwatch(match, player int64) bool { return Tell(x, &Unwatch{match, player}) }

// MatchHooks lists the webhooks set for this one match, by number.
type MatchHooks struct{ Match int64 }

func (q MatchHooks) In(w *World, _ time.Time) []model.Hook {
	return list(w.Hooks, func(h model.Hook) bool { return h.Match == q.Match }, func(a, b model.Hook) int { return cmp.Compare(a.ID, b.ID) })
}

func (c Watch) apply(w *World, now time.Time) {
	w.Watches[[2]int64{c.Match, c.Player}] = model.Watcher{Player: c.Player, Told: c.Told, ToldAt: now}
}

func (c *Unwatch) tell(w *World, _ time.Time) bool {
	return take(w.Watches, [2]int64{c.Match, c.Player})
}

func (c UnwatchAll) apply(w *World, _ time.Time) {
	maps.DeleteFunc(w.Watches, func(k [2]int64, _ model.Watcher) bool { return k[0] == c.Match })
}

func (c *AddHook) tell(w *World, now time.Time) int64 {
	c.ID, c.MadeAt = w.number("webhooks", c.ID), now
	w.Hooks[c.ID] = c.Hook
	return c.ID
}

func (c *DropHook) tell(w *World, _ time.Time) bool { return take(w.Hooks, c.ID) }

func (c *TurnHook) tell(w *World, _ time.Time) bool {
	h := w.Hooks[c.ID]
	if h.Secret == nil {
		return false
	}
	h.OldSecret, h.OldUntil, h.Secret = h.Secret, &c.Until, c.Secret
	w.Hooks[c.ID] = h
	return true
}

func (c *HookOff) tell(w *World, _ time.Time) *model.Hook {
	h, there := w.Hooks[c.ID]
	if !there || h.Off != "" {
		return nil
	}
	h.Off = engine.Tidy(c.Why)
	w.Hooks[c.ID] = h
	return &h
}

func (*ReplayFailed) tell(*World, time.Time) int { return 0 }

// RatingChanges lists the latest changes of a player's ratings, newest first; an empty Kind means all kinds.
type RatingChanges struct {
	Player int64
	Kind   string
	Most   int
}

func (q RatingChanges) In(w *World, _ time.Time) []model.RatingChange {
	out := []model.RatingChange{}
	for _, r := range slices.Backward(w.Rated) {
		var of []model.RatingChange
		for _, c := range r.Changes {
			if c.Player == q.Player && (q.Kind == "" || c.Kind == q.Kind) {
				of = append(of, model.RatingChange{No: r.No, Match: r.Match, Game: w.Matches[r.Match].Row.Game, Change: c})
			}
		}
		slices.SortFunc(of, func(a, b model.RatingChange) int { return cmp.Compare(a.Kind, b.Kind) })
		out = append(out, of...)
	}
	return out[:min(q.Most, len(out))]
}

// TurnsOf adds up a player's turns in all rated matches.
type TurnsOf struct{ Player int64 }

func (q TurnsOf) In(w *World, _ time.Time) rating.Turns {
	sum := rating.Turns{Player: q.Player}
	for _, r := range w.Rated {
		for _, t := range r.Turns {
			if t.Player == q.Player {
				sum.Made, sum.Missed = sum.Made+t.Made, sum.Missed+t.Missed
			}
		}
	}
	return sum
}

// NextRated asks for the number of the next rated match, and whether this match has one already. It locks:
// until the transaction ends no other process rates, because a rating starts from what the match before has
// left.
type NextRated struct{ Match int64 }

// RatedNext is the answer to NextRated.
type RatedNext struct {
	No      int64
	Already bool
}

func (q NextRated) In(w *World, _ time.Time) RatedNext {
	n := RatedNext{No: 1}
	for _, r := range w.Rated {
		n.No, n.Already = max(n.No, r.No+1), n.Already || r.Match == q.Match
	}
	return n
}

// Ratings returns the ratings of some players, or of everybody if Players is empty.
type Ratings struct{ Players []int64 }

func (q Ratings) In(w *World, _ time.Time) rating.Book {
	book := maps.Clone(w.Ratings)
	maps.DeleteFunc(book, func(k rating.Key, _ rating.Standing) bool {
		return len(q.Players) > 0 && !slices.Contains(q.Players, k.Player)
	})
	return book
}

func (c Rate) apply(w *World, _ time.Time) {
	w.Rated = append(w.Rated, c.Rated)
	for _, change := range c.Changes {
		w.Ratings[change.Key] = c.Now.Get(change.Key)
	}
}

func (c Tally) apply(w *World, _ time.Time) {
	if w.Tallied[c.Match.ID] {
		return
	}
	w.Tallied[c.Match.ID] = true
	for _, n := range c.Counts {
		k := TallyKey{c.Match.Game, c.Match.Edition, c.Seats, n.What, n.Key}
		n.N, n.Total = n.N+w.Tallies[k].N, n.Total+w.Tallies[k].Total
		w.Tallies[k] = n
	}
}
