package rating_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/rating"
)

// One side wins a round and the other loses it; after a rewind the round no longer counts.
func TestRoundsRateRoles(t *testing.T) {
	h := newHall(t, "saboteur", "Ana", "Bo", "Cy", "Di", "Eli")
	h.finish()
	m := rating.ReadMatch(h.m, h.seated(), rating.Newest)
	if len(m.Rounds) == 0 {
		t.Fatal("no round was rated")
	}
	book := rating.Book{}
	for _, c := range book.Enter(m) {
		game, role := rating.SplitKind(c.Kind)
		if role == "" {
			continue
		}
		up := c.After.Mu > c.Before.Mu
		if game != "saboteur" || c.Place == c.Among && !up || c.Place == 0 && up || c.After.Sigma >= c.Before.Sigma {
			t.Errorf("won %d of %d as %s: from %v to %v", c.Place, c.Among, role, c.Before, c.After)
		}
	}
	for _, r := range m.Rounds {
		for _, s := range r.Sides {
			if (s.Place == 1) != (r.Won == s.Role || r.Won == "") {
				t.Errorf("won by %s: %+v", r.Won, r.Sides)
			}
		}
	}
}

func TestARoundTakenBackIsNotRated(t *testing.T) {
	h := newHall(t, "saboteur", "Ana", "Bo", "Cy", "Di", "Eli")
	before := 0
	for h.m.Deals < 2 {
		before = h.m.Seq
		h.turn()
	}
	h.say(engine.Rewound{To: before, By: "host"})
	h.finish()
	if m := rating.ReadMatch(h.m, h.seated(), rating.Newest); len(m.Rounds) > 3 {
		t.Errorf("%d rounds of three", len(m.Rounds))
	}
}

// The order in which a match lists its players does not change a single bit.
func TestOrderInsideAMatchHasNoBearing(t *testing.T) {
	h := newHall(t, "saboteur", "Ana", "Bo", "Cy", "Di", "Eli")
	h.finish()
	m := rating.ReadMatch(h.m, h.seated(), rating.Newest)
	old := func() rating.Book {
		b := rating.Book{}
		for p := range int64(6) {
			for _, kind := range []string{rating.Overall, "saboteur", "saboteur/miner", "saboteur/saboteur"} {
				b[rating.Key{Player: p, Kind: kind}] = rating.Standing{Rating: rating.Rating{Mu: 21_000_001 + 1_234_567*p, Sigma: 7_000_003 - 1_010_101*p}}
			}
		}
		return b
	}
	book := old()
	want := book.Enter(m)
	r := rand.New(rand.NewPCG(8, 9))
	for range 50 {
		r.Shuffle(len(m.Entries), func(i, k int) { m.Entries[i], m.Entries[k] = m.Entries[k], m.Entries[i] })
		for _, round := range m.Rounds {
			r.Shuffle(len(round.Sides), func(i, k int) { round.Sides[i], round.Sides[k] = round.Sides[k], round.Sides[i] })
			for _, s := range round.Sides {
				r.Shuffle(len(s.Members), func(i, k int) { s.Members[i], s.Members[k] = s.Members[k], s.Members[i] })
			}
		}
		other := old()
		if got := other.Enter(m); !reflect.DeepEqual(got, want) || !reflect.DeepEqual(other, book) {
			t.Fatalf("got %v, want %v", got, want)
		}
	}
}

func TestPoints(t *testing.T) {
	if r := rating.NewRating(); r.Points() != 1000 || r.Spread() != 667 || r.Mu != 25_000_000 || r.Sigma != 8_333_333 {
		t.Errorf("a newcomer has %d ± %d", r.Points(), r.Spread())
	}
}
