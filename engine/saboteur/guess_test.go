package saboteur

import (
	"math"
	"slices"
	"testing"

	"pitpost.example/engine"
)

// A guess has every card of the game exactly once: the right number of saboteurs, the gold and the
// stones, and every card of the deck in a hand, in the deck, on the table or discarded by the seat
// that guesses.
func TestGuessIsTheWholeGame(t *testing.T) {
	deck := fullDeck()
	everyTable(func(edition string, players int) {
		playedOn(t, edition, players, func(s *State, lot *engine.Stream) {
			me := s.turn
			g := s.Guess(s.name(me), lot).(*State)
			cards := append(slices.Clone(g.deck), g.players[me].thrown...)
			hidden, saboteurs := 0, 0
			for j := range g.players {
				p := &g.players[j]
				cards = append(cards, p.hand...)
				for _, d := range p.actions {
					if d.family() != 0 {
						cards = append(cards, d.card)
					}
				}
				if len(p.hand) != len(s.players[j].hand) {
					t.Fatalf("%d cards are held instead of %d", len(p.hand), len(s.players[j].hand))
				}
				if j != me {
					hidden += len(s.players[j].thrown)
				}
				if p.role == saboteur {
					saboteurs++
				}
			}
			if g.spare == saboteur {
				saboteurs++
			}
			if want := sharesFor(players).saboteurs; saboteurs != want {
				t.Fatalf("%d saboteurs with the spare, not %d", saboteurs, want)
			}
			goals := slices.Sorted(slices.Values(g.goals[:]))
			if !slices.Equal(goals, []Card{gold, stoneNE, stoneNW}) {
				t.Fatalf("the goals are %v", goals)
			}
			left := slices.Clone(deck)
			for _, c := range cards {
				at := slices.Index(left, c)
				if at < 0 {
					t.Fatalf("more %s than there are", c)
				}
				left = slices.Delete(left, at, at+1)
			}
			if len(left) != hidden {
				t.Fatalf("%d cards are nowhere; %d were discarded unseen", len(left), hidden)
			}
		})
	})
}

// Sets of saboteurs are drawn as often as the odds of their members say.
func TestPickGuilty(t *testing.T) {
	s := &State{players: make([]player, 5)}
	for j, blame := range []int{0, 8, -6, 3, 0} {
		s.players[j].blame = blame
	}
	list := []int{0, 1, 2, 3, nobody}
	weight := func(k int) float64 {
		if list[k] == nobody {
			return even
		}
		return float64(odds(s.players[k].blame))
	}
	const draws = 40000
	counts := map[[2]int]int{}
	l := luck(1)
	for range draws {
		guilty := s.pickGuilty(list, 2, &l)
		var pair []int
		for k := range list {
			if guilty[k] {
				pair = append(pair, k)
			}
		}
		if len(pair) != 2 {
			t.Fatalf("%d are guilty", len(pair))
		}
		counts[[2]int(pair)]++
	}
	total := 0.0
	for a := range list {
		for b := a + 1; b < len(list); b++ {
			total += weight(a) * weight(b)
		}
	}
	for a := range list {
		for b := a + 1; b < len(list); b++ {
			p := weight(a) * weight(b) / total
			// This allows five standard deviations, and some more because the weights are rounded.
			room := 5*math.Sqrt(draws*p*(1-p)) + draws*p*0.1
			if got := float64(counts[[2]int{a, b}]); math.Abs(got-draws*p) > room {
				t.Errorf("%d and %d are guilty %v times, not %.0f", a, b, got, draws*p)
			}
		}
	}
}

// A seat that finds the gold wins as a miner and loses as a saboteur. A miner that picks early gets
// a little more.
func TestPayoff(t *testing.T) {
	s := &State{players: make([]player, 4), winner: "miners", last: 2}
	for j, r := range []role{miner, saboteur, miner, miner} {
		s.players[j].role = r
	}
	first, second, third := s.payoff(2), s.payoff(0), s.payoff(3)
	if first != 1 || first <= second || second <= third || third < 0.9 || s.payoff(1) != 0 {
		t.Errorf("found: %v, %v, %v; saboteur %v", first, second, third, s.payoff(1))
	}
	s.winner = "saboteurs"
	if s.payoff(0) != 0 || s.payoff(1) != 1 {
		t.Errorf("not found: miner %v, saboteur %v", s.payoff(0), s.payoff(1))
	}
}

// A keen bot does what BenchmarkGuess and BenchmarkTry measure a few hundred times for each choice.
func BenchmarkGuess(b *testing.B) {
	s, stream := middle(b), engine.Dice{}.For("guess")
	for b.Loop() {
		s.Guess(s.name(s.turn), stream)
	}
}

func BenchmarkTry(b *testing.B) {
	s, stream := middle(b), engine.Dice{}.For("guess")
	seat := s.name(s.turn)
	g := s.Guess(seat, stream).(*State)
	command := s.Careful(seat, stream)
	for b.Loop() {
		g.Try(seat, command, stream)
	}
}

// middle returns a position after twenty careful choices.
func middle(b *testing.B) *State {
	b.Helper()
	d := engine.Dice{Seed: [32]byte{4}}
	s := newState(engine.Setup{Edition: "pt", Seats: names[:5]})
	facts := s.Start(d)
	for n := 0; ; n++ {
		for _, f := range facts {
			s.Apply(f)
		}
		if n == 20 {
			return s
		}
		seat := s.name(s.turn)
		more, refusal := s.Play(seat, s.Careful(seat, nil), d)
		if refusal != nil {
			b.Fatal(refusal)
		}
		facts = more
	}
}
