package enginetest

import (
	"bytes"
	"slices"

	"pitpost.example/engine"
)

// shufflesUndrawn shuffles what nobody has drawn at many points: no seat may see a
// difference, the same dice give the same order, others another one, and nobody can tell
// which cards lie where.
func shufflesUndrawn(t T, g engine.Game, all []table) {
	if _, ok := g.Blank(all[0].setup).(engine.Reshuffling); !ok {
		return // nothing of this game is ever undrawn
	}
	for _, at := range all {
		differ := 0
		walk(t, g, at, func(s step) {
			if !s.due(31) {
				return
			}
			dice := at.dice
			dice.Rewinds = s.n
			facts := s.state.(engine.Reshuffling).Reshuffle(dice)
			if len(facts) == 0 {
				return
			}
			if again := s.state.(engine.Reshuffling).Reshuffle(dice); !bytes.Equal(logBytes(t, facts), logBytes(t, again)) {
				t.Fatalf("%s: the same dice lay the undrawn cards in two orders", at.name)
			}
			dice.Rewinds++
			if !bytes.Equal(logBytes(t, facts), logBytes(t, s.state.(engine.Reshuffling).Reshuffle(dice))) {
				differ++
			}
			log := slices.Concat(s.log, facts)
			after := g.Blank(at.setup)
			for _, f := range log {
				after.Apply(reread(t, g, f))
			}
			for _, f := range facts {
				if f.Seat != "" || s.state.Chosen(f) {
					t.Fatalf("%s: %s is a seat's own", at.name, f.Event.Kind())
				}
			}
			compare(t, at, s.state, after)
			for _, seat := range []string{"", s.seat} {
				tellsAlike(t, g, at, seat, log, redealer(t, g).Redeal(at.setup, log, seat, s.lot))
			}
		})
		if differ == 0 {
			t.Errorf("%s: the undrawn cards lie in the same order after every rewind", at.name)
		}
	}
}
