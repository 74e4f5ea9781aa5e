package clonk

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"pitpost.example/engine"
)

// The events of a match, as records spell them. If a seat may not know a field, the event it is
// told leaves it out of the JSON.
type (
	// Tiled gives every seat its two task tiles before the cards are dealt. Matches of the first rules
	// have the tiles in Dealt.
	Tiled struct {
		Tiles map[string]Tiles `json:"tiles,omitempty"`
	}
	// Dealt holds everything that was shuffled.
	Dealt struct {
		Starter string              `json:"starter"`
		Tiles   map[string]Tiles    `json:"tiles,omitempty"` // by the first rules
		Shafts  [shafts][]Lying     `json:"shafts"`          // the bottom card first
		Hands   map[string][]string `json:"hands,omitempty"`
		Deck    []string            `json:"deck,omitempty"` // the next card first
	}
	// Opened shows one of a seat's task tiles, "colour" or "kind".
	Opened struct {
		Tile string `json:"tile"`
	}
	// Carted puts cards onto a cart, the last one on top.
	Carted struct {
		Cards []string `json:"cards"`
	}
	// Dug lays a card into the seat's own gallery. From is "hand" or a shaft, 1 to 5.
	Dug struct {
		Card string `json:"card"`
		From From   `json:"from"`
	}
	// Gave lays a card into the gallery of Target.
	Gave struct {
		Card   string `json:"card"`
		From   From   `json:"from"`
		Target string `json:"target"`
	}
	// Blasted removes the top card of a shaft from the game with a Kablooey.
	Blasted struct {
		Card  string `json:"card"`
		Shaft int    `json:"shaft"`
	}
	// Exposed turns up a card because it is now on top.
	Exposed struct {
		Shaft int    `json:"shaft"`
		Card  string `json:"card"`
	}
	// Rebuilt fills an empty shaft from the draw pile.
	Rebuilt struct {
		Shaft int     `json:"shaft"`
		Cards []Lying `json:"cards"` // the bottom card first
	}
	// Rested ends the digging and says what the seat got for empty spaces and at the end. Drew is
	// nil for those who may not know it.
	Rested struct {
		Snore    int      `json:"snore"`
		Kablooey int      `json:"kablooey"`
		Drew     []string `json:"drew,omitzero"`
	}
	// Shored lays a card from the hand onto a shaft.
	Shored struct {
		Card  string `json:"card"`
		Shaft int    `json:"shaft"`
	}
	// Dropped discards a surplus card face down.
	Dropped struct {
		Card string `json:"card,omitempty"`
	}
	// Woke says that the Awakening was drawn and set aside.
	Woke struct{}
	// Reshuffled puts the draw pile into a new order after a rewind.
	Reshuffled struct {
		Deck []string `json:"deck,omitempty"` // the next card first
	}
	// MatchEnded is the result. Coins includes both tiles and the Kablooeys, before the seats with
	// the most eyes lose theirs.
	MatchEnded struct {
		Scores  map[string]int `json:"scores"`
		Winners []string       `json:"winners"`
		Coins   map[string]int `json:"coins"`
		Eyes    map[string]int `json:"eyes"`
		Losses  map[string]int `json:"losses"`
	}
)

// Tiles are a seat's two task tiles.
type Tiles struct {
	Colour string `json:"colour,omitempty"`
	Kind   string `json:"kind,omitempty"`
}

// Lying is a card in a shaft, face up or down. The code is left out if it may not be known.
type Lying struct {
	Card string `json:"card,omitempty"`
	Up   bool   `json:"up"`
}

// Kind returns the kind of each event.
func (Tiled) Kind() string      { return "clonk.tiled" }
func (Dealt) Kind() string      { return "clonk.dealt" }
func (Opened) Kind() string     { return "clonk.opened" }
func (Carted) Kind() string     { return "clonk.carted" }
func (Dug) Kind() string        { return "clonk.dug" }
func (Gave) Kind() string       { return "clonk.gave" }
func (Blasted) Kind() string    { return "clonk.blasted" }
func (Exposed) Kind() string    { return "clonk.exposed" }
func (Rebuilt) Kind() string    { return "clonk.rebuilt" }
func (Rested) Kind() string     { return "clonk.rested" }
func (Shored) Kind() string     { return "clonk.shored" }
func (Dropped) Kind() string    { return "clonk.dropped" }
func (Woke) Kind() string       { return "clonk.woke" }
func (Reshuffled) Kind() string { return "clonk.reshuffled" }
func (MatchEnded) Kind() string { return "match.ended" }

