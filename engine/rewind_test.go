package engine_test

import (
	"slices"
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

// seen lists what a rewind must leave on top, as the last rewind of a match left it.
func seen(t *testing.T, m *engine.Match) []string {
	t.Helper()
	top, pile := m.SeenUndrawn(), m.State().(engine.Reshuffling).Undrawn()
	if !slices.Equal(pile[:len(top)], top) {
		t.Errorf("%v is not on top of %v", top, pile)
	}
	return slices.Clone(top)
}

// By rules 2 whoever takes a move back draws the same card again, also after several rewinds that
// reach less and further back, and over cards that an earlier one put on top.
func TestAfterARewindTheSameCardsAreDrawn(t *testing.T) {
	m, add := begunBy(t, engine.NewestRules)
	rewind := func(n int) []string {
		t.Helper()
		to, _, _, ok := m.Takeback(n, everybody)
		if !ok {
			t.Fatal("the moves cannot be taken back")
		}
		add(m.Rewind(engine.Rewound{To: to, By: "host"})...)
		return seen(t, m)
	}
	pass := func(n int) (drawn []string) {
		for range n {
			due := m.ToMove()[0]
			facts, no := m.Play(due, "pass 1")
			if no != nil {
				t.Fatal(no)
			}
			add(facts...)
			drawn = append(drawn, m.State().View(due).Hand[5].Card)
		}
		return drawn
	}
	one := pass(5)
	if top := rewind(3); !slices.Equal(top, one[2:]) {
		t.Errorf("after three of five moves were taken back %v lies on top, not %v", top, one[2:])
	}
	if again := pass(1); again[0] != one[2] {
		t.Errorf("%v is drawn, not %s", again, one[2])
	}
	if top := rewind(2); !slices.Equal(top, one[1:]) {
		t.Errorf("a rewind that reaches further back than the one before leaves %v on top, not %v", top, one[1:])
	}
	all := slices.Concat(one[:1], pass(6))
	if !slices.Equal(all[:5], one) {
		t.Errorf("%v is drawn, not %v first", all, one)
	}
	add(m.Rewind(engine.Rewound{To: m.Seq, By: "operator", Skip: 100})...) // a restore takes nothing back
	if top := seen(t, m); len(top) != 0 {
		t.Errorf("a restore leaves %v on top", top)
	}
	rewind(1)
	add(m.Rewind(engine.Rewound{To: m.Seq, By: "operator", Skip: 100})...)
	if top := seen(t, m); !slices.Equal(top, all[6:]) {
		t.Errorf("what a rewind put on top is gone after a restore: %v, not %v", top, all[6:])
	}
}

// A round that all gave up is known by its log in matches of all rules, and no other is.
func TestARoundGivenUpIsKnown(t *testing.T) {
	for rules := range engine.NewestRules + 1 {
		m, add := begunBy(t, rules)
		first(t, m, add)
		facts, no := m.Concede("Ana")
		if no != nil {
			t.Fatal(no)
		}
		add(facts...)
		for m.Phase == engine.Running && m.State().View("").Round == 2 {
			first(t, m, add)
		}
		outcome := m.Outcome()
		if want := []bool{true, false}; !slices.Equal(outcome.GivenUp, want) {
			t.Errorf("rules %d: of the rounds %v were given up, not %v", rules, outcome.GivenUp, want)
		}
		if won := outcome.Won[0]; (won == "") != (rules == 2) {
			t.Errorf("rules %d: a round that all gave up is won by %q", rules, won)
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
