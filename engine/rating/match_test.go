package rating_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/engine/rating"
)

// hall is a match in which random moves are played.
type hall struct {
	t *testing.T
	m *engine.Match
	r *rand.Rand
}

func newHall(t *testing.T, game string, names ...string) *hall {
	t.Helper()
	g := catalog.FindGame(game)
	h := &hall{t, engine.OpenMatch(g, engine.Setup{Edition: g.Editions()[0]}, [32]byte{7}), rand.New(rand.NewPCG(uint64(len(game)), uint64(len(names))))}
	for _, n := range names {
		h.add(engine.Fact{Event: engine.Joined{Name: n}})
	}
	h.add(h.m.Start()...)
	return h
}

func (h *hall) add(facts ...engine.Fact) {
	for _, f := range facts {
		f.Seq = h.m.Seq + 1
		h.m.Apply(f)
	}
}

func (h *hall) say(events ...engine.Event) {
	for _, e := range events {
		h.add(engine.Fact{Event: e})
	}
}

// turn makes a random choice for the seat to move, and returns the seat.
func (h *hall) turn() string {
	h.t.Helper()
	seat := h.m.ToMove()[0]
	legal := h.m.State().Legal(seat)
	facts, no := h.m.Play(seat, legal[h.r.IntN(len(legal))])
	if no != nil {
		h.t.Fatal(no)
	}
	h.add(facts...)
	return seat
}

func (h *hall) turns(n int) {
	h.t.Helper()
	for range n {
		h.turn()
	}
}

// concede gives up the round, or the match where there are no rounds.
func (h *hall) concede() {
	facts, _ := h.m.Concede("Ana")
	h.add(facts...)
}

func (h *hall) finish() {
	for h.m.Phase == engine.Running {
		h.turn()
	}
}

// seated returns holdings of players 1, 2, … who keep their seats, in order, to the end.
func (h *hall) seated() []rating.Holding {
	var out []rating.Holding
	for i, name := range h.m.Names() {
		out = append(out, rating.Holding{Seat: name, Player: int64(i + 1), To: rating.End})
	}
	return out
}

func places(m *rating.Match) map[int64]int {
	out := map[int64]int{}
	for _, e := range m.Entries {
		out[e.Player] = e.Place
	}
	return out
}

func TestPlacesAreByTheScoreWinnersFirst(t *testing.T) {
	for _, game := range catalog.GameNames() {
		h := newHall(t, game, "Ana", "Bo", "Cy", "Di")
		h.finish()
		result := h.m.State().Result()
		got := places(rating.ReadMatch(h.m, h.seated(), rating.Newest))
		for i, name := range h.m.Names() {
			if won := slices.Contains(result.Winners, name); won != (got[int64(i+1)] == 1) {
				t.Errorf("%s: %s is placed %d, and the winners are %v", game, name, got[int64(i+1)], result.Winners)
			}
			for k, other := range h.m.Names() {
				if result.Scores[name] > result.Scores[other] && got[int64(i+1)] >= got[int64(k+1)] {
					t.Errorf("%s: %v gives %v", game, result.Scores, got)
				}
			}
		}
	}
}

func TestWhoLeftIsLast(t *testing.T) {
	h := newHall(t, "saboteur", "Ana", "Bo", "Cy", "Di")
	h.turns(4)
	h.say(engine.Resigned{Of: "Ana"}, engine.Replaced{Of: "Ana", With: "bot", By: "house"})
	gone := h.m.Seq
	h.say(engine.Missed{Of: "Bo", Outcome: "safe"}, engine.Missed{Of: "Bo", Outcome: "safe"},
		engine.Replaced{Of: "Bo", With: "bot", By: "house"}) // and does not come back
	h.say(engine.Away{Of: "Cy"}, engine.Replaced{Of: "Cy", With: "bot", By: "house"})
	h.finish()
	seats := h.seated()
	seats[0].To = gone - 2
	got := places(rating.ReadMatch(h.m, seats, rating.Newest))
	if got[1] != 3 || got[2] != 3 || got[3] > 2 || got[4] > 2 {
		t.Errorf("Ana resigned, Bo stayed away unannounced, Cy is away: %v", got)
	}
	seats = append(seats, rating.Holding{Seat: "Ana", Player: 1, From: gone, To: rating.End, Taken: true, Place: 1})
	h.say(engine.Replaced{Of: "Ana", With: "Ana", By: "host"})
	if got := places(rating.ReadMatch(h.m, seats, rating.Newest)); got[1] == 4 || len(got) != 4 {
		t.Errorf("Ana was seated again: %v", got)
	}
}

