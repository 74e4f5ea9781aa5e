package engine

import (
	"bytes"
	"cmp"
	"encoding/json"
	"strings"
	"time"
)

// Event is something that happened, as plain data: a struct of the game, or one of the match-wide
// structs in this package. Its JSON is the "data" of a record.
type Event interface {
	// Kind returns the fixed name of the event with its owner in front, such as "saboteur.dug". It
	// is never derived from a Go type name, so that renaming a type does not change logs.
	Kind() string
}

// Fact is an Event with its place in the log. It was accepted when it happened, and it never
// changes. A game sets only Seat and Event; the log adds the rest.
type Fact struct {
	Seq     int    // counts from 1, without gaps, within a match
	Version int    // of the format of this kind's data; 0 means 1
	Seat    string // whose turn it is; "" outside a turn
	Event   Event
	At      time.Time
}

// Data returns the event's JSON, as the log and the record keep it.
func (f Fact) Data() ([]byte, error) { return json.Marshal(f.Event) }

// Stored returns the fact as it will be read back from the log, so that whoever folds it never knows more than the log.
func (f Fact) Stored(game Game) (Fact, error) {
	f.Version = cmp.Or(f.Version, 1)
	data, err := f.Data()
	if err != nil {
		return f, err
	}
	if tidy := TidyJSON(data); !bytes.Equal(tidy, data) {
		f.Event, err = DecodeEvent(game, f.Event.Kind(), f.Version, tidy)
	}
	return f, err
}

// Dealing is an Event that deals a round, or the match if it has only one. Its fact has no seat and
// comes before the first choice of the round. Applying it begins a new step for every seat, so an
// answer to a letter with the old hand is late. Letters and pages begin a round with it. What it
// tells a seat beyond the public is that seat's hand, which they show as a hand and not as news.
type Dealing interface {
	Event
	// Opens returns the seat that has the first turn of the round.
	Opens() string
}

// Closing is an Event that ends a round or the match and turns up what was hidden in it. Its fact
// has no seat. A rewind never goes back behind it. Portraits, accounts and letters to all players
// follow it.
type Closing interface {
	Event
	// Closes reports whether the whole match is over. The event that ends the match has the kind
	// "match.ended", and only that one returns true.
	Closes() (match bool)
}

// IsEvent reports whether the event of a fact is an E.
func IsEvent[E Event](f Fact) bool {
	_, is := f.Event.(E)
	return is
}

// DealsRound reports whether a fact deals a round.
func DealsRound(f Fact) bool { return IsEvent[Dealing](f) }

// ClosesRoundOrMatch reports whether a fact ends a round or the match.
func ClosesRoundOrMatch(f Fact) bool { return IsEvent[Closing](f) }

// ClosesRound reports whether a fact ends a round but not the match.
func ClosesRound(f Fact) bool {
	closing, closes := f.Event.(Closing)
	return closes && !closing.Closes()
}

// IsMatchWide reports whether events of a kind belong to this package and not to the game. The end of
// the match, "match.ended", belongs to the game.
func IsMatchWide(kind string) bool { return strings.HasPrefix(kind, "match.") && kind != "match.ended" }
