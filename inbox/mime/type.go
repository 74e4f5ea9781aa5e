package mime

import (
	stdmime "mime"
	"strings"
)

// Parameters are those of a content type, names in lower case.
type Parameters []Field

// Get is the value of a parameter, "" without.
func (p Parameters) Get(name string) string {
	for _, one := range p {
		if one.Name == name {
			return one.Value
		}
	}
	return ""
}

// ContentType is the type that a header names, in lower case, and text/plain where it names none
// that can be read.
func ContentType(h Header) (string, Parameters) {
	value := h.Get("content-type")
	if value == "" {
		return "text/plain", nil
	}
	if kind, params, ok := plainType(value); ok {
		return kind, params
	}
	if kind, params, err := stdmime.ParseMediaType(value); err == nil {
		list := make(Parameters, 0, len(params))
		for name, value := range params {
			list = append(list, Field{name, value})
		}
		return kind, list
	}
	// A broken parameter must not hide the type: read what can be read.
	kind, rest, _ := strings.Cut(value, ";")
	kind = strings.ToLower(strings.TrimSpace(kind))
	if !strings.Contains(kind, "/") {
		kind = "text/plain"
	}
	var params Parameters
	for _, pair := range strings.Split(rest, ";") {
		name, value, ok := strings.Cut(pair, "=")
		name = strings.ToLower(strings.TrimSpace(name))
		if ok && !params.Has(name) {
			params = append(params, Field{name, strings.Trim(strings.TrimSpace(value), `"`)})
		}
	}
	return kind, params
}

// plainType reads a type and parameters in which nothing is encoded, continued or left out, as
// in nearly all letters; ok is false for any other.
func plainType(value string) (kind string, params Parameters, ok bool) {
	kind, rest, more := strings.Cut(value, ";")
	main, sub, _ := strings.Cut(kind, "/")
	if !isToken(main) || !isToken(sub) {
		return "", nil, false
	}
	for more {
		name, behind, equals := strings.Cut(strings.TrimLeft(rest, " "), "=")
		if name = fieldName([]byte(name)); !equals || !isToken(name) || strings.Contains(name, "*") || params.Has(name) {
			return "", nil, false
		}
		text, quoted := strings.CutPrefix(behind, `"`)
		end := strings.IndexByte(text, ';')
		if quoted {
			end = strings.IndexByte(text, '"')
		} else if end < 0 {
			end = len(text)
		}
		if end < 0 {
			return "", nil, false
		}
		text, rest = text[:end], text[end:]
		if quoted && !IsPlain(text) || quoted && strings.Contains(text, `\`) || !quoted && !isToken(text) {
			return "", nil, false
		}
		if quoted {
			rest = rest[1:]
		}
		params = append(params, Field{name, text})
		if more = rest != ""; more && rest[0] != ';' {
			return "", nil, false
		}
		rest = strings.TrimPrefix(rest, ";")
	}
	return strings.ToLower(kind), params, true
}

// Has reports whether there is such a parameter.
func (p Parameters) Has(name string) bool { return Header(p).Has(name) }

// isToken reports letters, digits and the marks that need no quotes.
func isToken(s string) bool {
	for i := range len(s) {
		if !isAlnum(s[i]) && strings.IndexByte("-_.+", s[i]) < 0 {
			return false
		}
	}
	return s != ""
}

func isAlnum(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' }
