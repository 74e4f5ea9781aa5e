package enginetest

import (
	"slices"

	"pitpost.example/engine"
)

// drawsTheSameAgain plays a match by the newest rules and takes moves back again and again. It checks that a
// card that was drawn once is drawn again at its place in the order of draws, whatever is played in
// between, and that what nobody has drawn is mixed.
func drawsTheSameAgain(t T, g engine.Game, all []table) {
	if _, ok := g.Blank(all[0].setup).(engine.Reshuffling); !ok {
		return // a game without undrawn cards
	}
	for _, at := range all {
		if at.setup.HasRules(2) {
			rewound(t, g, at)
		}
	}
}

// rewinding is a match whose draws are remembered over rewinds.
type rewinding struct {
	t     T
	at    table
	match *engine.Match
	dealt int            // undrawn cards after the deal
	known map[int]string // the card of each draw since the deal
}

// rewindMost is how many choices are made in the match of a table.
const rewindMost = 60

func rewound(t T, g engine.Game, at table) {
	r := &rewinding{t: t, at: at, match: engine.OpenMatch(g, at.setup, at.dice.Seed)}
	for _, name := range at.setup.Seats {
		r.add(engine.Fact{Event: engine.Joined{Name: name}})
	}
	r.add(r.match.Start()...)
	lot, mixed, rewinds := at.dice.For("rewinding"), false, 0
	for n := 0; n < rewindMost && r.match.Phase == engine.Running; n++ {
		if lot.Intn(4) == 0 {
			back, ok := r.match.Takeback(1+lot.Intn(6), func(string) bool { return true })
			if ok {
				before := r.undrawn()
				r.add(r.match.Rewind(engine.Rewound{To: back.To, By: "host"})...)
				after, seen := r.undrawn(), r.match.SeenUndrawn()
				rewinds++
				mixed = mixed || !slices.Equal(after[len(after)-min(len(before), len(after)):], before)
				failIf(t, !slices.Equal(after[:len(seen)], seen),
					"%s: after a rewind the deck begins with %v and not with %v", at.name, after, seen)
				r.foretold()
			}
		}
		seat := r.match.ToMove()[lot.Intn(len(r.match.ToMove()))]
		state := r.match.State()
		facts, refusal := r.match.Play(seat, choose(state, seat, state.Legal(seat), lot))
		if refusal != nil {
			t.Fatalf("%s: a legal command is refused: %s", at.name, refusal.Key)
		}
		r.add(facts...)
	}
	errorIf(t, rewinds > 3 && !mixed,
		"%s: what nobody has drawn lies in the same order after %d rewinds", at.name, rewinds)
}

func (r *rewinding) undrawn() []string {
	if s, ok := r.match.State().(engine.Reshuffling); ok {
		return s.Undrawn()
	}
	return nil
}

// add folds facts and compares each draw with that of the same place before.
func (r *rewinding) add(facts ...engine.Fact) {
	for _, f := range facts {
		before := r.undrawn()
		r.match.Apply(f)
		after := r.undrawn()
		switch {
		case engine.DealsRound(f):
			r.dealt, r.known = len(after), map[int]string{}
		case engine.IsEvent[engine.Rewound](f):
		default:
			for k, card := range before[:max(0, len(before)-len(after))] {
				r.draws(r.dealt-len(before)+k, card)
			}
		}
	}
}

func (r *rewinding) draws(place int, card string) {
	if was := r.known[place]; was != "" && was != card {
		r.t.Fatalf("%s: draw %d was %s, and after a rewind it is %s", r.at.name, place+1, was, card)
	}
	r.known[place] = card
}

// foretold compares what lies undrawn with all that was drawn there once.
func (r *rewinding) foretold() {
	pile := r.undrawn()
	for k, card := range pile {
		if r.known[r.dealt-len(pile)+k] != "" {
			r.draws(r.dealt-len(pile)+k, card)
		}
	}
}
