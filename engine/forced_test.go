package engine_test

import (
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
)

// A move that the house makes at the host's request is no missed deadline, one that it makes after
// a time-out is, and the next choice of the player's own resets the count.
func TestForcedIsNoMiss(t *testing.T) {
	m := engine.OpenMatch(catalog.FindGame("saboteur"), engine.Setup{Edition: "pt"}, [32]byte{1})
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
	for _, by := range []string{"host", "operator", ""} {
		seat := m.ToMove()[0]
		apply(engine.Fact{Event: engine.Missed{Of: seat, Outcome: "safe", By: by}})
		facts, no := m.Play(seat, m.State().Idle(seat))
		if no != nil {
			t.Fatal(no)
		}
		apply(facts...)
		want := 0
		if by == "" {
			want = 1
		}
		if got := m.Chair(seat).Missed; got != want {
			t.Errorf("by %q: %d misses", by, got)
		}
		for _, f := range m.Heard("Bo", 0) {
			if e, ok := f.Data.(engine.Missed); ok && e.By == by && by != "" && f.Lines[0].Key != "match.forced" {
				t.Errorf("by %q the table is told %s", by, f.Lines[0].Key)
			}
		}
	}
}
