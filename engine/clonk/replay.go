package clonk

import (
	"fmt"
	"slices"

	"pitpost.example/engine"
)

// Command spells the canonical command by which a seat made a choice that is
// about to be applied to this state; "" if the fact is no choice of a seat or
// its card is not there.
func (s *State) Command(f engine.Fact) string {
	i := s.seat(f.Seat)
	if i < 0 {
		return ""
	}
	var a act
	var card string
	from := From(0)
	switch e := f.Event.(type) {
	case Opened:
		return s.command(act{verb: openVerb, tile: tileOf(e.Tile)})
	case Carted:
		if len(e.Cards) != 1 {
			return ""
		}
		a, card = act{verb: cartVerb}, e.Cards[0]
	case Dug:
		a, card, from = act{verb: digVerb}, e.Card, e.From
	case Gave:
		a, card, from = act{verb: giveVerb, target: s.seat(e.Target)}, e.Card, e.From
	case Blasted:
		a, card, from = act{verb: blastVerb}, e.Card, From(e.Shaft)
	case Rested:
		return "rest"
	case Shored:
		a, card = act{verb: shoreVerb, shaft: e.Shaft - 1}, e.Card
	case Dropped:
		a, card = act{verb: dropVerb}, e.Card
	default:
		return ""
	}
	if a.target < 0 {
		return ""
	}
	a.hand, a.place = from == 0, int(from)-1
	if a.hand {
		a.place = slices.Index(s.players[i].hand, cardOf(card))
	}
	if a.place < 0 || s.card(i, a) != cardOf(card) {
		return ""
	}
	return s.command(a)
}

// Replay plays a command as Play does: after the deal there are no more lots.
func (s *State) Replay(seat, command string, _ []engine.Fact) ([]engine.Fact, *engine.Refusal, error) {
	facts, refusal := s.play(seat, command)
	return facts, refusal, nil
}

// ReplayConcede is Concede.
func (s *State) ReplayConcede([]engine.Fact) ([]engine.Fact, error) { return s.concede(), nil }

// ReplayStart is Start with the deal that stands in a log, if it could have
// fallen so.
func (s *State) ReplayStart(told []engine.Fact) ([]engine.Fact, error) {
	for _, f := range told {
		if e, ok := f.Event.(Dealt); ok {
			if err := s.whole(e); err != nil {
				return nil, fmt.Errorf("the deal: %w", err)
			}
			return []engine.Fact{{Event: e}}, nil
		}
	}
	return nil, fmt.Errorf("the deal is missing")
}
