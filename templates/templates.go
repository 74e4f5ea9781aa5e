// Package templates holds what the house says, a catalogue for each language,
// and prints phrases with it.
package templates

import (
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"
	"sync"
	"text/template"
	"time"

	"github.com/BurntSushi/toml"
	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"

	"pitpost/engine"
)

//go:embed locale/*.toml
var house embed.FS

// Catalog is all that the house and its games can say.
type Catalog struct {
	bundle *i18n.Bundle
	keys   map[string][]string // by language

	mu         sync.Mutex
	localizers map[string]*tongue
}

// tongue is one language, and by key the messages that were printed with nothing filled in.
type tongue struct {
	*i18n.Localizer
	plain sync.Map
}

// Load reads the house's catalogues and those of the games. A message that
// cannot be printed is found here and not when somebody waits for it.
func Load(games ...fs.FS) (*Catalog, error) {
	c := &Catalog{bundle: i18n.NewBundle(language.English), keys: map[string][]string{}, localizers: map[string]*tongue{}}
	c.bundle.RegisterUnmarshalFunc("toml", toml.Unmarshal)
	said := map[string]map[string]bool{}
	for _, files := range append([]fs.FS{house}, games...) {
		err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || path.Ext(name) != ".toml" {
				return err
			}
			return c.read(files, name, said)
		})
		if err != nil {
			return nil, err
		}
	}
	return c, nil
}

// read adds one file to what was said before, by language and key.
func (c *Catalog) read(files fs.FS, name string, said map[string]map[string]bool) error {
	text, err := fs.ReadFile(files, name)
	if err != nil {
		return fmt.Errorf("catalogue %s: %w", name, err)
	}
	file, err := i18n.ParseMessageFileBytes(text, path.Base(name), map[string]i18n.UnmarshalFunc{"toml": toml.Unmarshal})
	if err != nil {
		return fmt.Errorf("catalogue %s: %w", name, err)
	}
	stem := strings.TrimSuffix(path.Base(name), ".toml")
	if _, err := language.Parse(stem[strings.LastIndex(stem, ".")+1:]); err != nil {
		return fmt.Errorf("catalogue %s: the name of the file ends in no language, such as en.toml", name)
	}
	lang := file.Tag.String()
	if said[lang] == nil {
		said[lang] = map[string]bool{}
	}
	for _, m := range file.Messages {
		if said[lang][m.ID] {
			return fmt.Errorf("catalogue %s: %s is said twice", name, m.ID)
		}
		said[lang][m.ID] = true
		if err := tryForms(m); err != nil {
			return fmt.Errorf("catalogue %s: %s: %w", name, m.ID, err)
		}
		c.keys[lang] = append(c.keys[lang], m.ID)
	}
	if err := c.bundle.AddMessages(file.Tag, file.Messages...); err != nil {
		return fmt.Errorf("catalogue %s: %w", name, err)
	}
	return nil
}

// tryForms prints each form of a message by itself, with numbers small and large: when a
// message is printed, the form for other numbers stands in for a broken one, and hides it.
func tryForms(m *i18n.Message) error {
	if m.Other == "" {
		return errors.New("it has no form for other numbers")
	}
	for _, form := range []string{m.Zero, m.One, m.Two, m.Few, m.Many, m.Other} {
		if !strings.Contains(form, "{{") {
			continue // words alone: nothing that could fail
		}
		t, err := template.New("").Parse(form)
		if err != nil {
			return err
		}
		for _, n := range []int{0, 1, 2, 5, 1_000_000} {
			if err := t.Execute(io.Discard, map[string]any{"count": n}); err != nil {
				return err
			}
		}
	}
	return nil
}

// Keys lists the messages of a language.
func (c *Catalog) Keys(lang string) []string { return c.keys[lang] }

// Printer prints in one language and time zone. It is safe for use by many.
type Printer struct {
	lang      string
	zone      *time.Location
	localizer *tongue
}

// Printer gives the printer of a language; one that is not known is English.
func (c *Catalog) Printer(lang string, zone *time.Location) *Printer {
	c.mu.Lock()
	defer c.mu.Unlock()
	l, ok := c.localizers[lang]
	if !ok {
		l = &tongue{Localizer: i18n.NewLocalizer(c.bundle, lang, "en")}
		if len(c.localizers) < 100 {
			c.localizers[lang] = l
		}
	}
	if zone == nil {
		zone = time.UTC
	}
	return &Printer{lang: lang, zone: zone, localizer: l}
}

// Print prints a phrase. One that no catalogue holds prints as its key, so a
// letter is never lost for want of a word.
func (p *Printer) Print(ph engine.Phrase) string {
	s, err := p.localize(ph.Key, filling{p, ph.Args})
	if err != nil && s == "" {
		return ph.Key
	}
	return strings.TrimSpace(s)
}

// localize prints a message. One in which nothing is filled in is kept: most are names of cards
// and headings.
func (p *Printer) localize(key string, with filling) (string, error) {
	if len(with.args) > 0 {
		return p.filled(key, with)
	}
	if said, ok := p.localizer.plain.Load(key); ok {
		return said.(string), nil
	}
	s, err := p.filled(key, with)
	if err == nil && s != "" {
		p.localizer.plain.Store(key, s)
	}
	return s, err
}

func (p *Printer) filled(key string, with filling) (string, error) {
	config := &i18n.LocalizeConfig{MessageID: key, TemplateData: &with, TemplateParser: filler{}}
	if n, ok := with.word("count").(int); ok {
		config.PluralCount = n
	}
	s, err := p.localizer.Localize(config)
	if s != "" {
		// A form that a language lacks comes back with its nearest and an error.
		return s, nil
	}
	return s, err
}
