package engine

import (
	"encoding/json"
	"strings"
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

// Dealing is an Event that deals a round, or the whole match where that is one round. It carries no
// seat and stands before the first choice of the round. Applying it begins a new step for every seat,
// so a letter with the old hands is past; letters and pages begin a round with it, and what it tells a
// seat beside the public is that seat's hand, which they show as it lies and not as news.
type Dealing interface {
	Event
	// Opens is the seat that has the first turn of the round.
	Opens() string
}

// Closing is an Event that ends a round or the match, and turns up what was hidden in it. It carries no
// seat. A rewind never reaches behind it, and portraits, accounts and letters to all follow it.
type Closing interface {
	Event
	// Closes says whether the match is over with it, and not a round alone. An event that ends the
	// match is of the kind "match.ended"; one that ends a round, and none other, answers false.
	Closes() (match bool)
}

// Deals says whether a fact deals a round.
func Deals(f Fact) bool {
	_, deals := f.Event.(Dealing)
	return deals
}

// Closes says whether a fact ends a round or the match.
func Closes(f Fact) bool {
	_, closes := f.Event.(Closing)
	return closes
}

// ClosesRound says whether a fact ends a round of a match that may go on.
func ClosesRound(f Fact) bool {
	closing, closes := f.Event.(Closing)
	return closes && !closing.Closes()
}

// MatchWide says whether events of a kind are those of any match and not of its game, whose end of
// the match is its own.
func MatchWide(kind string) bool { return strings.HasPrefix(kind, "match.") && kind != "match.ended" }
