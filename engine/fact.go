package engine

import (
	"encoding/json"
	"time"
)

// Event is what happened, as plain data: a struct of the game's own, or one of
// the Match… structs for match-wide events. Its JSON is the record's "data".
type Event interface {
	// Kind is the chosen word of the event with its owner in front, such as
	// "saboteur.dug". It is never derived from a Go type name.
	Kind() string
}

// Fact is an Event in its place in the log: a thing that happened, never
// refused, never changed. Facts made by a game carry Seat and Event only; the
// log adds the rest.
type Fact struct {
	Seq     int    // from 1, without gaps, within a match
	Version int    // of the kind's data; 0 means 1
	Seat    string // whose turn it is; "" outside a turn
	Event   Event
	At      time.Time
}

// Data is the event's JSON, as the log and the record keep it.
func (f Fact) Data() ([]byte, error) { return json.Marshal(f.Event) }
