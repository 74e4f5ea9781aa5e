package saboteur

import (
	"cmp"
	"encoding/json"
	"fmt"

	"pitpost.example/engine"
)

// The events of a match, as records spell them. If a seat may not know a field, the event it is
// told leaves it out of the JSON.
type (
	// Dealt begins a round. It holds everything that was shuffled.
	Dealt struct {
		Round   int                 `json:"round"`
		Starter string              `json:"starter"`
		Roles   map[string]string   `json:"roles,omitempty"`
		Spare   string              `json:"spare,omitempty"`
		Goals   map[string]string   `json:"goals,omitempty"`
		Hands   map[string][]string `json:"hands,omitempty"`
		Deck    []string            `json:"deck,omitempty"` // the next card first
	}
	// Dug lays a path card.
	Dug struct {
		Card   string `json:"card"`
		Cell   string `json:"cell"`
		Turned bool   `json:"turned"`
	}
	// Revealed turns a goal face up because a path reached it.
	Revealed struct {
		Goal   string `json:"goal"`
		Card   string `json:"card"`
		Turned bool   `json:"turned"`
	}
	// Broke lays a broken tool in front of Target.
	Broke struct {
		Card   string `json:"card"`
		Target string `json:"target"`
	}
	// Repaired removes a broken tool from Target.
	Repaired struct {
		Card   string `json:"card"`
		Target string `json:"target"`
		Tool   string `json:"tool"`
	}
	// Felled is a rockfall, which removes a card from a cell.
	Felled struct {
		Cell    string `json:"cell"`
		Removed string `json:"removed"`
	}
	// Looked is a look with a map. Only its player knows Saw.
	Looked struct {
		Goal string `json:"goal"`
		Saw  string `json:"saw,omitempty"`
	}
	// Passed discards a card face down, or none if the hand is empty.
	Passed struct {
		Card string `json:"card,omitempty"`
	}
	// Drew takes a card from the deck.
	Drew struct {
		Card string `json:"card,omitempty"`
	}
	// Ended closes a round. Gold has the values that were drawn if the miners won.
	Ended struct {
		Round    int    `json:"round"`
		Winners  string `json:"winners"`
		Finisher string `json:"finisher,omitempty"`
		Gold     []int  `json:"gold,omitempty"`
	}
	// Picked is the choice of one gold card, if everybody who picks is asked.
	Picked struct {
		Value int `json:"value"`
	}
	// Paid says what each seat got in the round that ended. Short lists saboteurs for whom the
	// supply of gold was too small.
	Paid struct {
		Nuggets map[string]Nuggets `json:"nuggets"`
		Short   []string           `json:"short,omitempty"`
	}
	// Reshuffled puts the deck into a new order after a rewind.
	Reshuffled struct {
		Deck []string `json:"deck,omitempty"` // the next card first
	}
	// MatchEnded is the result of the match.
	MatchEnded struct {
		Scores  map[string]int `json:"scores"`
		Winners []string       `json:"winners"`
	}
)

// Nuggets has a miner's gold cards in the order of picking, or if Picks is nil, a saboteur's sum.
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

// UnmarshalJSON reads what MarshalJSON writes.
func (n *Nuggets) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '[' {
		return json.Unmarshal(data, &n.Picks)
	}
	return json.Unmarshal(data, &n.Sum)
}

// Kind returns the kind of each event.
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
	// spends returns the card that it takes from the hand, or "".
	spends() string
}

func (e Dug) spends() string      { return e.Card }
func (e Broke) spends() string    { return e.Card }
func (e Repaired) spends() string { return e.Card }
func (Felled) spends() string     { return rockfall.String() }
func (Looked) spends() string     { return mapCard.String() }
func (e Passed) spends() string   { return e.Card }

// Opens returns the seat that begins the round.
func (e Dealt) Opens() string { return e.Starter }

// Closes makes Ended an engine.Closing that ends a round.
func (Ended) Closes() (match bool) { return false }

// Closes makes MatchEnded an engine.Closing that ends the match.
func (MatchEnded) Closes() (match bool) { return true }

// Decode reads an event from the log. Unknown kinds, fields, cards and cells are errors.
func (Game) Decode(kind string, version int, data []byte) (engine.Event, error) {
	return events.Decode(kind, version, data)
}

var events = engine.NewKinds(
	engine.EventReader(Dealt.check),
	engine.EventReader(func(e Dug) error { return checkNames(e.Cell, Card.isPath, e.Card) }),
	engine.EventReader(func(e Revealed) error { return checkNames(e.Goal, goalCards, e.Card) }),
	engine.EventReader(func(e Broke) error { return checkNames("", breakCards, e.Card) }),
	engine.EventReader(func(e Repaired) error { return checkNames("", mendCards, e.Card) }),
	engine.EventReader(func(e Felled) error { return checkNames(e.Cell, Card.isPath, e.Removed) }),
	engine.EventReader(func(e Looked) error { return checkNames(e.Goal, goalCards, e.Saw) }),
	engine.EventReader(func(e Passed) error { return checkNames("", deckCards, e.Card) }),
	engine.EventReader(func(e Drew) error { return checkNames("", deckCards, e.Card) }),
	engine.EventReader(func(e Ended) error { return checkValues(e.Gold...) }),
	engine.EventReader(func(e Picked) error { return checkValues(e.Value) }),
	engine.EventReader[Paid](nil),
	engine.EventReader(func(e Reshuffled) error { return checkPile(e.Deck) }),
	engine.EventReader[MatchEnded](nil),
)

// These report whether a card can be in a field of an event.
func breakCards(c Card) bool { return c.face().family == breakFamily }
func mendCards(c Card) bool  { return c.face().family == mendFamily }
func deckCards(c Card) bool  { return c.face().count > 0 }
func goalCards(c Card) bool  { return c.face().family == placedFamily && c != start }

// checkNames accepts a cell that a maze can reach and a card that belongs. Either may be empty,
// because a seat is not told everything.
func checkNames(cell string, belongs func(Card) bool, card string) error {
	_, known := cellOf(cell)
	return cmp.Or(
		engine.ErrorIf(cell != "" && !known, "%q is no cell", cell),
		engine.ErrorIf(card != "" && !belongs(cardOf(card)), "%q is no card for this", card))
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

// checkPile accepts cards of the deck.
func checkPile(cards []string) error {
	for _, c := range cards {
		if !deckCards(cardOf(c)) {
			return fmt.Errorf("%q is no card of the deck", c)
		}
	}
	return nil
}
