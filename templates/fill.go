package templates

import (
	"fmt"
	"strconv"
	"strings"
	"text/template"
)

// filling is what a message is filled with: arguments, which printer puts into words as they
// are asked for; nil where they are words already.
type filling struct {
	printer *Printer
	args    map[string]any
}

// word is one argument, put into words; nil for none.
func (f *filling) word(name string) any {
	v, ok := f.args[name]
	if !ok || f.printer == nil {
		return v
	}
	return f.printer.arg(name, v)
}

// fill fills a message in. Nearly all are words with places for arguments, such as
// "{{.name}} passes." or "le pic {{de .name}}", and need no template; false if one that does cannot
// be printed.
func (c *Catalog) fill(text string, with *filling) (string, bool) {
	before, rest, found := strings.Cut(text, "{{")
	if !found {
		return text, true
	}
	var room [256]byte
	out := append(room[:0], before...)
	for found {
		name, behind, closed := strings.Cut(rest, "}}")
		name, fit := place(name)
		if !closed || name == "" {
			return c.ask(text, with)
		}
		if v := with.word(name); fit == nil {
			out = appendValue(out, v)
		} else {
			out = append(out, fit(string(appendValue(nil, v)))...)
		}
		before, rest, found = strings.Cut(behind, "{{")
		out = append(out, before...)
	}
	return string(out), true
}

// place reads ".name" or "de .name": the argument, and the function that fits it in, nil for none.
// For all else that can stand in a template it gives no argument.
func place(s string) (name string, fit func(string) string) {
	if function, rest, called := strings.Cut(s, " "); called {
		if fit, s = grammar[function], rest; fit == nil {
			return "", nil
		}
	}
	name, dotted := strings.CutPrefix(s, ".")
	for i := range len(name) {
		if c := name[i]; c != '_' && (c < 'a' || c > 'z') {
			return "", nil
		}
	}
	if !dotted {
		return "", nil
	}
	return name, fit
}

// placesAlone reports words with nothing but places among them, which fill never needs a template for.
func placesAlone(text string) bool {
	_, rest, found := strings.Cut(text, "{{")
	for found {
		inner, behind, closed := strings.Cut(rest, "}}")
		if name, _ := place(inner); !closed || name == "" {
			return false
		}
		_, rest, found = strings.Cut(behind, "{{")
	}
	return true
}

// appendValue prints a value as text/template does.
func appendValue(out []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(out, "<no value>"...)
	case string:
		return append(out, v...)
	case int:
		return strconv.AppendInt(out, int64(v), 10)
	}
	return fmt.Append(out, v)
}

// ask fills in a message that asks something of its arguments: text/template is for that.
func (c *Catalog) ask(text string, with *filling) (string, bool) {
	parsed, ok := c.asking.Load(text)
	if !ok {
		t, err := template.New("").Funcs(functions).Parse(text)
		if err != nil {
			return "", false
		}
		parsed, _ = c.asking.LoadOrStore(text, t)
	}
	all := make(map[string]any, len(with.args))
	for name := range with.args {
		all[name] = with.word(name)
	}
	var b strings.Builder
	if err := parsed.(*template.Template).Execute(&b, all); err != nil {
		return "", false
	}
	return b.String(), true
}
