package templates

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/nicksnyder/go-i18n/v2/i18n"

	"pitpost.example/engine"
)

// message holds the texts of one key in the order of plurals, "" for a form that is missing. Other is never missing.
type message [len(plurals)]string

var plurals = [...]string{"zero", "one", "two", "few", "many", "other"}

// otherForm is the index of the form for most numbers, and for no number.
const otherForm = len(plurals) - 1

func messageOf(m *i18n.Message) *message {
	return &message{m.Zero, m.One, m.Two, m.Few, m.Many, m.Other}
}

// formNames returns messages that say their own language and plural form. By printing them the catalogue
// learns which language and form go-i18n chooses, so that the rules stay those of go-i18n.
func formNames(lang string) []*i18n.Message {
	return []*i18n.Message{{ID: "language", Other: lang}, {ID: "form", Zero: "zero", One: "one", Two: "two", Few: "few", Many: "many", Other: "other"}}
}

// tongue is what is said in one language, or in one language with the words of an edition.
type tongue struct {
	name    string
	catalog *Catalog
	rules   *i18n.Localizer
	said    map[string]*message
	english *tongue // the tongue to fall back on for missing keys; nil for English
}

// tongue returns the nearest language that there is, English if none is near. The caller must hold the lock.
func (c *Catalog) tongue(lang string) *tongue {
	if t, ok := c.tongues[lang]; ok {
		return t
	}
	rules := i18n.NewLocalizer(c.bundle, lang, "en")
	name, _ := rules.Localize(&i18n.LocalizeConfig{MessageID: "language"}) // never fails: each language has this message
	if t, ok := c.tongues[name]; ok {
		return t
	}
	said, _ := c.messages(name) // a language that cannot be read says everything in English
	t := &tongue{name: name, catalog: c, rules: rules, said: said}
	if base, _, region := strings.Cut(name, "-"); region { // the region's catalogue holds only what it says differently
		t = c.tongue(base).with(c.editionWords(base, "", name), "")
		t.name, t.rules = name, rules
		maps.Copy(t.said, said)
	} else {
		t.english = c.tongues["en"]
	}
	c.tongues[name] = t
	return t
}

// form returns the plural form for a number, as an index of a message.
func (t *tongue) form(n int) int {
	// Localize returns an error if the language lacks the form, but also the nearest form.
	name, _ := t.rules.Localize(&i18n.LocalizeConfig{MessageID: "form", PluralCount: n})
	return slices.Index(plurals[:], name)
}

// words returns the text of a key for a count, which may be nil. It returns false if no catalogue has the
// key.
func (t *tongue) words(key string, count any) (string, bool) {
	m, ok := t.said[key]
	switch n, counted := count.(int); {
	case !ok && t.english == nil:
		return "", false
	case !ok:
		return t.english.words(key, count)
	case counted:
		return cmp.Or(m[t.form(n)], m[otherForm]), true
	}
	return m[otherForm], true
}

// Printer prints phrases in one language and time zone. It is safe for concurrent use.
type Printer struct {
	zone   *time.Location
	tongue *tongue
	spell  func(command string) string // nil prints commands unchanged
}

// Spelling returns a printer that passes the commands among the arguments through spell: those named
// "command", "commands" or "verb", and what stands "before" and "after" a card's name.
func (p Printer) Spelling(spell func(command string) string) *Printer {
	p.spell = spell
	return &p
}

// Printer returns a printer for a language. For an unknown language it prints English, for a nil zone in UTC.
func (c *Catalog) Printer(lang string, zone *time.Location) *Printer {
	c.mu.Lock()
	defer c.mu.Unlock()
	return &Printer{zone: cmp.Or(zone, time.UTC), tongue: c.tongue(lang)}
}

// Print prints a phrase. If no catalogue has its key it prints the key, so that a letter never fails for a
// missing text.
func (p *Printer) Print(ph engine.Phrase) string {
	s, ok := p.localize(ph.Key, ph.Args)
	if !ok {
		return ph.Key
	}
	return strings.TrimSpace(s)
}

// localize prints the text of a key with arguments; false if there is none or it cannot be printed.
func (p *Printer) localize(key string, args map[string]any) (string, bool) {
	words := make(map[string]any, len(args))
	for name, v := range args {
		words[name] = p.arg(name, v)
	}
	text, ok := p.tongue.words(key, words["count"])
	if !ok {
		return "", false
	}
	return p.tongue.catalog.fill(text, words)
}
