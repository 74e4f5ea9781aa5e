package kit

import (
	"regexp"
	"slices"

	"pitpost.example/engine"
)

// quoted are the strings in the JSON of an event; codes of cards hold nothing that is escaped.
var quoted = regexp.MustCompile(`"[^"]*"`)

// Exchange is an event of a game with other cards in the place of some: it deals anew where each card
// is there once and has a code that is no other word of an event.
func Exchange(g engine.Game, event engine.Event, swap map[string]string) engine.Event {
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

// Rounds are the parts of a log that each begin with a deal, for dealing them anew; none of a match that is
// over, which has no secrets.
func Rounds(log []engine.Fact) (rounds [][]engine.Fact) {
	if n := len(log); n > 0 && engine.Closes(log[n-1]) && !engine.ClosesRound(log[n-1]) {
		return nil
	}
	for from := 0; from < len(log); {
		to := from + 1
		for to < len(log) && !engine.Deals(log[to]) {
			to++
		}
		rounds, from = append(rounds, log[from:to:to]), to
	}
	return rounds
}

// Mixed lays each of some cards in the place of another of them.
func Mixed(lot *engine.Stream, cards []string) (swap map[string]string) {
	mixed := slices.Clone(cards)
	engine.Mix(lot, mixed)
	swap = make(map[string]string, len(cards))
	for i, c := range cards {
		swap[c] = mixed[i]
	}
	return swap
}
