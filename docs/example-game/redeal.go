package peak

import (
	"slices"

	"pitpost.example/engine"
	"pitpost.example/engine/kit/exchange"
)

// Command makes the state engine.Retelling: it returns the command that led to a choice. pitpost
// verify asks for it at every choice of a record and plays it again. It looks only at what was
// chosen, never at what was drawn.
func (s *State) Command(f engine.Fact) string {
	i := s.seat(f.Seat)
	if i == nobody {
		return ""
	}
	a := act{noVerb, nobody}
	switch e := f.Event.(type) {
	case Climbed:
		a = act{lay, slices.Index(s.players[i].hand, e.Card)}
	case Rested:
		a = act{rest, slices.Index(s.players[i].hand, e.Card)}
	}
	if !slices.Contains(s.acts(i), a) {
		return ""
	}
	return a.command()
}

// Redeal makes the game engine.Redealing: it returns another log that the seat cannot tell from
// this one. The tests of secrets fold both and check that the seat is told the same, byte for byte.
// Each hike is dealt by itself, because its cards say nothing about those of another hike.
func (g Game) Redeal(_ engine.Setup, log []engine.Fact, seat string, lot *engine.Stream) []engine.Fact {
	out := slices.Clone(log)
	for _, facts := range exchange.SplitRounds(out) {
		seen := map[string]bool{}
		for _, f := range facts {
			for _, c := range seenBy(f, seat) {
				seen[c] = true
			}
		}
		var hidden []string
		for n := range cards {
			if c := code(n + 1); !seen[c] {
				hidden = append(hidden, c)
			}
		}
		swap := exchange.MixCards(lot, hidden)
		for n := range facts {
			facts[n].Event = exchange.SwapCards(g, facts[n].Event, swap)
		}
	}
	return out
}

// seenBy returns the cards that a fact shows to a seat.
func seenBy(f engine.Fact, seat string) []string {
	own := seat != "" && f.Seat == seat
	switch e := f.Event.(type) {
	case Dealt:
		return e.Hands[seat]
	case Climbed:
		if own {
			return []string{e.Card, e.Drew}
		}
		return []string{e.Card}
	case Rested:
		if own {
			return []string{e.Card, e.Drew}
		}
	}
	return nil
}
