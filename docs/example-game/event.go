package peak

import (
	"fmt"
	"slices"

	"pitpost.example/engine"
)

// The events are what happened, as logs and records keep it: plain structs whose names in JSON never
// change. A choice and what was drawn by it are one event, so that nothing can come between them.
// Whatever a seat may not know is left out when it is told (tell.go); here it is whole.
type (
	// Dealt begins a hike.
	Dealt struct {
		Hike  int                 `json:"hike"`
		First string              `json:"first"`
		Hands map[string][]string `json:"hands,omitempty"`
		Deck  []string            `json:"deck,omitempty"` // next first
	}
	// Climbed is a card laid on the path, and the one drawn for it.
	Climbed struct {
		Card string `json:"card"`
		Drew string `json:"drew,omitempty"`
	}
	// Rested is a card put away unseen, and the one drawn for it.
	Rested struct {
		Card string `json:"card,omitempty"`
		Drew string `json:"drew,omitempty"`
	}
	// HikeEnded says who stands on the peak, "" for nobody, and the points so far.
	HikeEnded struct {
		Hike   int            `json:"hike"`
		Peak   string         `json:"peak,omitempty"`
		Points map[string]int `json:"points"`
	}
	// MatchEnded is the outcome.
	MatchEnded struct {
		Scores  map[string]int `json:"scores"`
		Winners []string       `json:"winners"`
	}
)

// Kind is the word of an event with its game in front. The end of a match is "match.ended" in all games.
func (Dealt) Kind() string      { return "peak.dealt" }
func (Climbed) Kind() string    { return "peak.climbed" }
func (Rested) Kind() string     { return "peak.rested" }
func (HikeEnded) Kind() string  { return "peak.hike-ended" }
func (MatchEnded) Kind() string { return "match.ended" }

// Opens makes Dealt a Dealing event: a round begins, with new hands and new letters.
func (e Dealt) Opens() string { return e.First }

// Closes makes it a Closing event that ends a round.
func (HikeEnded) Closes() (match bool) { return false }

// Closes makes it one that ends the match.
func (MatchEnded) Closes() (match bool) { return true }

// events reads them back. The checks keep out what no match can hold: a log may have been written by a
// broken program, and Apply, which folds it, must never fail.
var events = engine.NewKinds(
	engine.Reads(func(e Dealt) error {
		all := e.Deck
		for _, hand := range e.Hands {
			all = append(slices.Clip(all), hand...)
		}
		return check(all...)
	}),
	engine.Reads(func(e Climbed) error { return check(e.Card, e.Drew) }),
	engine.Reads(func(e Rested) error { return check(e.Card, e.Drew) }),
	engine.Reads[HikeEnded](nil),
	engine.Reads[MatchEnded](nil),
)

// check lets cards through, and the nothing that a seat was not told.
func check(codes ...string) error {
	for _, code := range codes {
		if code != "" && height(code) == 0 {
			return fmt.Errorf("%q is no card", code)
		}
	}
	return nil
}

// Decode reads an event back from the log.
func (Game) Decode(kind string, version int, data []byte) (engine.Event, error) {
	return events.Decode(kind, version, data)
}
