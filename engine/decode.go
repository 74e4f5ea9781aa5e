package engine

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Kinds maps each kind of event to the function that reads its data from the log.
type Kinds map[string]func(data []byte) (Event, error)

// NewKinds returns the Kinds of some readers; EventReader makes a reader.
func NewKinds(readers ...func(data []byte) (Event, error)) Kinds {
	kinds := make(Kinds, len(readers))
	for _, read := range readers {
		blank, _ := read([]byte("{}"))
		kinds[blank.Kind()] = read
	}
	return kinds
}

// EventReader returns a function that reads events of type E strictly. check may be nil; otherwise it
// returns an error for values that no event can have.
func EventReader[E Event](check func(E) error) func(data []byte) (Event, error) {
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

// DecodeEvent reads an event of a match of g from the log. Match-wide events are decoded here, all
// others, match.ended included, by the game.
func DecodeEvent(g Game, kind string, version int, data []byte) (Event, error) {
	if !IsMatchWide(kind) {
		return g.Decode(kind, version, data)
	}
	return matchEvents.Decode(kind, version, data)
}

// ErrorIf returns an error if something is wrong, and nil otherwise.
func ErrorIf(wrong bool, why string, args ...any) error {
	if wrong {
		return fmt.Errorf(why, args...)
	}
	return nil
}

// DecodeStrict reads one JSON value into v. An unknown field, or anything after the value, is an
// error.
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