// Opens returns the seat that begins.
func (e Dealt) Opens() string { return e.Starter }

// Closes makes MatchEnded an engine.Closing that ends the match.
func (MatchEnded) Closes() (match bool) { return true }

// From says where a card came from: 1 to 5 for a shaft, 0 for the hand, which JSON spells "hand".
type From int

// MarshalJSON writes "hand" or the number of the shaft.
func (f From) MarshalJSON() ([]byte, error) {
	if f == 0 {
		return []byte(`"hand"`), nil
	}
	return json.Marshal(int(f))
}

// UnmarshalJSON reads what MarshalJSON writes.
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

// Decode reads an event from the log. Unknown kinds, fields, cards and shafts are errors.
func (Game) Decode(kind string, version int, data []byte) (engine.Event, error) {
	return events.Decode(kind, version, data)
}

var events = engine.NewKinds(
	engine.EventReader(Tiled.check),
	engine.EventReader(Dealt.check),
	engine.EventReader(Opened.check),
	engine.EventReader(func(e Carted) error { return checkCards(e.Cards...) }),
	engine.EventReader(func(e Dug) error { return checkCards(e.Card) }),
	engine.EventReader(func(e Gave) error { return checkCards(e.Card) }),
	engine.EventReader(func(e Blasted) error { return checkShaft(e.Shaft, e.Card) }),
	engine.EventReader(func(e Exposed) error { return checkShaft(e.Shaft, e.Card) }),
	engine.EventReader(func(e Rebuilt) error { return checkShaft(e.Shaft, lyingCodes(e.Cards)...) }),
	engine.EventReader(func(e Rested) error { return checkCards(e.Drew...) }),
	engine.EventReader(func(e Shored) error { return checkShaft(e.Shaft, e.Card) }),
	engine.EventReader(func(e Dropped) error { return checkCards(e.Card) }),
	engine.EventReader[Woke](nil),
	engine.EventReader(func(e Reshuffled) error { return checkPile(e.Deck) }),
	engine.EventReader[MatchEnded](nil),
)

func (e Opened) check() error {
	return engine.ErrorIf(tileOf(e.Tile) == closed, "%q is no tile", e.Tile)
}

// checkShaft accepts one of the shafts, and treasures.
func checkShaft(shaft int, codes ...string) error {
	return cmp.Or(checkCards(codes...), engine.ErrorIf(shaft < 1 || shaft > shafts, "%d is no shaft", shaft))
}

// checkCards accepts treasures, and "" for a card that a seat was not told.
func checkCards(codes ...string) error {
	for _, c := range codes {
		if c != "" && !cardOf(c).isTreasure() {
			return fmt.Errorf("%q is no treasure", c)
		}
	}
	return nil
}

// checkPile accepts treasures and the Awakening.
func checkPile(deck []string) error {
	return checkCards(engine.RemoveFirst(deck, awakening.String())...)
}

func (e Tiled) check() error { return checkTiles(e.Tiles) }

func (e Dealt) check() error {
	open := slices.AppendSeq(engine.MapList(e.Shafts[:], lyingCodes), maps.Values(e.Hands))
	return cmp.Or(checkTiles(e.Tiles), checkCards(slices.Concat(open...)...), checkPile(e.Deck))
}

// checkTiles accepts task tiles, and "" for one that a seat was not told.
func checkTiles(tiles map[string]Tiles) error {
	for _, t := range tiles {
		if t.Colour != "" && slices.Index(colours[:], t.Colour) < 0 || t.Kind != "" && slices.Index(kinds[:], t.Kind) < 0 {
			return fmt.Errorf("%s and %s are no task tiles", t.Colour, t.Kind)
		}
	}
	return nil
}

func lyingCodes(pile []Lying) []string {
	return engine.MapList(pile, func(l Lying) string { return l.Card })
}
