package mime

import (
	stdmime "mime"
	"strings"
)

// ContentType is the type that a header names, in lower case, and text/plain where it names none
// that can be read; with its parameters, names in lower case.
func ContentType(h Header) (string, map[string]string) {
	value := h.Get("content-type")
	if value == "" {
		return "text/plain", nil
	}
	if kind, params, err := stdmime.ParseMediaType(value); err == nil {
		return kind, params
	}
	// A broken parameter must not hide the type: read what can be read.
	kind, rest, _ := strings.Cut(value, ";")
	kind = strings.ToLower(strings.TrimSpace(kind))
	if !strings.Contains(kind, "/") {
		kind = "text/plain"
	}
	params := map[string]string{}
	for _, pair := range strings.Split(rest, ";") {
		name, value, ok := strings.Cut(pair, "=")
		name = strings.ToLower(strings.TrimSpace(name))
		if _, twice := params[name]; ok && !twice {
			params[name] = strings.Trim(strings.TrimSpace(value), `"`)
		}
	}
	return kind, params
}
