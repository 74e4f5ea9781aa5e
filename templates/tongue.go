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

// message is what is said under a key: by number, where that matters.
type message struct {
	other string
	forms *[len(rareForms)]string // nil for a message of one form; "" for a form it lacks
}

// rareForms are the forms of words beside the one for other numbers.
var rareForms = [...]string{"zero", "one", "two", "few", "many"}

func messageOf(m *i18n.Message) message {
	forms := [len(rareForms)]string{m.Zero, m.One, m.Two, m.Few, m.Many}
	if forms == [len(rareForms)]string{} {
		return message{other: m.Other}
	}
	return message{m.Other, &forms}
}

// formNames are messages that say which language and which form a reader and a number ask for,
// so that the rules of all languages stay those of go-i18n.
func formNames(lang string) []*i18n.Message {
	return []*i18n.Message{{ID: "language", Other: lang}, {ID: "form", Zero: "zero", One: "one", Two: "two", Few: "few", Many: "many", Other: "other"}}
}

// tongue is one language.
type tongue struct {
	name    string
	catalog *Catalog
	rules   *i18n.Localizer
	said    map[string]message
	english *tongue // says what this one has no words for; nil for English
}

// tongue finds the language nearest to one; for one that is not known it is English. The caller
// holds the lock.
func (c *Catalog) tongue(lang string) *tongue {
	if t, ok := c.tongues[lang]; ok {
		return t
	}
	rules := i18n.NewLocalizer(c.bundle, lang, "en")
	name, err := rules.Localize(&i18n.LocalizeConfig{MessageID: "language"})
	if err != nil {
		name = "en"
	}
	if t, ok := c.tongues[name]; ok {
		if len(c.tongues) < 100 {
			c.tongues[lang] = t
		}
		return t
	}
	said, _ := c.messages(name) // of one that cannot be read all is said in English
	t := &tongue{name: name, catalog: c, rules: rules, said: said}
	if base, _, region := strings.Cut(name, "-"); region { // its catalogue is what it says otherwise
		t = c.tongue(base).with(c.editionWords(base, "", name), "")
		t.name, t.rules = name, rules
		maps.Copy(t.said, said)
	} else if name != "en" {
		t.english = c.tongue("en")
	}
	c.tongues[name] = t
	return t
}

// form is the form of words for a number, by its place in rareForms; -1 for that of other numbers.
func (t *tongue) form(n int) int {
	// A form that a language lacks comes back with its nearest and an error.
	name, _ := t.rules.Localize(&i18n.LocalizeConfig{MessageID: "form", PluralCount: n})
	return slices.Index(rareForms[:], name)
}

// words are what is said under a key of so many; false for a key that nobody knows.
func (t *tongue) words(key string, count any) (string, bool) {
	m, ok := t.said[key]
	switch n, counted := count.(int); {
	case !ok && t.english == nil:
		return "", false
	case !ok:
		return t.english.words(key, count)
	case m.forms != nil && counted:
		if form := t.form(n); form >= 0 && m.forms[form] != "" {
			return m.forms[form], true
		}
	}
	return m.other, true
}

// Printer prints in one language and time zone. It is safe for use by many.
type Printer struct {
	zone   *time.Location
	tongue *tongue
	spell  func(command string) string // nil prints commands as they are
}

// Spelling is the printer that spells the commands among the arguments: what is told as "command",
// "commands" or "verb", or stands "before" and "after" a card's name.
func (p Printer) Spelling(spell func(command string) string) *Printer {
	p.spell = spell
	return &p
}

// Printer gives the printer of a language; one that is not known is English.
func (c *Catalog) Printer(lang string, zone *time.Location) *Printer {
	c.mu.Lock()
	defer c.mu.Unlock()
	return &Printer{zone: cmp.Or(zone, time.UTC), tongue: c.tongue(lang)}
}

// Print prints a phrase. One that no catalogue holds prints as its key, so a
// letter is never lost for want of a word.
func (p *Printer) Print(ph engine.Phrase) string {
	s, ok := p.localize(ph.Key, ph.Args)
	if !ok {
		return ph.Key
	}
	return strings.TrimSpace(s)
}

// localize fills a message in; false for none.
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
