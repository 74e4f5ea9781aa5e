// Package record keeps one match as JSON Lines, version record/1: it writes
// such files, reads them, checks every line of them against the rules, and
// makes them by the thousand from simulated matches.
//
// A record begins with a header, then holds one line per event, before a choice
// of a seat perhaps a list of all it could have done, and ends, once its seed is
// open, with the seed. Several records may follow one another in a file.
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
	// Options holds only what differs from the edition.
	Options map[string]string `json:"options"`
	// Seats lists the names, clockwise.
	Seats []string `json:"seats"`
	// Commitment is the hex SHA-256 of the seed's 32 bytes.
	Commitment string `json:"commitment"`
	// First is the seat that the host named to start, if any.
	First string `json:"first,omitempty"`
	// Cards is the hex SHA-256 of an operator's table of cards, if one was used.
	Cards string `json:"cards,omitempty"`
}

// Setup is what the header says of how the match was opened.
func (h Header) Setup() engine.Setup {
	return engine.Setup{Edition: h.Edition, Options: h.Options, Seats: h.Seats, First: h.First, Cards: h.Cards}
}

// Event is an event's line, its data not yet decoded: that takes its game.
type Event struct {
	N    int             `json:"n"`
	At   string          `json:"at,omitempty"`
	Kind string          `json:"kind"`
	Seat string          `json:"seat,omitempty"`
	Data json.RawMessage `json:"data"`
}

// Legal is a list of all that a seat could do.
type Legal struct {
	Commands []string `json:"legal"`
	Seat     string   `json:"seat"`
}

type seedLine struct {
	Seed string `json:"seed"`
}

// encode is v as JSON in one line, without the line's end and without the
// escapes that only HTML needs.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// dataOf is the "data" of an event.
func dataOf(e engine.Event) ([]byte, error) {
	switch known := e.(type) {
	case engine.Said:
		known.Ref = 0 // where a house keeps the words is no part of a record
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
