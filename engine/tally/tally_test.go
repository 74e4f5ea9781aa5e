package tally_test

import (
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/bot"
	"pitpost.example/engine/catalog"
	"pitpost.example/engine/tally"
)

// played returns a whole match of a game. If late is set, Bo's time runs out at each of his turns.
func played(t *testing.T, game string, late bool) *engine.Match {
	t.Helper()
	g := catalog.FindGame(game)
	m := engine.OpenMatch(g, engine.Setup{Edition: g.Editions()[0]}, [32]byte{3})
	apply := func(facts ...engine.Fact) {
		for _, f := range facts {
			f.Seq = m.Seq + 1
			m.Apply(f)
		}
	}
	for _, name := range []string{"Ana", "Bo", "Cy"} {
		apply(engine.Fact{Event: engine.Joined{Name: name}})
	}
	apply(m.Start()...)
	stream := engine.Dice{}.For("play")
	for n := 0; m.Phase == engine.Running; n++ {
		seat := m.ToMove()[0]
		if late && seat == "Bo" {
			apply(engine.Fact{Event: engine.Missed{Of: seat, Outcome: "safe"}})
		}
		facts, no := m.Play(seat, bot.PlayRandomly(bot.SightOfSeat(m.State(), seat, m.State().Legal(seat)), stream))
		if no != nil || n > 3000 {
			t.Fatalf("move %d of %s: %v", n, seat, no)
		}
		apply(facts...)
	}
	return m
}

func sum(counts []tally.Count, what string) (n, total int64) {
	for _, c := range counts {
		if c.What == what {
			n, total = n+c.N, total+c.Total
		}
	}
	return n, total
}

// The counts of a match are consistent: each seat has a place, and each round has a winner and a side for
// each seat.
func TestAMatchAddsUp(t *testing.T) {
	for game, rounds := range map[string]int64{"saboteur": 3, "clonk": 0} {
		m := played(t, game, false)
		counts := tally.CountMatch(m)
		if n, turns := sum(counts, tally.Matches); n != 1 || turns != int64(m.State().View("").Turn-1) {
			t.Errorf("%s: %d matches of %d turns", game, n, turns)
		}
		if n, won := sum(counts, tally.Place); n != 3 || won != int64(len(m.State().Result().Winners)) {
			t.Errorf("%s: %d places, %d winners", game, n, won)
		}
		if n, _ := sum(counts, tally.Side); n != rounds {
			t.Errorf("%s: %d rounds, want %d", game, n, rounds)
		}
		if n, _ := sum(counts, tally.Role); n != 3*rounds {
			t.Errorf("%s: %d roles, want %d", game, n, 3*rounds)
		}
		if n, _ := sum(counts, tally.Misses); n != 0 {
			t.Errorf("%s: %d misses", game, n)
		}
	}
}

// Misses are counted. A match without a result adds nothing, and neither do moves that a rewind took back.
func TestWhatCountsAndWhatDoesNot(t *testing.T) {
	m := played(t, "clonk", true)
	if n, _ := sum(tally.CountMatch(m), tally.Misses); n == 0 {
		t.Error("no misses")
	}
	open := engine.OpenMatch(m.Game, m.Setup, [32]byte{3})
	facts := m.Facts()
	for _, f := range facts[:len(facts)-1] {
		open.Apply(f)
	}
	if got := tally.CountMatch(open); got != nil {
		t.Errorf("a match that runs adds %v", got)
	}
	once := tally.CountMatch(m)
	twice := engine.OpenMatch(m.Game, m.Setup, [32]byte{3})
	to := len(facts) / 2
	for _, f := range facts[:to] {
		twice.Apply(f)
	}
	twice.Apply(engine.Fact{Seq: to + 1, Event: engine.Missed{Of: "Ana", Outcome: "safe"}})
	twice.Apply(engine.Fact{Seq: to + 2, Event: engine.Rewound{To: to, By: "host"}})
	for i, f := range facts[to:] {
		f.Seq = to + 3 + i
		twice.Apply(f)
	}
	if got := tally.CountMatch(twice); len(got) != len(once) {
		t.Errorf("after a rewind %v, without %v", got, once)
	}
}

// Rounds that all gave up, and a match of such rounds alone, count for no side and no place.
func TestWhatWasGivenUpCountsForNobody(t *testing.T) {
	g := catalog.FindGame("saboteur")
	setup := engine.Setup{Edition: "pt", Rules: engine.NewestRules, Options: map[string]string{"rounds": "2"}}
	m := engine.OpenMatch(g, setup, [32]byte{3})
	apply := func(facts ...engine.Fact) {
		for _, f := range facts {
			f.Seq = m.Seq + 1
			m.Apply(f)
		}
	}
	for _, name := range []string{"Ana", "Bo", "Cy"} {
		apply(engine.Fact{Event: engine.Joined{Name: name}})
	}
	apply(m.Start()...)
	for range 2 {
		facts, no := m.Concede("Ana")
		if no != nil {
			t.Fatal(no)
		}
		apply(facts...)
	}
	counts := tally.CountMatch(m)
	for _, what := range []string{tally.Side, tally.Role, tally.Place} {
		if n, total := sum(counts, what); n != 0 || total != 0 {
			t.Errorf("%s: %d of %d", what, total, n)
		}
	}
	if n, _ := sum(counts, tally.Matches); n != 1 {
		t.Errorf("%d matches", n)
	}
}
