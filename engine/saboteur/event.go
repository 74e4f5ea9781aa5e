package saboteur

import (
	"encoding/json"
	"fmt"

	"pitpost.example/engine"
)

// The events of a match, as a record spells them. A field that a seat may not
// know is left out of what it is told, and so out of the JSON.
type (
	// Dealt begins a round: everything that was shuffled.
	Dealt struct {
		Round   int                 `json:"round"`
		Starter string              `json:"starter"`
		Roles   map[string]string   `json:"roles,omitempty"`
		Spare   string              `json:"spare,omitempty"`
		Goals   map[string]string   `json:"goals,omitempty"`
		Hands   map[string][]string `json:"hands,omitempty"`
		Deck    []string            `json:"deck,omitempty"` // next first
	}
	// Dug is a path card laid.
	Dug struct {
		Card   string `json:"card"`
		Cell   string `json:"cell"`
		Turned bool   `json:"turned"`
	}
	// Revealed is a goal turned face up because a path reached it.
	Revealed struct {
		Goal   string `json:"goal"`
		Card   string `json:"card"`
		Turned bool   `json:"turned"`
	}
	// Broke is a broken tool laid before Target.
	Broke struct {
		Card   string `json:"card"`
		Target string `json:"target"`
	}
	// Repaired takes a broken tool away from Target.
	Repaired struct {
		Card   string `json:"card"`
		Target string `json:"target"`
		Tool   string `json:"tool"`
	}
	// Felled is a rockfall: the card removed from a cell.
	Felled struct {
		Cell    string `json:"cell"`
		Removed string `json:"removed"`
	}
	// Looked is a map: Saw is known to its player alone.
	Looked struct {
		Goal string `json:"goal"`
		Saw  string `json:"saw,omitempty"`
	}
	// Passed discards a card face down, or none with an empty hand.
	Passed struct {
		Card string `json:"card,omitempty"`
	}
	// Drew is a card taken from the deck.
	Drew struct {
		Card string `json:"card,omitempty"`
	}
	// Ended closes a round: Gold are the values drawn if the miners won.
	Ended struct {
		Round    int    `json:"round"`
		Winners  string `json:"winners"`
		Finisher string `json:"finisher,omitempty"`
		Gold     []int  `json:"gold,omitempty"`
	}
	// Picked is one gold card chosen, where pickers are asked.
	Picked struct {
		Value int `json:"value"`
	}
	// Paid says what each seat got in the round that ended.
	Paid struct {
		Nuggets map[string]Nuggets `json:"nuggets"`
		Short   []string           `json:"short,omitempty"`
	}
	// Reshuffled is the deck in a new order, after a rewind.
	Reshuffled struct {
		Deck []string `json:"deck,omitempty"` // next first
	}
	// MatchEnded is the outcome of the match.
	MatchEnded struct {
		Scores  map[string]int `json:"scores"`
		Winners []string       `json:"winners"`
	}
)

// Nuggets is a miner's gold cards in the order of picking, or, where Picks is
// nil, a saboteur's sum.
type Nuggets struct {
	Picks []int
	Sum   int
}

// MarshalJSON writes a list for a miner and a number for a saboteur.
func (n Nuggets) MarshalJSON() ([]byte, error) {
	if n.Picks != nil {
		return json.Marshal(n.Picks)
	}
	return json.Marshal(n.Sum)
}

// UnmarshalJSON reads either.
func (n *Nuggets) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '[' {
		return json.Unmarshal(data, &n.Picks)
	}
	return json.Unmarshal(data, &n.Sum)
}

// Kind names each event.
func (Dealt) Kind() string      { return "saboteur.dealt" }
func (Dug) Kind() string        { return "saboteur.dug" }
func (Revealed) Kind() string   { return "saboteur.revealed" }
func (Broke) Kind() string      { return "saboteur.broke" }
func (Repaired) Kind() string   { return "saboteur.repaired" }
func (Felled) Kind() string     { return "saboteur.felled" }
func (Looked) Kind() string     { return "saboteur.looked" }
func (Passed) Kind() string     { return "saboteur.passed" }
func (Drew) Kind() string       { return "saboteur.drew" }
func (Ended) Kind() string      { return "saboteur.ended" }
func (Picked) Kind() string     { return "saboteur.picked" }
func (Paid) Kind() string       { return "saboteur.paid" }
func (Reshuffled) Kind() string { return "saboteur.reshuffled" }
func (MatchEnded) Kind() string { return "match.ended" }

