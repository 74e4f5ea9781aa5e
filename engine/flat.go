package engine

import (
	"bytes"
	"reflect"
	"strings"
)

// flatFields are the names of a struct's fields in JSON that hold a plain string or truth
// value, each at its field's place; "" stands for any other field.
func flatFields(t reflect.Type) []string {
	names := make([]string, t.NumField())
	for i := range names {
		if f := t.Field(i); f.Type == reflect.TypeFor[string]() || f.Type == reflect.TypeFor[bool]() {
			names[i], _, _ = strings.Cut(f.Tag.Get("json"), ",")
		}
	}
	return names
}

// readFlat reads the commonest shape of an event, one object of short plain
// strings and truth values, several times quicker than the general reader: a
// log is mostly that, and it is read whole before every move. It answers false
// for whatever is not that simple; the general reader then has the word, and the errors.
func readFlat(data []byte, fields []string, into reflect.Value) bool {
	r := flatReader{bytes.TrimSpace(data)}
	if !r.take('{') {
		return false
	}
	for first := true; !r.take('}'); first = false {
		if !first && !r.take(',') || !r.field(fields, into) {
			return false
		}
	}
	return len(r.rest) == 0
}

type flatReader struct{ rest []byte }

// field takes one field with its value.
func (r *flatReader) field(fields []string, into reflect.Value) bool {
	name, ok := r.text()
	if !ok || !r.take(':') {
		return false
	}
	for i, f := range fields {
		if f != name {
			continue
		}
		v := into.Field(i)
		if v.Kind() == reflect.Bool {
			v.SetBool(r.word("true"))
			return v.Bool() || r.word("false")
		}
		text, ok := r.text()
		v.SetString(text)
		return ok
	}
	return false
}

func (r *flatReader) take(b byte) bool { return r.word(string(b)) }

func (r *flatReader) word(w string) bool {
	rest, ok := bytes.CutPrefix(bytes.TrimLeft(r.rest, " \n\t\r"), []byte(w))
	if ok {
		r.rest = rest
	}
	return ok
}

// text takes a string of plain ASCII without escapes that is not empty.
func (r *flatReader) text() (string, bool) {
	if !r.take('"') {
		return "", false
	}
	for i, b := range r.rest {
		switch {
		case b == '"' && i > 0:
			s := string(r.rest[:i])
			r.rest = r.rest[i+1:]
			return s, true
		case b < ' ' || b >= 0x7f || b == '\\' || b == '"':
			return "", false
		}
	}
	return "", false
}
