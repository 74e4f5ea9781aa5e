package inbox

import (
	stdmime "mime"
	"strings"
)

// parameters are those of a content type, names in lower case.
type parameters []field

func (p parameters) get(name string) string {
	for _, one := range p {
		if one.name == name {
			return one.value
		}
	}
	return ""
}

func contentType(h header) (string, parameters) {
	value := h.get("content-type")
	if value == "" {
		return "text/plain", nil
	}
	if kind, params, ok := plainType(value); ok {
		return kind, params
	}
	if kind, params, err := stdmime.ParseMediaType(value); err == nil {
		list := make(parameters, 0, len(params))
		for name, value := range params {
			list = append(list, field{name, value})
		}
		return kind, list
	}
	// A broken parameter must not hide the type: read what can be read.
	kind, rest, _ := strings.Cut(value, ";")
	kind = strings.ToLower(strings.TrimSpace(kind))
	if !strings.Contains(kind, "/") {
		kind = "text/plain"
	}
	var params parameters
	for _, pair := range strings.Split(rest, ";") {
		name, value, ok := strings.Cut(pair, "=")
		name = strings.ToLower(strings.TrimSpace(name))
		if ok && !params.has(name) {
			params = append(params, field{name, strings.Trim(strings.TrimSpace(value), `"`)})
		}
	}
	return kind, params
}

// plainType reads a type and parameters in which nothing is encoded, continued or left out, as
// in nearly all letters; ok is false for any other.
func plainType(value string) (kind string, params parameters, ok bool) {
	kind, rest, more := strings.Cut(value, ";")
	main, sub, _ := strings.Cut(kind, "/")
	if !isToken(main) || !isToken(sub) {
		return "", nil, false
	}
	for more {
		name, behind, equals := strings.Cut(strings.TrimLeft(rest, " "), "=")
		if name = fieldName([]byte(name)); !equals || !isToken(name) || strings.Contains(name, "*") || params.has(name) {
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
		if quoted && !isPlain(text) || quoted && strings.Contains(text, `\`) || !quoted && !isToken(text) {
			return "", nil, false
		}
		if quoted {
			rest = rest[1:]
		}
		params = append(params, field{name, text})
		if more = rest != ""; more && rest[0] != ';' {
			return "", nil, false
		}
		rest = strings.TrimPrefix(rest, ";")
	}
	return strings.ToLower(kind), params, true
}

func (p parameters) has(name string) bool { return header(p).has(name) }

// isToken reports letters, digits and the marks that need no quotes.
func isToken(s string) bool {
	for i := range len(s) {
		if !isAlnum(s[i]) && strings.IndexByte("-_.+", s[i]) < 0 {
			return false
		}
	}
	return s != ""
}
