package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"time"

	"pitpost.example/engine"
)

// parse reads one line: a header, or one of the others.
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
		l.Legal = &Legal{}
		err = strict("legal list", text, l.Legal)
	case "seed":
		l.Seed, err = parseSeed(text)
	default:
		err = errors.New("the line is no header, event, legal list or seed")
	}
	return l, h, err
}

// telling is the field by which a line is known: its first one in every record
// that this package wrote.
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
	h := &Header{}
	if err := strict("header", text, h); err != nil {
		return nil, err
	}
	if h.Options == nil || h.Seats == nil {
		return nil, errors.New("header: options are an object and seats a list, never null")
	}
	if h.Record != 1 {
		return nil, fmt.Errorf("header: this program reads record 1, not %d", h.Record)
	}
	return h, nil
}

func parseEvent(text []byte) (*Event, error) {
	e := &Event{}
	if err := strict("event", text, e); err != nil {
		return nil, err
	}
	if _, err := time.Parse(time.RFC3339, e.At); e.At != "" && (err != nil || !strings.HasSuffix(e.At, "Z")) {
		return nil, fmt.Errorf("event: %q is no RFC 3339 time in UTC", e.At)
	}
	return e, nil
}

func parseSeed(text []byte) (*[32]byte, error) {
	var l seedLine
	if err := strict("seed", text, &l); err != nil {
		return nil, err
	}
	seed, ok := hash(l.Seed)
	if !ok {
		return nil, errors.New("seed: it is not 64 lower-case hex digits")
	}
	return &seed, nil
}

// strict reads a line into v and refuses what v would not be written as:
// unknown, doubled and misspelled fields, nulls, absent fields.
func strict(what string, text []byte, v any) error {
	err := engine.DecodeStrict(text, v)
	if err != nil {
		return fmt.Errorf("%s: %s", what, plain(err))
	}
	canonical, err := encode(v)
	if err == nil {
		err = same(text, canonical)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

// same says whether a JSON text means what the canonical one means, each field
// once, in whatever order and spacing.
func same(text, canonical []byte) error {
	if bytes.Equal(text, canonical) {
		return nil
	}
	if err := noDoubles(text); err != nil {
		return err
	}
	got, err := loose(text)
	if err != nil {
		return err
	}
	want, err := loose(canonical)
	if err != nil {
		return err
	}
	if !reflect.DeepEqual(got, want) {
		return fmt.Errorf("it should read %s", clip(canonical))
	}
	return nil
}

func loose(text []byte) (v any, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	err = d.Decode(&v)
	return v, err
}

// noDoubles refuses an object that has a field twice.
func noDoubles(text []byte) error {
	d := json.NewDecoder(bytes.NewReader(text))
	type level struct {
		fields map[string]bool // nil in a list
		value  bool            // the next token is a field's value
	}
	var open []level
	for {
		token, err := d.Token()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return errors.New(plain(err))
		}
		top := len(open) - 1
		if name, ok := token.(string); ok && top >= 0 && open[top].fields != nil && !open[top].value {
			if open[top].fields[name] {
				return fmt.Errorf("the field %q stands there twice", name)
			}
			open[top].fields[name] = true
			open[top].value = true
			continue
		}
		if token == json.Delim('}') || token == json.Delim(']') {
			open = open[:top]
			continue
		}
		if top >= 0 {
			open[top].value = false
		}
		switch token {
		case json.Delim('{'):
			open = append(open, level{fields: map[string]bool{}})
		case json.Delim('['):
			open = append(open, level{})
		}
	}
}

// plain is a decoder's complaint without the name of its package.
func plain(err error) string {
	return strings.TrimPrefix(strings.TrimPrefix(err.Error(), "json: "), "engine: ")
}

// clip shortens a JSON text for a message.
func clip(text []byte) string {
	const most = 300
	runes := []rune(string(text))
	if len(runes) <= most {
		return string(text)
	}
	return string(runes[:most]) + "…"
}
