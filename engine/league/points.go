package league

import (
	"math/big"
	"strconv"

	"pitpost.example/engine"
)

// Points are kept exactly, as whole parts of one Point.
type Points int64

// Point is one point. It is divisible by (s-1)·t for every group size s and every
// tie of t in it, so no sharing among up to ten players leaves a rest.
const Point Points = 6_350_400

// Exact writes points as a whole number or a reduced fraction: "3", "7/3".
func (p Points) Exact() string { return big.NewRat(int64(p), int64(Point)).RatString() }

// Decimal writes points with at most three digits behind the point, rounded to
// the nearest: "3", "2.333".
func (p Points) Decimal() string {
	return strconv.FormatFloat(float64((int64(p)*1000+int64(Point)/2)/int64(Point))/1000, 'f', -1, 64)
}

// PointsFor are the points of each place in a group of that size, the first place
// first. Of a full group they are size-1 … 0 where the rules say nothing; a
// smaller group's winner has as much as a full group's, the last has 0, and the
// places between are spaced evenly.
func (r *Rules) PointsFor(size int) []Points {
	if given, ok := r.Points[size]; ok {
		return engine.Each(given, func(p int) Points { return Points(p) * Point })
	}
	list := make([]Points, size)
	for i := range list {
		if size > 1 {
			list[i] = Point / Points(size-1) * Points(r.Group-1) * Points(size-1-i)
		}
	}
	return list
}

// Share gives each of a group its points by place. Those who share a place share
// the points of all the places they take up, in equal parts.
func (r *Rules) Share(places []int) []Points {
	list := r.PointsFor(len(places))
	out := make([]Points, len(places))
	for i, place := range places {
		sum, n := Points(0), 0
		for _, other := range places {
			if other == place && place-1+n < len(list) {
				sum += list[place-1+n]
				n++
			}
		}
		out[i] = sum / Points(max(n, 1))
	}
	return out
}

// Finish is how one seat came out of a match.
type Finish struct {
	// Name is the entrant the seat was drawn for; By who held it at the end,
	// where that is another: a substitute's name, or Bot.
	Name string `json:"name"`
	By   string `json:"by,omitempty"`
	// Score is the game's own; Won says that the game named it a winner.
	Score int  `json:"score"`
	Won   bool `json:"won,omitempty"`
	// Misses counts the turns that Name did not answer in time.
	Misses int `json:"misses,omitempty"`
}

// Bot stands in Finish.By for a seat that the house held at the end.
const Bot = "bot"

// Result is what a group came to.
type Result struct {
	Group int `json:"group"` // its No
	Round int `json:"round"`
	// Seats are in seat order.
	Seats []Finish `json:"seats"`
	// Aborted: the match never ended; who still sat there shares the first
	// places, who was gone the last.
	Aborted bool `json:"aborted,omitempty"`
	// Closed: the season's close ended it, bots playing it out. It counts as any.
	Closed bool `json:"closed,omitempty"`
}

// Places are the seats' places in seat order, from 1: winners first, then by
// score; equals share the better place. Of an aborted match those who stayed
// share the first place, those who left the place after them.
func (r *Result) Places() []int {
	before := func(a, b Finish) bool {
		switch {
		case r.Aborted:
			return a.By == "" && b.By != ""
		case a.Won != b.Won:
			return a.Won
		}
		return a.Score > b.Score
	}
	return engine.Each(r.Seats, func(f Finish) int {
		return 1 + engine.Count(r.Seats, func(other Finish) bool { return before(other, f) })
	})
}
