package saboteur

import (
	"cmp"
	"fmt"
	"slices"

	"pitpost.example/engine"
)

// deal shuffles for a round; docs/shuffles.md describes the method for other programs. The caller
// sets the starter.
func (s *State) deal(d engine.Dice, round int) Dealt {
	seats, spare := s.setup.Seats, s.spares()
	if d.Logged != nil {
		return loggedDeal(d.Logged, round, seats, spare)
	}
	stream := d.For(fmt.Sprintf("deal %d", round))
	table := sharesFor(len(seats))
	e := Dealt{
		Round: round,
		Roles: make(map[string]string, len(seats)),
		Goals: make(map[string]string, len(goalCells)),
		Hands: make(map[string][]string, len(seats)),
	}
	dwarfs := slices.Repeat([]role{miner}, len(seats)+spare)
	for i := range table.saboteurs {
		dwarfs[i] = saboteur
	}
	goals, deck := []Card{gold, stoneNE, stoneNW}, fullDeck()
	engine.ShuffleList(stream, dwarfs)
	engine.ShuffleList(stream, goals)
	engine.ShuffleList(stream, deck)

	for i, name := range seats {
		e.Roles[name] = dwarfs[i].String()
		e.Hands[name] = codes(deck[i*table.hand : (i+1)*table.hand])
	}
	if spare > 0 {
		e.Spare = dwarfs[len(seats)].String()
	}
	for i, c := range goalCells {
		e.Goals[c.String()] = goals[i].String()
	}
	e.Deck = codes(deck[len(seats)*table.hand:])
	return e
}

// spares returns how many more dwarf cards there are than seats.
func (s *State) spares() int {
	if s.rules.noSpare {
		return 0
	}
	return 1
}

// draw takes up to n gold cards from the supply at the end of a round.
func draw(d engine.Dice, round int, supply [4]int, n int) []int {
	if d.Logged != nil {
		return loggedGold(d.Logged, round, supply, n)
	}
	var cards []int
	for v := 1; v <= 3; v++ {
		cards = append(cards, slices.Repeat([]int{v}, supply[v])...)
	}
	engine.ShuffleList(d.For(fmt.Sprintf("gold %d", round)), cards)
	return cards[:min(n, len(cards))]
}

// fullDeck returns all cards of the deck, in the order of their kinds.
func fullDeck() []Card {
	deck := make([]Card, 0, 67)
	for c := range start {
		for range c.face().count {
			deck = append(deck, c)
		}
	}
	return deck
}

// Start deals the first round.
func (s *State) Start(d engine.Dice) []engine.Fact {
	e := s.deal(d, 1)
	first := s.seat(s.setup.First)
	switch {
	case first >= 0:
	case d.Logged != nil:
		first = max(0, s.seat(e.Starter))
	default:
		first = d.For("start").Intn(len(s.setup.Seats))
	}
	e.Starter = s.name(first)
	return []engine.Fact{{Event: e}}
}

// Undrawn lists the cards of the deck, the next first.
func (s *State) Undrawn() []string { return codes(s.deck) }

// Reshuffle shuffles the deck from its present order, but for what was seen of it, which comes
// first; docs/shuffles.md describes the method for other programs.
func (s *State) Reshuffle(d engine.Dice, seen []string) []engine.Fact {
	if len(s.deck) == 0 {
		return nil
	}
	if d.Logged != nil {
		return []engine.Fact{{Event: s.loggedReshuffle(d.Logged, seen)}}
	}
	return []engine.Fact{{Event: Reshuffled{Deck: engine.RemixPile(d.For("reshuffle"), codes(s.deck), seen)}}}
}

// loggedReshuffle returns the order that the log tells. It fails if that order is impossible.
func (s *State) loggedReshuffle(logged *engine.LoggedDraws, seen []string) Reshuffled {
	e, _ := engine.FirstEvent[Reshuffled](logged)
	switch {
	case !engine.SameCards(e.Deck, codes(s.deck)):
		logged.Fail("the cards shuffled anew are not those of the deck")
	case !slices.Equal(e.Deck[:min(len(seen), len(e.Deck))], seen):
		logged.Fail("the cards that were drawn once do not lie on top, as they were drawn")
	}
	return e
}

// Reveals reports whether a fact shows a goal, to who looks at it or to all: it stays where it is
// after a rewind.
func (s *State) Reveals(f engine.Fact) bool {
	return engine.IsEvent[Looked](f) || engine.IsEvent[Revealed](f)
}

// loggedDeal returns the deal that the log tells. It fails unless that deal has exactly the cards of
// the rules.
func loggedDeal(logged *engine.LoggedDraws, round int, seats []string, spare int) Dealt {
	e, ok := engine.FirstEvent[Dealt](logged)
	if !ok {
		logged.Fail("deal %d is missing", round)
	} else if err := e.whole(seats, spare); err != nil {
		logged.Fail("deal %d: %w", round, err)
	}
	e.Round = round
	return e
}

// loggedGold returns the gold that the log tells. It fails if the supply did not have these cards.
func loggedGold(logged *engine.LoggedDraws, round int, supply [4]int, n int) []int {
	e, ok := engine.FirstEvent[Ended](logged)
	if !ok {
		logged.Fail("the end of round %d is missing", round)
		return nil
	}
	if total := supply[1] + supply[2] + supply[3]; len(e.Gold) != min(n, total) {
		logged.Fail("round %d: %d gold cards drawn instead of %d", round, len(e.Gold), min(n, total))
	}
	for _, v := range e.Gold {
		if supply[v]--; supply[v] < 0 {
			logged.Fail("round %d: more gold of %d than is left", round, v)
		}
	}
	return e.Gold
}

// whole returns an error unless a deal has all the cards of the rules, each where it belongs.
func (e Dealt) whole(seats []string, spare int) error {
	table := sharesFor(len(seats))
	dwarfs := map[string]int{e.Spare: spare}
	cards := slices.Clone(e.Deck)
	if len(e.Roles) != len(seats) || len(e.Hands) != len(seats) || len(e.Goals) != len(goalCells) {
		return fmt.Errorf("not every seat and goal has its card")
	}
	for _, name := range seats {
		dwarfs[e.Roles[name]]++
		cards = append(cards, e.Hands[name]...)
		if len(e.Hands[name]) != table.hand {
			return fmt.Errorf("%s has %d cards instead of %d", name, len(e.Hands[name]), table.hand)
		}
	}
	goals := engine.MapList(goalCells[:], func(c Cell) string { return e.Goals[c.String()] })
	sab := dwarfs["saboteur"]
	return cmp.Or(
		engine.ErrorIf((e.Spare != "") != (spare > 0),
			"a dwarf card is left over in all matches but those of saboteurs=most"),
		engine.ErrorIf(sab+dwarfs["miner"] != len(seats)+spare || sab != table.saboteurs, "the dwarf cards are not those of the rules"),
		engine.ErrorIf(!engine.SameCards(codes(fullDeck()), cards), "hands and deck together are not the deck of the rules"),
		engine.ErrorIf(!engine.SameCards(goals, []string{"gold", "stone-ne", "stone-nw"}), "the goals are not gold and two stones"))
}
