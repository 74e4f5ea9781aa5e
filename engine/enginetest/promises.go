package enginetest

import (
	"slices"

	"pitpost.example/engine"
)

// keepsPromises checks what the house relies on besides the rules: whose a view is, how turns are
// counted, what a deal and an end contain, and which card a command means.
func keepsPromises(t T, g engine.Game, all []table) {
	for _, at := range all {
		turn := 0
		log := walk(t, g, at, func(s step) {
			v := s.state.View(s.seat)
			switch {
			case v.Seat != s.seat:
				t.Fatalf("%s: the view of %s says that it is that of %q", at.name, s.seat, v.Seat)
			case v.Turn < turn:
				t.Fatalf("%s: the turn falls from %d to %d; turns rise through a match, rounds or none", at.name, turn, v.Turn)
			}
			turn = v.Turn
			if s.due(11) {
				meansItsCard(t, at, s, v)
			}
		})
		over := folded(g, at, log)
		errorIf(t, over.View("").Turn <= len(at.setup.Seats),
			"%s: the match is over in turn %d; a turn counts one seat's part, and every seat has some", at.name, over.View("").Turn)
		for _, seat := range at.setup.Seats {
			if _, scored := over.Result().Scores[seat]; !scored {
				t.Errorf("%s: the result has no score of %s", at.name, seat)
			}
		}
		errorIf(t, len(over.Result().Winners) == 0, "%s: nobody has won; who leads wins, several share", at.name)
		marksItsRounds(t, g, at, log)
	}
}

// meansItsCard checks that a command that uses a card in hand means the card that was printed at
// its number, even if the answered letter printed the hand in another order.
func meansItsCard(t T, at table, s step, v engine.View) {
	codes := engine.MapList(v.Hand, func(h engine.HandCard) string { return h.Card })
	turned := slices.Clone(codes)
	slices.Reverse(turned)
	for i, c := range v.Choices {
		n := slices.IndexFunc(v.Hand, func(h engine.HandCard) bool { return h.Place == c.Place })
		if n < 0 || i%5 != s.n%5 {
			continue
		}
		for _, printed := range [][]string{codes, turned} {
			m, refusal := s.state.Parse(s.seat, engine.NormaliseText(c.Command), printed)
			failIf(t, printed[n] == codes[n] && (refusal != nil || m.Command != c.Command),
				"%s: %q, answered to a letter with the hand %q, is read as %q, %v: View.Hand has the codes that Parse knows, in the order in which commands count them",
				at.name, c.Command, printed, m.Command, refusal)
			failIf(t, refusal == nil && !slices.Contains(engine.SplitWords(engine.NormaliseText(m.Bound)), printed[n]),
				"%s: %q uses place %s, printed as %q, and is bound to %q: Bound holds the code of the card that was printed there",
				at.name, c.Command, c.Place, printed[n], m.Bound)
		}
	}
}

// marksItsRounds checks that the first fact is a deal, or a choice made at once comes before it, that
// no two deals are equal, that the end is Closing, and that none of these facts has a seat.
func marksItsRounds(t T, g engine.Game, at table, log []engine.Fact) {
	begins := folded(g, at, log[:1])
	atOnce, ok := begins.(engine.AtOnce)
	dealt := engine.DealsRound(log[0]) || ok && atOnce.Choosing()
	if last := log[len(log)-1]; !dealt || !engine.ClosesRoundOrMatch(last) || engine.ClosesRound(last) {
		t.Errorf("%s: a match begins with an event that is Dealing and ends with one that is Closing", at.name)
	}
	var deals []string
	past := g.Blank(at.setup)
	for _, f := range log {
		errorIf(t, (engine.DealsRound(f) || engine.ClosesRoundOrMatch(f)) && f.Seat != "",
			"%s: %s is said to be of %s; a deal and an end are nobody's", at.name, f.Event.Kind(), f.Seat)
		if past.Apply(f); !engine.DealsRound(f) {
			continue
		}
		hands := ""
		for _, seat := range at.setup.Seats {
			for _, h := range past.View(seat).Hand {
				hands += h.Card + " "
			}
		}
		errorIf(t, slices.Contains(deals, hands) && hands != "",
			"%s: a later round is dealt as one before it; each deal takes dice of a purpose of its own", at.name)
		deals = append(deals, hands)
	}
}
