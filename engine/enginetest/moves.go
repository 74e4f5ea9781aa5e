package enginetest

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"pitpost.example/engine"
)

// playsWhatItLists checks the form of every legal list, parses each command in it and plays some of
// them.
func playsWhatItLists(t T, g engine.Game, all []table) {
	for _, at := range all {
		walk(t, g, at, func(s step) {
			failIf(t, !slices.IsSorted(s.legal) || len(slices.Compact(slices.Clone(s.legal))) != len(s.legal),
				"%s: the legal list is not sorted without doubles: %q", at.name, s.legal)
			if idle := s.state.Idle(s.seat); !slices.Contains(s.legal, idle) {
				t.Fatalf("%s: the safe move %q is not legal", at.name, idle)
			}
			for _, other := range at.setup.Seats {
				failIf(t, !slices.Contains(s.state.ToMove(), other) && len(s.state.Legal(other)) != 0,
					"%s: %s has legal commands out of turn", at.name, other)
			}
			if !s.due(23) {
				return
			}
			for i, command := range s.legal {
				reads(t, s, command)
				if i%9 == s.n%9 {
					plays(t, at, s, command)
				}
			}
		})
	}
}

// reads checks that a canonical command, and its Bound form, are read as that command.
func reads(t T, s step, command string) {
	m, refusal := s.state.Parse(s.seat, engine.NormaliseText(command), nil)
	failIf(t, refusal != nil || m.Command != command, "%q reads as %q, %v", command, m.Command, refusal)
	again, refusal := s.state.Parse(s.seat, engine.NormaliseText(m.Bound), nil)
	if refusal != nil || again.Bound != m.Bound {
		t.Fatalf("%q, bound to %q, reads as %q, %v", command, m.Bound, again.Bound, refusal)
	}
	if len(s.state.Check(s.seat, command)) == 0 {
		t.Fatalf("nothing is said of what %q would do", command)
	}
}

func plays(t T, at table, s step, command string) {
	before := seen(t, s.state, s.seat)
	facts, refusal := s.state.Play(s.seat, command, at.dice)
	failIf(t, refusal != nil || len(facts) == 0, "the legal command %q is refused: %v", command, refusal)
	failIf(t, !bytes.Equal(before, seen(t, s.state, s.seat)), "playing %q changed the state before it was applied", command)
}

// refusesTheRest tries, in many positions, the commands of all other positions and slight changes
// of legal ones.
func refusesTheRest(t T, g engine.Game, all []table) {
	for _, at := range all {
		pool := map[string]bool{}
		walk(t, g, at, func(s step) {
			for _, c := range s.legal {
				pool[c] = true
			}
		})
		tries := slices.Sorted(maps.Keys(pool))
		visit(t, g, []table{at}, 41, func(_ table, s step) {
			for _, c := range s.legal {
				tries = append(tries, c+" ", " "+c, strings.ToLower(c), strings.ToUpper(c), c+" "+c, "0"+c, "+"+c, c[:len(c)-1])
			}
			for _, c := range append(tries, "", " ", "pass", "\x00") {
				_, refusal := s.state.Play(s.seat, c, at.dice)
				failIf(t, refusal == nil && !slices.Contains(s.legal, c),
					"%s: %q is played and is not in the legal list; Play refuses what Legal does not list", at.name, c)
			}
			tries = tries[:len(pool)]
			for _, other := range append(slices.Clone(at.setup.Seats), "Nobody", "") {
				if slices.Contains(s.state.ToMove(), other) {
					continue
				}
				if _, refusal := s.state.Play(other, s.legal[0], at.dice); refusal == nil {
					t.Fatalf("%s: %q plays out of turn", at.name, other)
				}
			}
		})
	}
}

// readsAnyLine tries random lines in random positions: a line that is read must give a legal
// command, commands that are offered must be legal, and nothing may change.
func readsAnyLine(t T, g engine.Game, all []table) {
	tb, is := t.(rapid.TB)
	if !is {
		return // needs rapid, so it runs only in tests
	}
	rapid.Check(tb, func(r *rapid.T) {
		at := all[rapid.IntRange(0, len(all)-1).Draw(r, "table")]
		at.dice.Seed[2] = rapid.Byte().Draw(r, "seed")
		stop := rapid.IntRange(0, 60).Draw(r, "choices")
		var vocabulary []string
		walk(t, g, at, func(s step) {
			if s.n != stop {
				return
			}
			for _, c := range s.legal {
				vocabulary = append(vocabulary, strings.Fields(engine.NormaliseText(c))...)
			}
			vocabulary = append(append(vocabulary, g.Words()...), "7", "z9", "-a-1", "turned", "end", "x", "é")
			words := rapid.SliceOfN(rapid.SampledFrom(vocabulary), 0, 5).Draw(r, "words")
			line := strings.Join(words, " ") + rapid.StringN(0, 3, -1).Draw(r, "tail")
			for _, seat := range at.setup.Seats {
				answer(t, s, seat, line)
			}
		})
	})
}

func answer(t T, s step, seat, line string) {
	due := slices.Contains(s.state.ToMove(), seat)
	legal := s.state.Legal(seat) // several seats may be asked at once
	m, refusal := s.state.Parse(seat, line, nil)
	if refusal == nil {
		failIf(t, due && !slices.Contains(legal, m.Command), "%q of %s reads as %q, which is not legal", line, seat, m.Command)
		failIf(t, m.Bound == "", "%q of %s is not bound to a card", line, seat)
		return
	}
	if refusal.Key == "" || len(refusal.Nearest) > 3 {
		t.Fatalf("%q of %s: refused with %q, offering %q", line, seat, refusal.Key, refusal.Nearest)
	}
	for _, n := range refusal.Nearest {
		failIf(t, due && !slices.Contains(legal, n), "%q of %s: %q is offered and not legal", line, seat, n)
		if _, again := s.state.Parse(seat, engine.NormaliseText(n), nil); again != nil {
			t.Fatalf("%q of %s: %q is offered and refused: %s", line, seat, n, again.Key)
		}
	}
}
