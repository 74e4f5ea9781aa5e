package engine

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// RenameSeats returns the data of an event, as Data encodes it, with seats called otherwise: wherever a whole text or the key
// of an object is one of the names. What people wrote is left alone. Nothing else in an event can be a seat's name, since
// cards, cells and words of games begin with small letters and a seat's name with a capital.
func RenameSeats(data []byte, names map[string]string) ([]byte, error) {
	if len(names) == 0 {
		return data, nil
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, fmt.Errorf("seats of an event: %w", err)
	}
	return json.Marshal(renamed(v, names))
}

func renamed(v any, names map[string]string) any {
	switch v := v.(type) {
	case string:
		if name, ok := names[v]; ok {
			return name
		}
	case []any:
		for i := range v {
			v[i] = renamed(v[i], names)
		}
	case map[string]any:
		out := make(map[string]any, len(v))
		for key, value := range v {
			if key == "words" || key == "why" {
				out[key] = value
				continue
			}
			if name, ok := names[key]; ok {
				key = name
			}
			out[key] = renamed(value, names)
		}
		return out
	}
	return v
}

// RenameFact returns a fact with seats called otherwise.
func RenameFact(game Game, f Fact, names map[string]string) (Fact, error) {
	if len(names) == 0 {
		return f, nil
	}
	data, err := f.Data()
	if err == nil {
		data, err = RenameSeats(data, names)
	}
	if err != nil {
		return f, err
	}
	if name, ok := names[f.Seat]; ok {
		f.Seat = name
	}
	f.Event, err = DecodeEvent(game, f.Event.Kind(), f.Version, data)
	return f, err
}
