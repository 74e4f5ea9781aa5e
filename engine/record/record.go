// Package record handles files of matches as JSON Lines, format record/1. It writes and reads them, checks
// each line against the rules, and makes thousands of them from matches between bots.
//
// A record begins with a header and has a line for each event. Before a seat's choice there may be a list of
// all that it could have done. The seed is the last line, once it is public. A file may hold several records,
// one after another.
package record

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"

	"pitpost.example/engine"
)

// Header is the first line of a record.
type Header struct {
	Record  int    `json:"record"` // always 1
	Match   string `json:"match"`
	Game    string `json:"game"`
	Edition string `json:"edition"`
	// Rules is the number of the rules that the match is played by; 0 is 1.
	Rules int `json:"rules,omitempty"`
	// Options holds only what differs from the edition.
	Options map[string]string `json:"options"`
	// Seats lists the names clockwise.
	Seats []string `json:"seats"`
	// Commitment is the hex SHA-256 of the seed's 32 bytes.
	Commitment string `json:"commitment"`
	// First is the starting seat if the host named one.
	First string `json:"first,omitempty"`
	// Cards is the hex SHA-256 of an operator's table of cards, if one was used.
	Cards string `json:"cards,omitempty"`
}

// Setup returns how the match was opened, as the header has it.
func (h Header) Setup() engine.Setup {
	return engine.Setup{Edition: h.Edition, Rules: h.Rules, Options: h.Options, Seats: h.Seats,
		First: h.First, Cards: h.Cards}
}

// Event is the line of an event. Its data is decoded later, which needs the game.
type Event struct {
	N    int             `json:"n"`
	At   string          `json:"at,omitempty"`
	Kind string          `json:"kind"`
	Seat string          `json:"seat,omitempty"`
	Data json.RawMessage `json:"data"`
}

// Legal is the line that lists all that a seat could do.
type Legal struct {
	Commands []string `json:"legal"`
	Seat     string   `json:"seat"`
}

type seedLine struct {
	Seed string `json:"seed"`
}

// encode returns v as one line of JSON, without a newline and without the escapes for HTML.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// dataOf returns the "data" of an event.
func dataOf(e engine.Event) ([]byte, error) {
	switch known := e.(type) {
	case engine.Said:
		known.Ref = 0 // where the house keeps the words does not belong in a record
		e = known
	case engine.Extended:
		known.Until = known.Until.UTC().Truncate(time.Second)
		e = known
	}
	data, err := encode(e)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", e.Kind(), err)
	}
	return data, nil
}
