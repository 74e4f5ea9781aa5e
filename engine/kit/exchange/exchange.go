// Package exchange deals the hidden cards of a log anew, by exchanging them for one another in its events. Only the tests
// of secrets need that (engine.Redealing), so it is apart from the kit that games play with.
package exchange

import (
	"regexp"
	"slices"

	"pitpost.example/engine"
)

// quoted matches the strings in the JSON of an event. Codes of cards contain nothing that JSON
// escapes.
var quoted = regexp.MustCompile(`"[^"]*"`)

// SwapCards returns the event with some cards replaced as swap says. It can be used for a game in
// which each card exists once and no other string in an event's JSON equals the code of a card.
func SwapCards(g engine.Game, event engine.Event, swap map[string]string) engine.Event {
	data, err := engine.Fact{Event: event}.Data()
	if err != nil {
		return event
	}
	data = quoted.ReplaceAllFunc(data, func(code []byte) []byte {
		if other, ok := swap[string(code[1:len(code)-1])]; ok {
			return []byte(`"` + other + `"`)
		}
		return code
	})
	if again, err := g.Decode(event.Kind(), 1, data); err == nil {
		return again
	}
	return event
}

// SplitRounds splits a log at its deals, so that each part can be dealt again. It returns nil for a match
// that is over, which has no secrets.
func SplitRounds(log []engine.Fact) (rounds [][]engine.Fact) {
	if n := len(log); n > 0 && engine.ClosesRoundOrMatch(log[n-1]) && !engine.ClosesRound(log[n-1]) {
		return nil
	}
	for from := 0; from < len(log); {
		to := from + 1
		for to < len(log) && !engine.DealsRound(log[to]) {
			to++
		}
		rounds, from = append(rounds, log[from:to:to]), to
	}
	return rounds
}

// MixCards maps each of the cards to one of them, by a shuffle.
func MixCards(lot *engine.Stream, cards []string) (swap map[string]string) {
	mixed := slices.Clone(cards)
	engine.ShuffleList(lot, mixed)
	swap = make(map[string]string, len(cards))
	for i, c := range cards {
		swap[c] = mixed[i]
	}
	return swap
}
