package record_test

import (
	"bytes"
	"slices"
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/record"
	"pitpost.example/engine/saboteur"
)

// changing is a match of Saboteur with three seats, opened for three rounds.
func changing(t *testing.T) (*engine.Match, func(...engine.Fact)) {
	t.Helper()
	m := engine.OpenMatch(saboteur.Game{}, engine.Setup{Edition: "pt", Rules: engine.NewestRules}, [32]byte{7})
	add := func(facts ...engine.Fact) {
		for _, f := range facts {
			f.Seq = 0
			m.Apply(f)
		}
	}
	for _, name := range []string{"Ana", "Bo", "Cy"} {
		add(engine.Fact{Event: engine.Joined{Name: name}})
	}
	add(m.Start()...)
	return m, add
}

// idle plays the safe move of whoever is to move.
func idle(t *testing.T, m *engine.Match, add func(...engine.Fact)) {
	t.Helper()
	seat := m.ToMove()[0]
	facts, no := m.Play(seat, m.State().Idle(seat))
	if no != nil {
		t.Fatal(no)
	}
	add(facts...)
}

// What a table changes about its match is folded like any fact, outlives a rewind, and is verified.
func TestChangedTermsAreFolded(t *testing.T) {
	m, add := changing(t)
	idle(t, m, add)
	before := m.Seq
	idle(t, m, add)
	add(engine.Fact{Event: engine.Changed{By: "Bo", Options: map[string]string{"rounds": "1", "pace": "48h"}}})
	if m.RoundsLeft() != 0 {
		t.Errorf("%d rounds are left of one", m.RoundsLeft())
	}
	add(m.Rewind(engine.Rewound{To: before, By: "Bo"})...)
	if m.RoundsLeft() != 0 || m.SetupNow().Options["rounds"] != "1" || m.SetupNow().Options["pace"] != "" {
		t.Errorf("a rewind took back what the table had agreed: %v", m.SetupNow())
	}
	for m.Phase == engine.Running {
		idle(t, m, add)
	}
	verify := func(facts []engine.Fact) error {
		var out bytes.Buffer
		err := record.WriteRecord(&out, record.Log{Match: "1", Game: m.Game, Setup: m.Setup, Seed: [32]byte{7}, Facts: facts}, record.Choice{Legal: true})
		if err != nil {
			t.Fatal(err)
		}
		return record.VerifyFile("changed", &out, &record.Tally{Games: func(string) engine.Game { return saboteur.Game{} }})
	}
	if err := verify(m.Facts()); err != nil {
		t.Error(err)
	}
	forged := slices.Clone(m.Facts())
	at := slices.IndexFunc(forged, engine.IsEvent[engine.Changed])
	for _, options := range []map[string]string{{"rounds": "4"}, {"gold": "players"}, {}} {
		forged[at].Event = engine.Changed{By: "Bo", Options: options}
		if verify(forged) == nil {
			t.Errorf("a record in which %v was changed is let pass", options)
		}
	}
}
