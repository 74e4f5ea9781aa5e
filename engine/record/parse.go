package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"time"

	"pitpost.example/engine"
)

// parse reads one line. h is set for a header, otherwise l.
func parse(text []byte) (l Line, h *Header, err error) {
	field, err := telling(text)
	if err != nil {
		return l, nil, err
	}
	switch field {
	case "record":
		h, err = parseHeader(text)
	case "n":
		l.Event, err = parseEvent(text)
	case "legal":
		l.Legal, err = strict[Legal]("legal list", text)
	case "seed":
		l.Seed, err = parseSeed(text)
	default:
		err = errors.New("the line is no header, event, legal list or seed")
	}
	return l, h, err
}

// telling returns the field that tells what kind of line this is, or "" if it has none. In records written by
// this package it is always the first one, which needs no decoding.
func telling(text []byte) (string, error) {
	fields := []string{"n", "legal", "record", "seed"}
	for _, f := range fields {
		if bytes.HasPrefix(text, []byte(`{"`+f+`":`)) {
			return f, nil
		}
	}
	var line map[string]json.RawMessage
	if err := json.Unmarshal(text, &line); err != nil || line == nil {
		return "", errors.New("the line is not a JSON object")
	}
	for _, f := range fields {
		if _, ok := line[f]; ok {
			return f, nil
		}
	}
	return "", nil
}

func parseHeader(text []byte) (*Header, error) {
	h, err := strict[Header]("header", text)
	switch {
	case err != nil:
		return nil, err
	case h.Options == nil || h.Seats == nil:
		return nil, errors.New("header: options are an object and seats a list, never null")
	case h.Record != 1:
		return nil, fmt.Errorf("header: this program reads record 1, not %d", h.Record)
	}
	return h, nil
}

func parseEvent(text []byte) (*Event, error) {
	e, err := strict[Event]("event", text)
	if err != nil {
		return nil, err
	}
	if _, err := time.Parse(time.RFC3339, e.At); e.At != "" && (err != nil || !strings.HasSuffix(e.At, "Z")) {
		return nil, fmt.Errorf("event: %q is no RFC 3339 time in UTC", e.At)
	}
	return e, nil
}

func parseSeed(text []byte) (*[32]byte, error) {
	l, err := strict[seedLine]("seed", text)
	if err != nil {
		return nil, err
	}
	seed, ok := hash(l.Seed)
	if !ok {
		return nil, errors.New("seed: it is not 64 lower-case hex digits")
	}
	return &seed, nil
}

// strict decodes a line and rejects what this package would not write: unknown, repeated or misspelled
// fields, nulls and missing fields.
func strict[T any](what string, text []byte) (*T, error) {
	v := new(T)
	err := engine.DecodeStrict(text, v)
	if err != nil {
		return nil, fmt.Errorf("%s: %s", what, plain(err))
	}
	canonical, err := encode(v)
	if err == nil {
		err = same(text, canonical)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", what, err)
	}
	return v, nil
}

// same returns an error unless a JSON text means the same as the canonical one and has each field once. The
// order of the fields and the spacing may differ. The text must have been decoded without an error.
func same(text, canonical []byte) error {
	if bytes.Equal(text, canonical) {
		return nil
	}
	if err := noDoubles(json.NewDecoder(bytes.NewReader(text))); err != nil {
		return err
	}
	return engine.ErrorIf(!reflect.DeepEqual(loose(text), loose(canonical)), "it should read %s", clip(canonical))
}

// loose decodes valid JSON, and keeps numbers as they are written.
func loose(text []byte) (v any) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	_ = d.Decode(&v)
	return v
}

// noDoubles rejects an object with a repeated field in the next value of valid JSON.
func noDoubles(d *json.Decoder) error {
	open, _ := d.Token()
	if _, nested := open.(json.Delim); !nested {
		return nil
	}
	fields := map[any]bool{}
	for d.More() {
		if open == json.Delim('{') {
			name, _ := d.Token()
			if fields[name] {
				return fmt.Errorf("the field %q stands there twice", name)
			}
			fields[name] = true
		}
		if err := noDoubles(d); err != nil {
			return err
		}
	}
	_, _ = d.Token() // the closing bracket
	return nil
}

// plain returns a decoder's error message without the package name.
func plain(err error) string {
	return strings.TrimPrefix(strings.TrimPrefix(err.Error(), "json: "), "engine: ")
}

// clip shortens a JSON text for an error message.
func clip(text []byte) string {
	const most = 300
	runes := []rune(string(text))
	if len(runes) <= most {
		return string(text)
	}
	return string(runes[:most]) + "…"
}
