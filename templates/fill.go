package templates

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/nicksnyder/go-i18n/v2/i18n/template"
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

// words are all arguments, put into words.
func (f *filling) words() map[string]any {
	all := make(map[string]any, len(f.args))
	for name := range f.args {
		all[name] = f.word(name)
	}
	return all
}

// filler parses messages. Nearly all of them are words with places for arguments, such as
// "{{.name}} passes.", and are put together without a template; the others have one.
type filler struct{}

// Cacheable says that what was parsed stays good.
func (filler) Cacheable() bool { return true }

// Parse reads one form of a message.
func (filler) Parse(src, left, right string) (template.ParsedTemplate, error) {
	if left == "" && right == "" {
		if m, ok := simple(src); ok {
			return m, nil
		}
	}
	t, err := (&template.TextParser{}).Parse(src, left, right)
	if err != nil {
		return nil, err
	}
	return branching{t}, nil
}

// branching is a message that asks something of its arguments.
type branching struct{ template.ParsedTemplate }

// Execute prints it.
func (b branching) Execute(data any) (string, error) {
	if f, ok := data.(*filling); ok {
		return b.ParsedTemplate.Execute(f.words())
	}
	return b.ParsedTemplate.Execute(data)
}

// pieces are a message without questions: words, and behind each but the last the name of an
// argument.
type pieces struct{ words, names []string }

// simple parses a message without questions; false for any other.
func simple(src string) (pieces, bool) {
	var p pieces
	for {
		before, rest, found := strings.Cut(src, "{{")
		if p.words = append(p.words, before); !found {
			return p, true
		}
		name, behind, closed := strings.Cut(rest, "}}")
		if !closed || len(name) < 2 || name[0] != '.' || strings.Trim(name[1:], "abcdefghijklmnopqrstuvwxyz_") != "" {
			return p, false
		}
		p.names, src = append(p.names, name[1:]), behind
	}
}

// Execute prints it.
func (p pieces) Execute(data any) (string, error) {
	if len(p.names) == 0 {
		return p.words[0], nil
	}
	f := data.(*filling)
	var room [256]byte
	out := append(room[:0], p.words[0]...)
	for i, name := range p.names {
		out = append(appendValue(out, f.word(name)), p.words[i+1]...)
	}
	return string(out), nil
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