// turn is an event by which a seat takes its turn.
type turn interface {
	// spends is the card that it takes from the hand, "" for none.
	spends() string
}

func (e Dug) spends() string      { return e.Card }
func (e Broke) spends() string    { return e.Card }
func (e Repaired) spends() string { return e.Card }
func (Felled) spends() string     { return rockfall.String() }
func (Looked) spends() string     { return mapCard.String() }
func (e Passed) spends() string   { return e.Card }

// Opens is who begins a round.
func (e Dealt) Opens() string { return e.Starter }

// Closes says that a round is over, and another may follow.
func (Ended) Closes() (match bool) { return false }

// Closes says that the match is over.
func (MatchEnded) Closes() (match bool) { return true }

// Decode reads an event back from the log, strictly: unknown kinds, fields,
// cards and cells are errors.
func (Game) Decode(kind string, version int, data []byte) (engine.Event, error) {
	return events.Decode(kind, version, data)
}

var events = engine.NewKinds(
	engine.Reads(Dealt.check),
	engine.Reads(func(e Dug) error { return checkNames(e.Cell, pathCards, e.Card) }),
	engine.Reads(func(e Revealed) error { return checkNames(e.Goal, goalCards, e.Card) }),
	engine.Reads(func(e Broke) error { return checkNames("", breakCards, e.Card) }),
	engine.Reads(func(e Repaired) error { return checkNames("", mendCards, e.Card) }),
	engine.Reads(func(e Felled) error { return checkNames(e.Cell, pathCards, e.Removed) }),
	engine.Reads(func(e Looked) error { return checkNames(e.Goal, goalCards, e.Saw) }),
	engine.Reads(func(e Passed) error { return checkNames("", deckCards, e.Card) }),
	engine.Reads(func(e Drew) error { return checkNames("", deckCards, e.Card) }),
	engine.Reads(func(e Ended) error { return checkValues(e.Gold...) }),
	engine.Reads(func(e Picked) error { return checkValues(e.Value) }),
	engine.Reads[Paid](nil),
	engine.Reads(func(e Reshuffled) error { return checkPile(e.Deck) }),
	engine.Reads[MatchEnded](nil),
)

// The cards that can stand in one field or another of an event.
func pathCards(c Card) bool  { return c.isPath() }
func breakCards(c Card) bool { return c.face().family == breakFamily }
func mendCards(c Card) bool  { return c.face().family == mendFamily }
func deckCards(c Card) bool  { return c.face().count > 0 }
func goalCards(c Card) bool  { return c.face().family == placedFamily && c != start }

// checkNames lets through a cell a maze can reach and a card that belongs;
// empty names are what a seat was not told.
func checkNames(cell string, belongs func(Card) bool, card string) error {
	if cell != "" {
		if _, ok := cellOf(cell); !ok {
			return fmt.Errorf("%q is no cell", cell)
		}
	}
	if card != "" && !belongs(cardOf(card)) {
		return fmt.Errorf("%q is no card for this", card)
	}
	return nil
}

func checkValues(values ...int) error {
	for _, v := range values {
		if v < 1 || v > 3 {
			return fmt.Errorf("%d is no gold card", v)
		}
	}
	return nil
}

func (e Dealt) check() error {
	for goal, card := range e.Goals {
		if err := checkNames(goal, goalCards, card); err != nil {
			return err
		}
	}
	for _, hand := range e.Hands {
		if err := checkPile(hand); err != nil {
			return err
		}
	}
	return checkPile(e.Deck)
}

// checkPile lets through cards of the deck.
func checkPile(cards []string) error {
	for _, c := range cards {
		if !deckCards(cardOf(c)) {
			return fmt.Errorf("%q is no card of the deck", c)
		}
	}
	return nil
}
