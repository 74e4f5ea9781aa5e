package enginetest

import (
	"bytes"
	"fmt"
	"slices"

	"pitpost.example/engine"
)

// keepsSecrets deals again what a seat may not know, and checks that nothing the seat is told or
// shown changes by a single byte.
func keepsSecrets(t T, g engine.Game, all []table) {
	changed := 0
	visit(t, g, all, 23, func(at table, s step) {
		for _, seat := range []string{"", s.seat, at.setup.Seats[s.n%len(at.setup.Seats)]} {
			if other, differs := s.anew(t, g, at, seat); differs {
				changed++
				tellsAlike(t, g, at, seat, s.log, other)
			}
		}
	})
	failIf(t, changed == 0, "dealing anew never changed a log: the test proves nothing")
}

func tellsAlike(t T, g engine.Game, at table, seat string, log, other []engine.Fact) {
	one, two := g.Blank(at.setup), g.Blank(at.setup)
	for i := range log {
		a, b := asJSON(t, one.Tell(log[i], seat)), asJSON(t, two.Tell(other[i], seat))
		failIf(t, !bytes.Equal(a, b), "%s: fact %d tells %q a secret:\n%s\n%s", at.name, i+1, seat, a, b)
		one.Apply(log[i])
		two.Apply(other[i])
		if i == len(log)-1 {
			if a, b := shown(t, one, at, seat, i), shown(t, two, at, seat, i); !bytes.Equal(a, b) {
				t.Fatalf("%s: after fact %d the position shows %q a secret:\n%s\n%s", at.name, i+1, seat, a, b)
			}
		}
	}
}

// shown returns all that a seat can find out from a position: its view, its legal commands, and the
// answers to many lines. Each position answers a third of the probes, chosen by n, so that the
// following positions answer the others.
func shown(t T, s engine.State, at table, seat string, n int) []byte {
	var all bytes.Buffer
	all.Write(seen(t, s, seat))
	all.Write(drawn(t, s, seat))
	fmt.Fprint(&all, s.ToMove(), s.Idle(seat))
	if seat == "" {
		return all.Bytes()
	}
	say := func(v any) { all.Write(asJSON(t, v)) }
	if teaching, ok := s.(engine.Teaching); ok {
		for letter := range engine.Lessons {
			say(teaching.Lesson(seat, letter+1))
		}
	}
	for _, c := range s.Legal(seat) {
		say(s.Check(seat, c))
	}
	for i, line := range probes(at) {
		if i%3 != n%3 {
			continue
		}
		move, refusal := s.Parse(seat, line, nil)
		say(move)
		say(refusal)
		_, refusal = s.Play(seat, "no such command "+line, at.dice)
		say(refusal)
	}
	return all.Bytes()
}

// probes returns lines that a player might send to find out secrets.
func probes(at table) []string {
	lines := []string{"pass", "1", "nonsense", "pick 1", "pick 2", "pick 3", "i1", "map i3"}
	for n := 1; n <= 7; n++ {
		for _, target := range []string{"b3", "c3", "h3", "i1", "i2", "i3", "i5", "zz9", engine.NormaliseText(at.setup.Seats[0])} {
			lines = append(lines, fmt.Sprintf("%d %s", n, target))
		}
	}
	return lines
}

// shufflesUndrawn reshuffles the undrawn cards at many positions. It checks that no seat sees a
// difference, that the same dice give the same order and others another one, and that nobody can
// tell where a card lies.
func shufflesUndrawn(t T, g engine.Game, all []table) {
	if _, ok := g.Blank(all[0].setup).(engine.Reshuffling); !ok {
		return // a game without undrawn cards
	}
	for _, at := range all {
		differ := 0
		visit(t, g, []table{at}, 31, func(_ table, s step) {
			dice := at.dice
			dice.Rewinds = s.n
			pile := s.state.(engine.Reshuffling)
			seen := slices.Clone(pile.Undrawn())
			seen = seen[:min(len(seen), s.n%4)]
			slices.Reverse(seen)
			facts := pile.Reshuffle(dice, seen)
			if len(facts) == 0 {
				return
			}
			if again := pile.Reshuffle(dice, seen); !bytes.Equal(logBytes(t, facts), logBytes(t, again)) {
				t.Fatalf("%s: the same dice lay the undrawn cards in two orders", at.name)
			}
			dice.Rewinds++
			if !bytes.Equal(logBytes(t, facts), logBytes(t, pile.Reshuffle(dice, seen))) {
				differ++
			}
			log := slices.Concat(s.log, facts)
			after := g.Blank(at.setup)
			for _, f := range log {
				after.Apply(reread(t, g, f))
			}
			for _, f := range facts {
				failIf(t, f.Seat != "" || s.state.Chosen(f), "%s: %s is a seat's own", at.name, f.Event.Kind())
			}
			compare(t, at, s.state, after)
			top := after.(engine.Reshuffling).Undrawn()
			failIf(t, !slices.Equal(top[:len(seen)], seen),
				"%s: what seats have seen of the undrawn cards does not lie on top", at.name)
			failIf(t, !engine.SameCards(top, pile.Undrawn()), "%s: a reshuffle leaves other cards undrawn", at.name)
			for _, seat := range []string{"", s.seat} {
				tellsAlike(t, g, at, seat, log, redealer(t, g).Redeal(at.setup, log, seat, s.lot))
			}
		})
		errorIf(t, differ == 0, "%s: the undrawn cards lie in the same order after every rewind", at.name)
	}
}
