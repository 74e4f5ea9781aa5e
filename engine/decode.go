package engine

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// Decode reads an event of a match of game g back from the log: a match-wide
// one here, any other (match.ended too) by the game. It is strict: an unknown
// kind, version or field is an error.
func Decode(g Game, kind string, version int, data []byte) (Event, error) {
	if !strings.HasPrefix(kind, "match.") || kind == "match.ended" {
		return g.Decode(kind, version, data)
	}
	if version > 1 {
		return nil, fmt.Errorf("%s: version %d is newer than this program", kind, version)
	}
	var event Event
	var err error
	switch kind {
	case "match.joined":
		e := Joined{}
		err = DecodeStrict(data, &e)
		event = e
	case "match.salted":
		e := Salted{}
		err = DecodeStrict(data, &e)
		event = e
	case "match.started":
		e := Started{}
		err = DecodeStrict(data, &e)
		event = e
	case "match.said":
		e := Said{}
		err = DecodeStrict(data, &e)
		event = e
	case "match.planned":
		e := Planned{}
		err = DecodeStrict(data, &e)
		event = e
	case "match.reminded":
		e := Reminded{}
		err = DecodeStrict(data, &e)
		event = e
	case "match.missed":
		e := Missed{}
		err = DecodeStrict(data, &e)
		event = e
	case "match.extended":
		e := Extended{}
		err = DecodeStrict(data, &e)
		event = e
	case "match.paused":
		e := Paused{}
		err = DecodeStrict(data, &e)
		event = e
	case "match.resumed":
		e := Resumed{}
		err = DecodeStrict(data, &e)
		event = e
	case "match.conceded":
		e := Conceded{}
		err = DecodeStrict(data, &e)
		event = e
	case "match.opened":
		e := Opened{}
		err = DecodeStrict(data, &e)
		event = e
	case "match.away":
		e := Away{}
		err = DecodeStrict(data, &e)
		event = e
	case "match.back":
		e := Back{}
		err = DecodeStrict(data, &e)
		event = e
	case "match.resigned":
		e := Resigned{}
		err = DecodeStrict(data, &e)
		event = e
	case "match.replaced":
		e := Replaced{}
		err = DecodeStrict(data, &e)
		event = e
	case "match.rewound":
		e := Rewound{}
		err = DecodeStrict(data, &e)
		event = e
	case "match.suspected":
		e := Suspected{}
		err = DecodeStrict(data, &e)
		event = e
	case "match.aborted":
		e := Aborted{}
		err = DecodeStrict(data, &e)
		event = e
	default:
		return nil, fmt.Errorf("%s: no such kind of event", kind)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", kind, err)
	}
	return event, nil
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
