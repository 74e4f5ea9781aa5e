package enginetest

import (
	"bytes"
	"slices"

	"pitpost.example/engine"
)

// choosesAtOnce checks choices that are made at once before the deal: nobody but the seat itself can
// tell which one was made before the last is, all open together with that one, and the deal follows.
func choosesAtOnce(t T, g engine.Game, all []table) {
	for _, at := range all {
		s := g.Blank(at.setup)
		if _, ok := s.(engine.AtOnce); !ok {
			return // a game whose books have no such choice
		}
		m := engine.OpenMatch(g, at.setup, at.dice.Seed)
		for _, name := range at.setup.Seats {
			m.Apply(engine.Fact{Event: engine.Joined{Name: name}})
		}
		for _, f := range m.Start() {
			m.Apply(f)
		}
		lot := at.dice.For("at once")
		for n := 0; m.Choosing(); n++ {
			waiting := m.ToMove()
			failIf(t, len(waiting) == 0 || n > len(at.setup.Seats), "%s: after %d choices %v are to choose", at.name, n, waiting)
			opensTogether(t, at, m, waiting[lot.Intn(len(waiting))])
		}
	}
}

// opensTogether has a seat choose, in each of its ways, and checks what the others can tell.
func opensTogether(t T, at table, m *engine.Match, seat string) {
	others := append(slices.DeleteFunc(slices.Clone(at.setup.Seats), func(name string) bool { return name == seat }), "")
	last := len(m.ToMove()) == 1
	var before [][]byte
	var after *engine.Match
	for _, command := range m.State().Legal(seat) {
		facts, refusal := m.Play(seat, command)
		failIf(t, refusal != nil, "%s: %s cannot choose %q: %v", at.name, seat, command, refusal)
		failIf(t, !last && len(facts) != 1, "%s: %q is %d facts; a choice made at once is one", at.name, command, len(facts))
		failIf(t, last && (len(facts) != 2 || !engine.DealsRound(facts[1])), "%s: the deal follows the last choice at once", at.name)
		after = engine.OpenMatch(m.Game, at.setup, at.dice.Seed)
		for _, f := range slices.Concat(m.Facts(), facts) {
			after.Apply(f)
		}
		if last {
			continue
		}
		var seen [][]byte
		for _, other := range others {
			seen = append(seen, asJSON(t, []any{after.State().View(other), after.State().Legal(other), after.Heard(other, 0), after.ToMove()}))
		}
		failIf(t, before != nil && !slices.EqualFunc(before, seen, bytes.Equal),
			"%s: what %s chose can be told by %q before all have chosen:\n%s\n%s", at.name, seat, others, before, seen)
		before = seen
	}
	if last {
		chosen := engine.CountWhere(after.PublicEvents(), func(e engine.PublicEvent) bool { return e.Seat != "" })
		errorIf(t, chosen != len(at.setup.Seats), "%s: the public hears of %d choices of %d once all are made", at.name, chosen, len(at.setup.Seats))
	}
	for _, f := range after.Facts()[len(m.Facts()):] {
		m.Apply(f)
	}
}
