package engine_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
)

// begun returns a running match and a function that adds facts to its log.
func begun(t *testing.T) (m *engine.Match, add func(...engine.Fact)) {
	t.Helper()
	return begunBy(t, engine.FirstRules)
}

// begunBy returns such a match by the given rules.
func begunBy(t *testing.T, rules int) (m *engine.Match, add func(...engine.Fact)) {
	t.Helper()
	g := catalog.FindGame("saboteur")
	m = engine.OpenMatch(g, engine.Setup{Edition: g.Editions()[0], Rules: rules}, [32]byte{7})
	add = func(facts ...engine.Fact) {
		for _, f := range facts {
			f.Seq = m.Seq + 1
			m.Apply(f)
		}
	}
	for _, name := range []string{"Ana", "Bo", "Cy"} {
		add(engine.Fact{Event: engine.Joined{Name: name}})
	}
	add(m.Start()...)
	return m, add
}

// A restore changes nothing in the position, and every step that was asked for in the lost time is
// past and recognised as lost.
func TestARestoredMatchGoesOnWithStepsThatWereNeverAskedFor(t *testing.T) {
	m, add := begun(t)
	due := m.ToMove()[0]
	facts, no := m.Play(due, m.State().Legal(due)[0])
	if no != nil {
		t.Fatal(no)
	}
	add(facts...)
	of := time.Date(2026, 8, 3, 9, 0, 0, 0, time.UTC)
	before, seq := *m.Chair("Bo"), m.Seq
	hand, turn := m.State().View("Bo").Hand, m.State().View("").Turn
	add(engine.Fact{Event: engine.Rewound{To: seq, By: "operator", Skip: 1000, Of: of}})
	if after := m.Chair("Bo").Steps; after != before.Steps+1001 {
		t.Errorf("steps went from %d to %d", before.Steps, after)
	}
	view := m.State().View("Bo")
	if len(view.Hand) != len(hand) || m.State().View("").Turn != turn || len(m.Standing()) != seq {
		t.Errorf("the match is another: %d cards, turn %d, %d facts hold", len(view.Hand), m.State().View("").Turn, len(m.Standing()))
	}
	for step, want := range map[int]bool{before.Steps: false, before.Steps + 1: false, before.Steps + 2: true, before.Steps + 1001: true, before.Steps + 1002: false} {
		at, lost := m.Lost("Bo", step)
		if lost != want || lost && !at.Equal(of) {
			t.Errorf("step %d is lost: %t %s, want %t", step, lost, at, want)
		}
	}
	heard := m.Heard("Cy", seq)
	if len(heard) != 1 || heard[0].Lines[0].Key != "match.restored" {
		t.Errorf("the seats hear %v", heard)
	}
}

// A rewind from before there were restores is read and written unchanged.
func TestARewindOfOldIsWrittenAsEver(t *testing.T) {
	old := []byte(`{"to":17,"by":"host"}`)
	event, err := engine.DecodeEvent(catalog.FindGame("saboteur"), "match.rewound", 1, old)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := json.Marshal(event); err != nil || !slices.Equal(again, old) {
		t.Errorf("it is written as %s: %v", again, err)
	}
	restored := []byte(`{"to":17,"by":"operator","skip":1000000,"of":"2026-08-03T09:00:00Z"}`)
	if event, err = engine.DecodeEvent(catalog.FindGame("saboteur"), "match.rewound", 1, restored); err != nil {
		t.Fatal(err)
	}
	if again, err := json.Marshal(event); err != nil || !slices.Equal(again, restored) {
		t.Errorf("it is written as %s: %v", again, err)
	}
	if _, err := engine.DecodeEvent(catalog.FindGame("saboteur"), "match.rewound", 1, []byte(`{"to":17,"by":"host","skipped":1}`)); err == nil {
		t.Error("an unknown field is passed over")
	}
}
