package saboteur

import (
	"fmt"
	"slices"

	"pitpost.example/engine"
)

// Command spells the canonical command by which a seat made a choice that is
// about to be applied to this state; "" if it has no such choice.
func (s *State) Command(f engine.Fact) string {
	i := s.seat(f.Seat)
	for _, a := range s.acts(i) {
		if chosen(s.event(i, a)) == chosen(f.Event) {
			return s.command(a)
		}
	}
	return ""
}

// chosen is of a choice what its seat knew when it made it.
func chosen(event engine.Event) engine.Event {
	switch e := event.(type) {
	case Felled:
		return Felled{Cell: e.Cell}
	case Looked:
		return Looked{Goal: e.Goal}
	}
	return event
}

// toldDeal is the deal that stands in a log. It fails where it could not have fallen so: not the whole deck.
func toldDeal(told *engine.Fallen, round int, seats []string) Dealt {
	e, ok := engine.Lot[Dealt](told)
	if !ok {
		told.Fail("deal %d is missing", round)
	} else if err := e.whole(seats); err != nil {
		told.Fail("deal %d: %w", round, err)
	}
	e.Round = round
	return e
}

// toldGold is the gold drawn that stands in a log; it fails where that was not in the supply.
func toldGold(told *engine.Fallen, round int, supply [4]int, n int) []int {
	e, ok := engine.Lot[Ended](told)
	if !ok {
		told.Fail("the end of round %d is missing", round)
		return nil
	}
	if total := supply[1] + supply[2] + supply[3]; len(e.Gold) != min(n, total) {
		told.Fail("round %d: %d gold cards drawn instead of %d", round, len(e.Gold), min(n, total))
	}
	for _, v := range e.Gold {
		if supply[v]--; supply[v] < 0 {
			told.Fail("round %d: more gold of %d than is left", round, v)
		}
	}
	return e.Gold
}

// whole says whether a deal is all the cards, each where it belongs.
func (e Dealt) whole(seats []string) error {
	table := sharesFor(len(seats))
	dwarfs := map[string]int{e.Spare: 1}
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
	if sab := dwarfs["saboteur"]; sab+dwarfs["miner"] != len(seats)+1 || sab != table.saboteurs {
		return fmt.Errorf("the dwarf cards are not those of the rules")
	}
	if !engine.SameCards(codes(fullDeck()), cards) {
		return fmt.Errorf("hands and deck together are not the deck of the rules")
	}
	goals := engine.Each(goalCells[:], func(c Cell) string { return e.Goals[c.String()] })
	if !engine.SameCards(goals, []string{"gold", "stone-ne", "stone-nw"}) {
		return fmt.Errorf("the goals are not gold and two stones")
	}
	return nil
}
