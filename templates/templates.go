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

	"github.com/BurntSushi/toml"
	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"
)

//go:embed locale/*.toml
var house embed.FS

// Catalog is all that the house and its games can say.
type Catalog struct {
	bundle *i18n.Bundle        // languages and their plurals, no messages
	keys   map[string][]string // by language
	said   map[string]map[string]message

	mu      sync.Mutex
	tongues map[string]*tongue
	asking  sync.Map // templates of messages that ask something of their arguments, by text
}

// Load reads the house's catalogues and those of the games. A message that
// cannot be printed is found here and not when somebody waits for it.
func Load(games ...fs.FS) (*Catalog, error) {
	c := &Catalog{bundle: i18n.NewBundle(language.English), keys: map[string][]string{}, said: map[string]map[string]message{}, tongues: map[string]*tongue{}}
	for _, files := range append([]fs.FS{house}, games...) {
		err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || path.Ext(name) != ".toml" {
				return err
			}
			return c.read(files, name)
		})
		if err != nil {
			return nil, err
		}
	}
	return c, nil
}

// read adds one file to what was said before, by language and key.
func (c *Catalog) read(files fs.FS, name string) error {
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
	if c.said[lang] == nil {
		c.said[lang] = map[string]message{}
		if err := c.bundle.AddMessages(file.Tag, formNames(lang)...); err != nil {
			return fmt.Errorf("catalogue %s: %w", name, err)
		}
	}
	for _, m := range file.Messages {
		if _, twice := c.said[lang][m.ID]; twice {
			return fmt.Errorf("catalogue %s: %s is said twice", name, m.ID)
		}
		if err := tryForms(m); err != nil {
			return fmt.Errorf("catalogue %s: %s: %w", name, m.ID, err)
		}
		c.said[lang][m.ID] = messageOf(m)
		c.keys[lang] = append(c.keys[lang], m.ID)
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
