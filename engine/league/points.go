package league

import (
	"math/big"
	"strconv"

	"pitpost.example/engine"
)

// Points are exact: a whole number of fractions of one Point.
type Points int64

// Point is one point. It is divisible by (s-1)·t for every group size s up to ten and every number t of
// players who tie in it, so that shared points never leave a remainder.
const Point Points = 6_350_400

// Exact formats points as a whole number or a reduced fraction: "3", "7/3".
func (p Points) Exact() string { return big.NewRat(int64(p), int64(Point)).RatString() }

// Decimal formats points rounded to at most three decimals: "3", "2.333".
func (p Points) Decimal() string {
	half := int64(Point) / 2
	if p < 0 {
		half = -half
	}
	return strconv.FormatFloat(float64((int64(p)*1000+half)/int64(Point))/1000, 'f', -1, 64)
}

// PointsFor returns the points of each place in a group of the given size, first place first. If the rules do
// not list them, the places of a full group get size-1 down to 0. The winner of a smaller group gets as much
// as the winner of a full one, the last gets 0, and the places between are spaced evenly.
func (r *Rules) PointsFor(size int) []Points {
	if given, ok := r.Points[size]; ok {
		return engine.MapList(given, func(p int) Points { return Points(p) * Point })
	}
	list := make([]Points, size)
	for i := range list {
		if size > 1 {
			list[i] = Point / Points(size-1) * Points(r.Group-1) * Points(size-1-i)
		}
	}
	return list
}

// Share returns the points of each player of a group, given their places. Players who share a place share the
// points of all the places that they take up equally.
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

// Finish is the result of one seat in a match.
type Finish struct {
	// Name is the entrant for whom the seat was drawn. By is who held it at the end if that was somebody
	// else: a substitute's name, or Bot.
	Name string `json:"name"`
	By   string `json:"by,omitempty"`
	// Score is the game's own score; Won is set if the game named this seat a winner.
	Score int  `json:"score"`
	Won   bool `json:"won,omitempty"`
	// Misses counts the turns that Name did not answer in time.
	Misses int `json:"misses,omitempty"`
}

// Bot is the value of Finish.By for a seat that the house held at the end.
const Bot = "bot"

// Result is the result of a group.
type Result struct {
	Group int `json:"group"` // the group's No
	Round int `json:"round"`
	// Seats are in seat order.
	Seats []Finish `json:"seats"`
	// Aborted is set if the match was never finished. Then the players still there share the first places,
	// and those who were gone share the last ones.
	Aborted bool `json:"aborted,omitempty"`
	// GivenUp is set if the match ended without a winner, because all gave it up. It counts like an aborted one.
	GivenUp bool `json:"given_up,omitempty"`
	// Closed is set if bots finished the match because the season closed. It counts like any other.
	Closed bool `json:"closed,omitempty"`
}

// nobodyWon reports whether a match has no winner, since it was aborted or all gave it up.
func (r *Result) nobodyWon() bool { return r.Aborted || r.GivenUp }

// Places returns the places in seat order, from 1: winners first, then by score, and equal seats share the
// better place. In a match that nobody won all who stayed share the first place, and those who left share the
// next one.
func (r *Result) Places() []int {
	before := func(a, b Finish) bool {
		switch {
		case r.nobodyWon():
			return a.By == "" && b.By != ""
		case a.Won != b.Won:
			return a.Won
		}
		return a.Score > b.Score
	}
	return engine.MapList(r.Seats, func(f Finish) int {
		return 1 + engine.CountWhere(r.Seats, func(other Finish) bool { return before(other, f) })
	})
}
