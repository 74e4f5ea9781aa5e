package engine_test

import (
	"strings"
	"testing"

	"pitpost.example/engine"
)

// first plays the first legal command of the seat to move.
func first(t *testing.T, m *engine.Match, add func(...engine.Fact)) {
	t.Helper()
	due := m.ToMove()[0]
	facts, no := m.Play(due, m.State().Legal(due)[0])
	if no != nil {
		t.Fatal(no)
	}
	add(facts...)
}

func everybody(string) bool { return true }

// lastDrawn returns the card that was drawn last.
func lastDrawn(t *testing.T, m *engine.Match) string {
	t.Helper()
	facts := m.Facts()
	for i := len(facts) - 1; i >= 0; i-- {
		if facts[i].Event.Kind() == "saboteur.drew" {
			data, _ := facts[i].Data()
			return string(data)
		}
	}
	t.Fatal("nothing was drawn")
	return ""
}

// By rules 1 a move that is taken back and made again draws another card, except by chance.
func TestAfterARewindOtherCardsAreDrawn(t *testing.T) {
	m, add := begun(t)
	drawn := map[string]bool{}
	for range 6 {
		first(t, m, add)
		drawn[lastDrawn(t, m)] = true
		to, _, _, ok := m.Takeback(1, everybody)
		if !ok {
			t.Fatal("the move cannot be taken back")
		}
		add(m.Rewind(engine.Rewound{To: to, By: "host"})...)
	}
	if len(drawn) < 3 {
		t.Errorf("six tries drew only %v", drawn)
	}
	// Nobody is told the new order.
	for _, seat := range []string{"", "Ana"} {
		for _, h := range m.Heard(seat, 0) {
			if strings.HasSuffix(h.Kind, ".reshuffled") {
				if data, _ := (engine.Fact{Event: h.Data}).Data(); string(data) != "{}" {
					t.Errorf("%q is told %s", seat, data)
				}
			}
		}
	}
}

// looks plays until somebody has used a map to look at a goal.
func looks(t *testing.T, m *engine.Match, add func(...engine.Fact)) {
	t.Helper()
	for range 60 {
		due := m.ToMove()[0]
		for _, h := range m.State().View(due).Hand {
			if h.Card == "map" {
				facts, no := m.Play(due, h.Place+" I1")
				if no != nil {
					t.Fatal(no)
				}
				add(facts...)
				return
			}
		}
		facts, no := m.Play(due, "pass 1")
		if no != nil {
			t.Fatal(no)
		}
		add(facts...)
	}
	t.Fatal("nobody had a map")
}

// A goal that a player has seen stays where it is, so the map that showed it cannot be taken back.
// A bot does not remember what it has seen.
func TestALookIsNotTakenBack(t *testing.T) {
	m, add := begun(t)
	looks(t, m, add)
	if _, _, _, ok := m.Takeback(1, everybody); ok {
		t.Error("a look can be taken back")
	}
	first(t, m, add)
	if _, _, _, ok := m.Takeback(1, everybody); !ok {
		t.Error("the move after a look cannot be taken back")
	}
	if _, _, _, ok := m.Takeback(2, everybody); ok {
		t.Error("a look can be taken back with the move after it")
	}
	m, add = begun(t)
	for _, name := range m.Names() {
		add(engine.Fact{Event: engine.Replaced{Of: name, With: "bot", By: "host"}})
	}
	looks(t, m, add)
	if _, _, _, ok := m.Takeback(1, everybody); !ok {
		t.Error("the look of a bot cannot be taken back")
	}
}
