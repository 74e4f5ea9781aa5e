package enginetest

import (
	"bytes"
	"slices"

	"pitpost.example/engine"
	"pitpost.example/engine/bot"
)

// botsSeeOneSeat deals again what a seat may not know, and checks that the seat's bots still choose
// the same and make the same guesses.
func botsSeeOneSeat(t T, g engine.Game, all []table) {
	if _, ok := g.Blank(all[0].setup).(engine.Sensible); !ok {
		return // a game needs no bots of its own
	}
	changed, differed := false, false
	visit(t, g, all, 37, func(at table, s step) {
		other, differs := s.anew(t, g, at, s.seat)
		changed = changed || differs
		twin := folded(g, at, other)
		choosesAlike(t, at, s, twin)
		differed = guessesAlike(t, at, s, twin) || differed
	})
	failIf(t, !changed, "dealing anew never changed a log: the test proves nothing")
	if _, ok := g.Blank(all[0].setup).(engine.Guessing); ok && !differed {
		t.Fatal("two guesses were never different: nothing is guessed at")
	}
}

// thought is enough playouts to try some commands often and others once.
const thought = 40

// choosesAlike checks that every bot chooses a legal command, and chooses the same in the twin, in
// which only what the seat may not know is different.
func choosesAlike(t T, at table, s step, twin engine.State) {
	for _, name := range []string{"random", "dig", "careful", "keen"} {
		player := bot.FindBot(name, bot.Budget{Playouts: thought})
		one := player(bot.SightOfSeat(s.state, s.seat, s.legal), at.dice.For(name))
		two := player(bot.SightOfSeat(twin, s.seat, twin.Legal(s.seat)), at.dice.For(name))
		failIf(t, one != two,
			"%s: the bot %s of %s plays %q, and %q when the cards it does not see lie elsewhere", at.name, name, s.seat, one, two)
		failIf(t, !slices.Contains(s.legal, one), "%s: the bot %s of %s plays %q, which is not legal", at.name, name, s.seat, one)
	}
}

// guessesAlike checks that a seat's guesses agree with what it knows, and reports whether two of
// them differ.
func guessesAlike(t T, at table, s step, twin engine.State) bool {
	game, ok := s.state.(engine.Guessing)
	if !ok {
		return false
	}
	worth := game.Worth(s.seat)
	failIf(t, len(worth) == 0 || !slices.Equal(worth, twin.(engine.Guessing).Worth(s.seat)),
		"%s: %s finds %q worth a thought, and something else when the cards it does not see lie elsewhere", at.name, s.seat, worth)
	for _, c := range worth {
		failIf(t, !slices.Contains(s.legal, c), "%s: %q is not legal and yet worth a thought", at.name, c)
	}
	before := whole(t, at, s.state)
	one, two := at.dice.For("guess"), at.dice.For("guess")
	guess, same := game.Guess(s.seat, one), twin.(engine.Guessing).Guess(s.seat, two)
	guessed := whole(t, at, guess)
	failIf(t, !bytes.Equal(guessed, whole(t, at, same)),
		"%s: %s guesses otherwise when the cards it does not see lie elsewhere", at.name, s.seat)
	failIf(t, !bytes.Equal(shown(t, s.state, at, s.seat, s.n), shown(t, guess, at, s.seat, s.n)),
		"%s: the guess of %s is not what it sees", at.name, s.seat)
	for _, c := range worth {
		if v := guess.(engine.Guessing).Try(s.seat, c, at.dice.For("try")); !(v >= 0 && v <= 1) {
			t.Fatalf("%s: %q of %s came to %v", at.name, c, s.seat, v)
		}
	}
	failIf(t, !bytes.Equal(guessed, whole(t, at, guess)), "%s: trying changed the guess of %s", at.name, s.seat)
	playsOn(t, at, guess)
	failIf(t, !bytes.Equal(before, whole(t, at, s.state)), "%s: playing on a guess of %s changed the match itself", at.name, s.seat)
	return !bytes.Equal(guessed, whole(t, at, game.Guess(s.seat, one)))
}

// whole returns everything that the seats and the public are shown.
func whole(t T, at table, s engine.State) []byte {
	var all []byte
	for _, seat := range append(slices.Clone(at.setup.Seats), "") {
		all = append(all, seen(t, s, seat)...)
	}
	return all
}

// playsOn plays some choices in a guess by the rules: a guess must work like any other position.
func playsOn(t T, at table, s engine.State) {
	lot := at.dice.For("on")
	for n := 0; n < 30 && s.Result() == nil; n++ {
		seat := s.ToMove()[0]
		legal := s.Legal(seat)
		failIf(t, len(legal) == 0, "%s: in a guess %s is to move and has nothing to choose", at.name, seat)
		facts, refusal := s.Play(seat, choose(s, seat, legal, lot), at.dice)
		if refusal != nil {
			t.Fatalf("%s: in a guess a legal command is refused: %s", at.name, refusal.Key)
		}
		for _, f := range facts {
			s.Apply(f)
		}
	}
}
