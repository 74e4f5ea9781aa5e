package enginetest

import (
	"bytes"
	"maps"
	"slices"

	"pitpost.example/engine"
)

// adjusts checks what a game says of its options that can change while it is played: they are its own, with values that
// it takes; changing them changes nobody's cards and nobody's turn, and the match goes on to its end. Terms that no game
// knows of change nothing.
func adjusts(t T, g engine.Game, all []table) {
	visit(t, g, all, 53, func(at table, s step) {
		before := seen(t, s.state, s.seat)
		terms := engine.Fact{Event: engine.Changed{By: "host", Options: map[string]string{"pace": "48h"}}}
		game, ok := s.state.(engine.Adjustable)
		if !ok {
			return
		}
		same := folded(g, at, slices.Concat(s.log, []engine.Fact{terms}))
		failIf(t, !bytes.Equal(before, seen(t, same, s.seat)), "%s: another pace changed what %s sees", at.name, s.seat)
		for _, name := range slices.Sorted(maps.Keys(game.Adjusts())) {
			values := game.Adjusts()[name]
			errorIf(t, slices.Contains(engine.MatchTerms, name) || len(values) == 0, "%s: %q is a term of every match, or has no values", at.name, name)
			for _, value := range values {
				_, no := g.Options(at.setup.Edition, at.setup.Rules, map[string]string{name: value})
				errorIf(t, no != nil, "%s: %s=%s can be changed to and is refused in \"new\"", at.name, name, value)
				adjusted(t, g, at, s, map[string]string{name: value})
			}
		}
	})
	countsRounds(t, g, all)
}

// adjusted changes an option and plays to the end.
func adjusted(t T, g engine.Game, at table, s step, options map[string]string) {
	log := slices.Concat(s.log, []engine.Fact{{Event: engine.Changed{By: "host", Options: options}}})
	state := folded(g, at, log)
	for _, seat := range at.setup.Seats {
		failIf(t, !slices.Equal(state.Legal(seat), s.state.Legal(seat)) || len(state.View(seat).Hand) != len(s.state.View(seat).Hand),
			"%s: %v changed the cards or the moves of %s", at.name, options, seat)
	}
	lot := at.dice.For("adjusted")
	for n := 0; state.Result() == nil; n++ {
		seats := state.ToMove()
		failIf(t, len(seats) == 0 || n == longest, "%s: after %v the match has no end", at.name, options)
		facts, no := state.Play(seats[0], choose(state, seats[0], state.Legal(seats[0]), lot), at.dice)
		failIf(t, no != nil, "%s: after %v a legal command is refused", at.name, options)
		for _, f := range facts {
			state.Apply(f)
		}
	}
}

// countsRounds checks that a game of rounds counts right how many are still to be dealt.
func countsRounds(t T, g engine.Game, all []table) {
	for _, at := range all {
		if _, ok := g.Blank(at.setup).(engine.Rounded); !ok {
			return
		}
		log := walk(t, g, at, nil)
		deals := engine.CountWhere(log, engine.DealsRound)
		state := g.Blank(at.setup)
		for _, f := range log {
			if state.Apply(f); engine.DealsRound(f) {
				deals--
				left := state.(engine.Rounded).RoundsLeft()
				failIf(t, left != deals, "%s: %d rounds are said to be left, and %d are dealt", at.name, left, deals)
			}
		}
	}
}
