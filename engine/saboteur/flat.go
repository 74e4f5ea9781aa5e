package saboteur

import "bytes"

// flat reads the commonest shape of an event, one object of short plain
// strings and truth values, several times quicker than the general reader: a
// log is mostly that, and it is read whole before every move. It hands each
// field to set and answers false for whatever is not that simple or not
// wanted; the general reader then has the word, and the errors.
func flat(data []byte, set func(name, text string, truth bool) bool) bool {
	r := flatReader{bytes.TrimSpace(data)}
	if !r.take('{') {
		return false
	}
	if r.take('}') {
		return len(r.rest) == 0
	}
	for {
		name, ok := r.text()
		if !ok || !r.take(':') {
			return false
		}
		var text string
		truth := r.word("true")
		if !truth && !r.word("false") {
			if text, ok = r.text(); !ok || text == "" {
				return false
			}
		}
		if !set(name, text, truth) {
			return false
		}
		if r.take('}') {
			return len(r.rest) == 0
		}
		if !r.take(',') {
			return false
		}
	}
}

type flatReader struct{ rest []byte }

func (r *flatReader) skip() {
	for len(r.rest) > 0 && (r.rest[0] == ' ' || r.rest[0] == '\n' || r.rest[0] == '\t' || r.rest[0] == '\r') {
		r.rest = r.rest[1:]
	}
}

func (r *flatReader) take(b byte) bool {
	r.skip()
	if len(r.rest) == 0 || r.rest[0] != b {
		return false
	}
	r.rest = r.rest[1:]
	return true
}

func (r *flatReader) word(w string) bool {
	r.skip()
	if !bytes.HasPrefix(r.rest, []byte(w)) {
		return false
	}
	r.rest = r.rest[len(w):]
	return true
}

// text takes a string of plain ASCII without escapes.
func (r *flatReader) text() (string, bool) {
	if !r.take('"') {
		return "", false
	}
	for i, b := range r.rest {
		if b == '"' {
			s := string(r.rest[:i])
			r.rest = r.rest[i+1:]
			return s, true
		}
		if b < ' ' || b >= 0x7f || b == '\\' {
			break
		}
	}
	return "", false
}

// texts reads an object whose fields are all among names, each a string, into
// the places given; truth, if not nil, is where the field "turned" goes.
func texts(data []byte, truth *bool, names [3]string, places [3]*string) bool {
	read := flat(data, func(name, text string, yes bool) bool {
		if truth != nil && name == "turned" && text == "" {
			*truth = yes
			return true
		}
		for i, n := range names {
			if n == name && n != "" && text != "" {
				*places[i] = text
				return true
			}
		}
		return false
	})
	return read
}
