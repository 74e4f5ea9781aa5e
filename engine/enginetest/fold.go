package enginetest

import (
	"bytes"
	"slices"

	"pitpost.example/engine"
)

// folds folds a match again from the JSON of its log, and compares what every seat is shown at many
// choices and at the end.
func folds(t T, g engine.Game, all []table) {
	for _, at := range all {
		refolded := g.Blank(at.setup)
		read := 0
		catchUp := func(log []engine.Fact) {
			for _, f := range log[read:] {
				refolded.Apply(reread(t, g, f))
			}
			read = len(log)
		}
		log := walk(t, g, at, func(s step) {
			if !s.due(19) {
				return
			}
			catchUp(s.log)
			compare(t, at, s.state, refolded)
		})
		catchUp(log)
		compare(t, at, folded(g, at, log), refolded)
	}
}

// folded returns the position after a log.
func folded(g engine.Game, at table, log []engine.Fact) engine.State {
	state := g.Blank(at.setup)
	for _, f := range log {
		state.Apply(f)
	}
	return state
}

// reread encodes a fact as JSON and decodes it again.
func reread(t T, g engine.Game, f engine.Fact) engine.Fact {
	data, err := f.Data()
	failIf(t, err != nil, "%s: %v", f.Event.Kind(), err)
	event, err := engine.DecodeEvent(g, f.Event.Kind(), 1, data)
	failIf(t, err != nil, "%s does not read its own data: %v", f.Event.Kind(), err)
	f.Event = event
	return f
}

func compare(t T, at table, live, refolded engine.State) {
	for _, seat := range append([]string{""}, at.setup.Seats...) {
		if want, got := seen(t, live, seat), seen(t, refolded, seat); !bytes.Equal(want, got) {
			t.Fatalf("%q is shown another position from the log:\n%s\n%s", seat, want, got)
		}
	}
}

// decodesStrictly checks that Decode refuses unknown fields, kinds and versions, and broken JSON.
func decodesStrictly(t T, g engine.Game, all []table) {
	log := walk(t, g, all[0], nil)
	kinds := map[string]bool{}
	for _, f := range log {
		kind := f.Event.Kind()
		if kinds[kind] {
			continue
		}
		kinds[kind] = true
		data, err := f.Data()
		failIf(t, err != nil, "%v", err)
		field := append([]byte(`{"no_such_field":1,`), data[1:]...)
		if data[1] == '}' {
			field = []byte(`{"no_such_field":1}`)
		}
		for _, bad := range [][]byte{field, []byte(`[]`), []byte(`{`), append(data, data...)} {
			if _, err := g.Decode(kind, 1, bad); err == nil {
				t.Errorf("%s reads %s", kind, bad)
			}
		}
		if _, err := g.Decode(kind, 99, data); err == nil {
			t.Errorf("%s reads a version of the future", kind)
		}
	}
	if _, err := g.Decode(g.Name()+".no-such-kind", 1, []byte(`{}`)); err == nil {
		t.Error("an unknown kind is read")
	}
}

// canBeGivenUp concedes at many positions, and checks that the facts can be folded and the game
// goes on, or that giving up is refused and does nothing.
func canBeGivenUp(t T, g engine.Game, all []table) {
	visit(t, g, all, 37, func(at table, s step) {
		before := seen(t, s.state, s.seat)
		facts, refusal := s.state.Concede(at.dice)
		failIf(t, !bytes.Equal(before, seen(t, s.state, s.seat)), "%s: giving up changed the state before it was applied", at.name)
		if refusal != nil {
			failIf(t, len(facts) > 0 || refusal.Key == "", "%s: a refusal to give up has facts, or no words", at.name)
			return
		}
		facts = append([]engine.Fact{{Event: engine.Conceded{By: s.seat}}}, facts...)
		after := folded(g, at, slices.Concat(s.log, facts))
		failIf(t, len(facts) == 1 || after.Result() == nil && len(after.ToMove()) == 0,
			"%s: nobody is to move after giving up: %v", at.name, facts)
	})
}
