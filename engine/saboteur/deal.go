package saboteur

import (
	"fmt"
	"slices"

	"pitpost.example/engine"
)

// chance is what the rules leave to lots.
type chance interface {
	// starter is the seat that begins the first round.
	starter(seats []string) int
	// deal shuffles for a round; the starter is filled in by the rules.
	deal(round int, seats []string) Dealt
	// gold draws up to n cards from the supply at a round's end.
	gold(round int, supply [4]int, n int) []int
}

// lots draws from the dice of the match; docs/shuffles.md tells other programs
// how.
type lots struct{ dice engine.Dice }

// chanceOf are the lots of the dice, or those that are told in their place.
func chanceOf(d engine.Dice) chance {
	if d.Fallen != nil {
		return told{d.Fallen}
	}
	return lots{d}
}

func (l lots) starter(seats []string) int {
	return l.dice.For("start").Intn(len(seats))
}

func (l lots) deal(round int, seats []string) Dealt {
	stream := l.dice.For(fmt.Sprintf("deal %d", round))
	table := dealFor(len(seats))
	e := Dealt{
		Round: round,
		Roles: make(map[string]string, len(seats)),
		Goals: make(map[string]string, len(goalCells)),
		Hands: make(map[string][]string, len(seats)),
	}
	dwarfs := slices.Repeat([]role{miner}, len(seats)+1)
	for i := range table.saboteurs {
		dwarfs[i] = saboteur
	}
	engine.Mix(stream, dwarfs)
	for i, name := range seats {
		e.Roles[name] = dwarfs[i].String()
	}
	e.Spare = dwarfs[len(seats)].String()

	goals := []Card{gold, stoneNE, stoneNW}
	engine.Mix(stream, goals)
	for i, c := range goalCells {
		e.Goals[c.String()] = goals[i].String()
	}

	deck := fullDeck()
	engine.Mix(stream, deck)
	for i, name := range seats {
		e.Hands[name] = codes(deck[i*table.hand : (i+1)*table.hand])
	}
	e.Deck = codes(deck[len(seats)*table.hand:])
	return e
}

func (l lots) gold(round int, supply [4]int, n int) []int {
	var cards []int
	for v := 1; v <= 3; v++ {
		cards = append(cards, slices.Repeat([]int{v}, supply[v])...)
	}
	stream := l.dice.For(fmt.Sprintf("gold %d", round))
	engine.Mix(stream, cards)
	return cards[:min(n, len(cards))]
}

// fullDeck is all cards to draw, in the order of their faces.
func fullDeck() []Card {
	deck := make([]Card, 0, 67)
	for c := pathNS; c < start; c++ {
		for range c.face().count {
			deck = append(deck, c)
		}
	}
	return deck
}

// Start deals the first round.
func (s *State) Start(d engine.Dice) []engine.Fact { return s.begin(chanceOf(d)) }

func (s *State) begin(c chance) []engine.Fact {
	first := s.seat(s.setup.First)
	if first < 0 {
		first = c.starter(s.setup.Seats)
	}
	e := c.deal(1, s.setup.Seats)
	e.Starter = s.name(first)
	return []engine.Fact{{Event: e}}
}

// Reshuffle shuffles the deck in the order in which it lies; docs/shuffles.md tells other
// programs how.
func (s *State) Reshuffle(d engine.Dice) []engine.Fact {
	if len(s.deck) == 0 {
		return nil
	}
	e := Reshuffled{Deck: codes(s.deck)}
	if d.Fallen == nil {
		engine.Mix(d.For("reshuffle"), e.Deck)
	} else if e, _ = engine.Lot[Reshuffled](d.Fallen); !engine.SameCards(e.Deck, codes(s.deck)) {
		d.Fallen.Fail("the cards shuffled anew are not those of the deck")
	}
	return []engine.Fact{{Event: e}}
}

// Reveals says that a map shows its player a goal, which lies where it lay after a rewind.
func (s *State) Reveals(f engine.Fact) bool {
	_, looked := f.Event.(Looked)
	return looked
}
