package clonk

import (
	"encoding/json"
	"fmt"
	"slices"

	"pitpost.example/engine"
)

// From is where a card came from: a shaft, 1 to 5, or 0 for the hand. In JSON
// it is the number or "hand".
type From int

// MarshalJSON writes "hand" or the number of the shaft.
func (f From) MarshalJSON() ([]byte, error) {
	if f == 0 {
		return []byte(`"hand"`), nil
	}
	return json.Marshal(int(f))
}

// UnmarshalJSON reads either.
func (f *From) UnmarshalJSON(data []byte) error {
	if string(data) == `"hand"` {
		*f = 0
		return nil
	}
	var n int
	if err := json.Unmarshal(data, &n); err != nil || n < 1 || n > shafts {
		return fmt.Errorf("%s is neither \"hand\" nor a shaft", data)
	}
	*f = From(n)
	return nil
}

// Decode reads an event back from the log, strictly: unknown kinds, fields,
// cards and shafts are errors.
func (Game) Decode(kind string, version int, data []byte) (engine.Event, error) {
	return events.Decode(kind, version, data)
}

var events = engine.NewKinds(
	engine.Reads(Dealt.check),
	engine.Reads(Opened.check),
	engine.Reads(func(e Carted) error { return checkCards(e.Cards...) }),
	engine.Reads(func(e Dug) error { return checkCards(e.Card) }),
	engine.Reads(func(e Gave) error { return checkCards(e.Card) }),
	engine.Reads(func(e Blasted) error { return checkShaft(e.Shaft, e.Card) }),
	engine.Reads(func(e Exposed) error { return checkShaft(e.Shaft, e.Card) }),
	engine.Reads(func(e Rebuilt) error { return checkShaft(e.Shaft, lyingCodes(e.Cards)...) }),
	engine.Reads(func(e Rested) error { return checkCards(e.Drew...) }),
	engine.Reads(func(e Shored) error { return checkShaft(e.Shaft, e.Card) }),
	engine.Reads(func(e Dropped) error { return checkCards(e.Card) }),
	engine.Reads[Woke](nil),
	engine.Reads(func(e Reshuffled) error { return checkCards(treasuresOf(e.Deck)...) }),
	engine.Reads[MatchEnded](nil),
)

func (e Opened) check() error {
	if tileOf(e.Tile) == closed {
		return fmt.Errorf("%q is no tile", e.Tile)
	}
	return nil
}

// checkShaft lets through one of the shafts, and treasures.
func checkShaft(shaft int, codes ...string) error {
	if err := checkCards(codes...); err != nil {
		return err
	}
	if shaft < 1 || shaft > shafts {
		return fmt.Errorf("%d is no shaft", shaft)
	}
	return nil
}

// checkCards lets through treasures, and the nothing that a seat was not told.
func checkCards(codes ...string) error {
	for _, c := range codes {
		if c != "" && !cardOf(c).isTreasure() {
			return fmt.Errorf("%q is no treasure", c)
		}
	}
	return nil
}

func (e Dealt) check() error {
	for _, t := range e.Tiles {
		if t.Colour != "" && slices.Index(colours[:], t.Colour) < 0 || t.Kind != "" && slices.Index(kinds[:], t.Kind) < 0 {
			return fmt.Errorf("%s and %s are no task tiles", t.Colour, t.Kind)
		}
	}
	var cards []string
	for _, shaft := range e.Shafts {
		cards = append(cards, lyingCodes(shaft)...)
	}
	for _, hand := range e.Hands {
		cards = append(cards, hand...)
	}
	return checkCards(append(cards, treasuresOf(e.Deck)...)...)
}

// treasuresOf is a draw pile without the Awakening.
func treasuresOf(deck []string) []string {
	return slices.DeleteFunc(slices.Clone(deck), func(c string) bool { return c == awakening.String() })
}

func lyingCodes(pile []Lying) []string {
	return engine.Each(pile, func(l Lying) string { return l.Card })
}
