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
	if version > 1 {
		return nil, fmt.Errorf("%s: version %d is newer than this program", kind, version)
	}
	event, err := decode(kind, data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", kind, err)
	}
	return event, nil
}

func decode(kind string, data []byte) (engine.Event, error) {
	var err error
	read := func(v any) { err = engine.DecodeStrict(data, v) }
	// check looks at what was read once it is known to be readable.
	check := func(event engine.Event, cards []string, places ...int) (engine.Event, error) {
		if err == nil {
			err = checkCards(cards)
		}
		for _, p := range places {
			if err == nil && (p < 1 || p > shafts) {
				err = fmt.Errorf("%d is no shaft", p)
			}
		}
		return event, err
	}
	switch kind {
	case "clonk.dealt":
		var e Dealt
		read(&e)
		if err == nil {
			err = e.check()
		}
		return e, err
	case "clonk.opened":
		var e Opened
		read(&e)
		if err == nil && tileOf(e.Tile) == closed {
			err = fmt.Errorf("%q is no tile", e.Tile)
		}
		return e, err
	case "clonk.carted":
		var e Carted
		read(&e)
		return check(e, e.Cards)
	case "clonk.dug":
		var e Dug
		read(&e)
		return check(e, []string{e.Card})
	case "clonk.gave":
		var e Gave
		read(&e)
		return check(e, []string{e.Card})
	case "clonk.blasted":
		var e Blasted
		read(&e)
		return check(e, []string{e.Card}, e.Shaft)
	case "clonk.exposed":
		var e Exposed
		read(&e)
		return check(e, []string{e.Card}, e.Shaft)
	case "clonk.rebuilt":
		var e Rebuilt
		read(&e)
		return check(e, lyingCodes(e.Cards), e.Shaft)
	case "clonk.rested":
		var e Rested
		read(&e)
		return check(e, e.Drew)
	case "clonk.shored":
		var e Shored
		read(&e)
		return check(e, []string{e.Card}, e.Shaft)
	case "clonk.dropped":
		var e Dropped
		read(&e)
		return check(e, []string{e.Card})
	case "clonk.woke":
		var e Woke
		read(&e)
		return e, err
	case "clonk.reshuffled":
		var e Reshuffled
		read(&e)
		return check(e, treasuresOf(e.Deck))
	case "match.ended":
		var e MatchEnded
		read(&e)
		return e, err
	}
	return nil, fmt.Errorf("no such kind of event")
}

// checkCards lets through treasures, and the nothing that a seat was not told.
func checkCards(codes []string) error {
	for _, c := range codes {
		if c != "" && !cardOf(c).isTreasure() {
			return fmt.Errorf("%q is no treasure", c)
		}
	}
	return nil
}

func (e Dealt) check() error {
	for _, t := range e.Tiles {
		if t.Colour != "" && wordIn(colours, t.Colour) < 0 || t.Kind != "" && wordIn(kinds, t.Kind) < 0 {
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
	return checkCards(append(cards, treasuresOf(e.Deck)...))
}

// treasuresOf is a draw pile without the Awakening.
func treasuresOf(deck []string) []string {
	return slices.DeleteFunc(slices.Clone(deck), func(c string) bool { return c == awakening.String() })
}

func lyingCodes(pile []Lying) []string {
	list := make([]string, len(pile))
	for i, l := range pile {
		list[i] = l.Card
	}
	return list
}
