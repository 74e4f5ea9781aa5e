package engine

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Kinds reads events back from the log: for each kind the function that reads its data.
type Kinds map[string]func(data []byte) (Event, error)

// NewKinds lists the kinds of events that these functions read; Reads makes one.
func NewKinds(readers ...func(data []byte) (Event, error)) Kinds {
	kinds := make(Kinds, len(readers))
	for _, read := range readers {
		blank, _ := read([]byte("{}"))
		kinds[blank.Kind()] = read
	}
	return kinds
}

// Reads gives the function that reads events of type E strictly. A check, unless it is nil,
// looks for values that cannot be.
func Reads[E Event](check func(E) error) func(data []byte) (Event, error) {
	return func(data []byte) (Event, error) {
		var e E
		err := DecodeStrict(data, &e)
		if err == nil && check != nil {
			err = check(e)
		}
		return e, err
	}
}

// Decode reads one event. An unknown kind, version or field is an error.
func (k Kinds) Decode(kind string, version int, data []byte) (Event, error) {
	read := k[kind]
	switch {
	case version > 1:
		return nil, fmt.Errorf("%s: version %d is newer than this program", kind, version)
	case read == nil:
		return nil, fmt.Errorf("%s: no such kind of event", kind)
	}
	event, err := read(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", kind, err)
	}
	return event, nil
}

// Decode reads an event of a match of game g back from the log: a match-wide
// one here, any other (match.ended too) by the game.
func Decode(g Game, kind string, version int, data []byte) (Event, error) {
	if !MatchWide(kind) {
		return g.Decode(kind, version, data)
	}
	return matchEvents.Decode(kind, version, data)
}

// DecodeStrict reads one JSON value into v and refuses unknown fields and
// anything after the value.
func DecodeStrict(data []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return err
	}
	if rest := data[d.InputOffset():]; len(bytes.TrimSpace(rest)) > 0 {
		return fmt.Errorf("more than one JSON value")
	}
	return nil
}
