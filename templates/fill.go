package templates

import (
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

// fill fills a message in; false if it cannot be printed.
func (c *Catalog) fill(text string, with *filling) (string, bool) {
	if !strings.Contains(text, "{{") {
		return text, true
	}
	parsed, ok := c.parsed.Load(text)
	if !ok {
		t, err := template.New("").Funcs(grammar).Parse(text)
		if err != nil {
			return "", false
		}
		parsed, _ = c.parsed.LoadOrStore(text, t)
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