func TestAStandInIsRatedOnlyForTheBetter(t *testing.T) {
	h := newHall(t, "saboteur", "Ana", "Bo", "Cy", "Di")
	h.finish()
	end := h.m.Places()["Ana"]
	for _, c := range []struct {
		taken float64
		left  bool
		rated bool
	}{{end + 0.5, false, true}, {end, false, false}, {end - 0.5, false, false}, {end + 1, true, false}} {
		seats := h.seated()
		seats[0].To = 10
		seats = append(seats, rating.Holding{Seat: "Ana", Player: 5, From: 10, To: rating.End, Taken: true, Place: c.taken, Left: c.left})
		m := rating.ReadMatch(h.m, seats, rating.Newest)
		got := places(m)
		if _, rated := got[5]; rated != c.rated || got[1] != len(got) {
			t.Errorf("taken at place %v (left again: %v), ended at %v: %v", c.taken, c.left, end, got)
		}
		for _, r := range m.Rounds {
			for _, s := range r.Sides {
				for _, p := range s.Members {
					if p.Player == 5 && p.Counts != c.rated {
						t.Errorf("in a round the stand-in counts: %v", p.Counts)
					}
				}
			}
		}
	}
}

func TestUnrated(t *testing.T) {
	h := newHall(t, "saboteur", "Ana", "Bo", "Cy", "Di")
	h.finish()
	if m := rating.ReadMatch(h.m, h.seated()[:1], rating.Newest); len(m.Entries)+len(m.Rounds) != 0 ||
		len(m.Turns) != 1 {
		t.Errorf("a match against bots alone: %+v", m)
	}
	seats := h.seated()
	for i := range seats {
		seats[i].To = 9
	}
	if m := rating.ReadMatch(h.m, seats, rating.Newest); len(m.Entries) != 0 {
		t.Errorf("everybody left: %+v", m)
	}
	h = newHall(t, "saboteur", "Ana", "Bo", "Cy", "Di")
	h.turns(8)
	h.say(engine.Aborted{By: "host", Why: "late"})
	if m := rating.ReadMatch(h.m, h.seated(), rating.Newest); len(m.Entries)+len(m.Rounds) != 0 || len(m.Turns) != 4 || m.Turns[0].Made != 2 {
		t.Errorf("an aborted match: %+v", m)
	}
	h = newHall(t, "saboteur", "Ana", "Bo", "Cy", "Di")
	h.turns(8)
	h.say(engine.Away{Of: "Ana"}, engine.Replaced{Of: "Ana", With: "bot", By: "house"})
	for _, name := range []string{"Bo", "Cy", "Di"} { // the season is over, so bots finish
		h.say(engine.Replaced{Of: name, With: "bot", By: "house"})
	}
	h.finish()
	if m := rating.ReadMatch(h.m, h.seated(), rating.Newest); len(m.Entries)+len(m.Rounds) != 0 || len(m.Turns) != 4 || m.Turns[1].Made != 2 {
		t.Errorf("a match that the house finished: %+v", m)
	}
}

func TestTurnsInTime(t *testing.T) {
	h := newHall(t, "saboteur", "Ana", "Bo", "Cy")
	of := func(seat string) rating.Turns {
		for _, x := range rating.ReadMatch(h.m, h.seated(), rating.Newest).Turns {
			if x.Player == int64(slices.Index(h.m.Names(), seat)+1) {
				return x
			}
		}
		return rating.Turns{}
	}
	want := func(seat string, made, missed int) {
		t.Helper()
		if got := of(seat); got.Made != made || got.Missed != missed {
			t.Errorf("%s: %d made and %d missed, not %d and %d", seat, got.Made, got.Missed, made, missed)
		}
	}
	a := h.turn()
	want(a, 1, 0)
	b := h.m.ToMove()[0]
	h.say(engine.Missed{Of: b, Outcome: "wait"}, engine.Missed{Of: b, Outcome: "wait"}) // one choice, which counts as missed once
	h.turn()
	want(b, 0, 1)
	c := h.m.ToMove()[0]
	h.say(engine.Missed{Of: c, Outcome: "safe"})
	h.turn()
	want(c, 0, 1)
	h.turn()
	h.turn()
	h.turn()
	want(a, 2, 0)
	want(b, 1, 1)
	want(c, 1, 1)
	h.say(engine.Away{Of: a}, engine.Missed{Of: a, Outcome: "bot"}) // announced before, so not a miss
	h.turn()
	h.say(engine.Replaced{Of: a, With: "bot", By: "house"})
	h.turn()
	h.turn()
	h.turn() // by the bot
	want(a, 2, 0)
	h.say(engine.Back{Of: a})
	h.turn()
	h.turn()
	h.turn()
	want(a, 3, 0)
	rewound := h.m.Seq
	h.turn()
	h.say(engine.Rewound{To: rewound, By: "host"}) // taken back, but it was made in time
	want(b, 4, 1)
}

// A long turn counts once, even if it has several choices.
func TestALongTurnCountsOnce(t *testing.T) {
	h := newHall(t, "clonk", "Ana", "Bo", "Cy")
	h.finish()
	made, turns := 0, h.m.State().View("").Turn-1
	for _, x := range rating.ReadMatch(h.m, h.seated(), rating.Newest).Turns {
		made += x.Made
	}
	if made < turns || made > turns+3 { // everyone may also be asked to open a tile
		t.Errorf("%d turns made in a match of %d", made, turns)
	}
}
