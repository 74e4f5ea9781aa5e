package peak

import (
	"fmt"
	"slices"

	"pitpost.example/engine"
)

// The events say what happened; logs and records keep them. They are plain structs, and their JSON
// names never change. A choice and the card drawn after it are one event, so that nothing can come
// between them. Here an event is whole; Tell (in view.go) leaves out what a seat may not know.
type (
	// Dealt begins a hike.
	Dealt struct {
		Hike  int                 `json:"hike"`
		First string              `json:"first"`
		Hands map[string][]string `json:"hands,omitempty"`
		Deck  []string            `json:"deck,omitempty"` // the next card first
	}
	// Climbed lays a card on the path and draws one.
	Climbed struct {
		Card string `json:"card"`
		Drew string `json:"drew,omitempty"`
	}
	// Rested puts a card away face down and draws one.
	Rested struct {
		Card string `json:"card,omitempty"`
		Drew string `json:"drew,omitempty"`
	}
	// HikeEnded says who stands on the peak ("" for nobody) and the points so far.
	HikeEnded struct {
		Hike   int            `json:"hike"`
		Peak   string         `json:"peak,omitempty"`
		Points map[string]int `json:"points"`
	}
	// MatchEnded is the result.
	MatchEnded struct {
		Scores  map[string]int `json:"scores"`
		Winners []string       `json:"winners"`
	}
)

// Kind returns the name of the event, with the game in front. In every game the end of the match is
// "match.ended".
func (Dealt) Kind() string      { return "peak.dealt" }
func (Climbed) Kind() string    { return "peak.climbed" }
func (Rested) Kind() string     { return "peak.rested" }
func (HikeEnded) Kind() string  { return "peak.hike-ended" }
func (MatchEnded) Kind() string { return "match.ended" }

// Opens makes Dealt an engine.Dealing: it begins a round with new hands, and letters with an old
// hand are late from then on.
func (e Dealt) Opens() string { return e.First }

// Closes makes HikeEnded an engine.Closing that ends a round.
func (HikeEnded) Closes() (match bool) { return false }

// Closes makes MatchEnded an engine.Closing that ends the match.
func (MatchEnded) Closes() (match bool) { return true }

// events decodes the events. The checks refuse what no match can contain: a broken program may have
// written the log, and Apply, which folds it, must never fail.
var events = engine.NewKinds(
	engine.EventReader(func(e Dealt) error {
		all := e.Deck
		for _, hand := range e.Hands {
			all = append(slices.Clip(all), hand...)
		}
		return check(all...)
	}),
	engine.EventReader(func(e Climbed) error { return check(e.Card, e.Drew) }),
	engine.EventReader(func(e Rested) error { return check(e.Card, e.Drew) }),
	engine.EventReader[HikeEnded](nil),
	engine.EventReader[MatchEnded](nil),
)

// check accepts codes of cards, and "" for a card that a seat was not told.
func check(codes ...string) error {
	for _, code := range codes {
		if code != "" && height(code) == 0 {
			return fmt.Errorf("%q is no card", code)
		}
	}
	return nil
}

// Decode reads an event from the log.
func (Game) Decode(kind string, version int, data []byte) (engine.Event, error) {
	return events.Decode(kind, version, data)
}
