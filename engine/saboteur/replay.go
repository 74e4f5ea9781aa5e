package saboteur

import (
	"fmt"
	"slices"

	"pitpost.example/engine"
)

// Command spells the canonical command by which a seat made a choice that is
// about to be applied to this state; "" if the fact is no choice of a seat or
// its card is not held.
func (s *State) Command(f engine.Fact) string {
	i := s.seat(f.Seat)
	if i < 0 {
		return ""
	}
	a, card := s.choice(f.Event)
	if a.family == pickGold {
		return s.command(a)
	}
	a.place = slices.Index(s.players[i].hand, card)
	if a.place < 0 || a.target < 0 {
		return ""
	}
	return s.command(a)
}

func (s *State) choice(event engine.Event) (a act, card Card) {
	switch e := event.(type) {
	case Dug:
		c, _ := cellOf(e.Cell)
		return act{family: pathFamily, cell: c, turned: e.Turned}, cardOf(e.Card)
	case Broke:
		card = cardOf(e.Card)
		return act{family: breakFamily, target: s.seat(e.Target), tool: card.face().tools}, card
	case Repaired:
		card = cardOf(e.Card)
		return act{family: mendFamily, target: s.seat(e.Target), tool: toolOf(e.Tool), named: card.twoTools()}, card
	case Felled:
		c, _ := cellOf(e.Cell)
		return act{family: fallFamily, cell: c}, rockfall
	case Looked:
		c, _ := cellOf(e.Goal)
		return act{family: mapFamily, cell: c}, mapCard
	case Passed:
		return act{}, cardOf(e.Card)
	case Picked:
		return act{family: pickGold, value: e.Value}, none
	}
	return act{target: nobody}, none
}

// Replay plays a command as Play does, but with the lots that fell in the
// facts told, so that a log can be checked without its seed. It fails where
// those lots could not have fallen: a deal that is not the whole deck, gold
// that was not in the supply.
func (s *State) Replay(seat, command string, told []engine.Fact) ([]engine.Fact, *engine.Refusal, error) {
	l := &toldLots{facts: told}
	facts, refusal := s.play(seat, command, l)
	return facts, refusal, l.err
}

// ReplayConcede is Concede with the lots told.
func (s *State) ReplayConcede(told []engine.Fact) ([]engine.Fact, error) {
	l := &toldLots{facts: told}
	return s.concede(l), l.err
}

// ReplayStart is Start with the lots told.
func (s *State) ReplayStart(told []engine.Fact) ([]engine.Fact, error) {
	l := &toldLots{facts: told}
	return s.begin(l), l.err
}

// toldLots are lots that have fallen and stand in a log.
type toldLots struct {
	facts []engine.Fact
	err   error
}

func (l *toldLots) fail(format string, args ...any) {
	if l.err == nil {
		l.err = fmt.Errorf(format, args...)
	}
}

func (l *toldLots) starter(seats []string) int {
	for _, f := range l.facts {
		if e, ok := f.Event.(Dealt); ok {
			return max(0, slices.Index(seats, e.Starter))
		}
	}
	return 0
}

func (l *toldLots) deal(round int, seats []string) Dealt {
	for _, f := range l.facts {
		if e, ok := f.Event.(Dealt); ok {
			if err := e.whole(seats); err != nil {
				l.fail("deal %d: %w", round, err)
			}
			e.Round = round
			return e
		}
	}
	l.fail("deal %d is missing", round)
	return Dealt{Round: round}
}

func (l *toldLots) gold(round int, supply [4]int, n int) []int {
	for _, f := range l.facts {
		e, ok := f.Event.(Ended)
		if !ok {
			continue
		}
		total := supply[1] + supply[2] + supply[3]
		if len(e.Gold) != min(n, total) {
			l.fail("round %d: %d gold cards drawn instead of %d", round, len(e.Gold), min(n, total))
		}
		for _, v := range e.Gold {
			if supply[v]--; supply[v] < 0 {
				l.fail("round %d: more gold of %d than is left", round, v)
			}
		}
		return e.Gold
	}
	l.fail("the end of round %d is missing", round)
	return nil
}

// whole says whether a deal is all the cards, each where it belongs.
func (e Dealt) whole(seats []string) error {
	table := dealFor(len(seats))
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
	var goals []string
	for _, c := range goalCells {
		goals = append(goals, e.Goals[c.String()])
	}
	if !engine.SameCards(goals, []string{"gold", "stone-ne", "stone-nw"}) {
		return fmt.Errorf("the goals are not gold and two stones")
	}
	return nil
}
