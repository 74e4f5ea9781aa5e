package world

import (
	"cmp"
	"slices"
	"time"

	"pitpost.example/engine/rating"
	"pitpost.example/model"
)

// RatingChanges are the latest changes of a player's ratings, the last first; of one kind, or
// with "" of all.
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

// TurnsOf sums the turns of a player in matches that ended.
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

// NextRated is the number the next rated match gets, and whether this match has one already. From
// here to the end of the transaction only this process rates: who rates a match reads what the match
// before has left.
type NextRated struct{ Match int64 }

// RatedNext answers it.
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

// Ratings are all ratings of some players; with none named, of everybody.
type Ratings struct{ Players []int64 }

func (q Ratings) In(w *World, _ time.Time) rating.Book {
	book := rating.Book{}
	for k, s := range w.Ratings {
		if len(q.Players) == 0 || slices.Contains(q.Players, k.Player) {
			book[k] = s
		}
	}
	return book
}

// SaveRated keeps what the rating of a match did, with the ratings that it changed as the book
// has them now.
func (x *Tx) SaveRated(r model.Rated, book rating.Book) {
	changed := rating.Book{}
	for _, c := range r.Changes {
		changed[c.Key] = book.Get(c.Key)
	}
	x.Do(Rate{r, changed})
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
