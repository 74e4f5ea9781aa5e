// Package templates holds the texts of the house, one catalogue for each language, and prints phrases with
// them and with those that the games bring. It chooses plural forms, puts lists and times as the language
// does, and exchanges words for a region or an edition of a game. A key that a language lacks is printed in
// English.
package templates

import (
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"text/template"

	"github.com/BurntSushi/toml"
	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"
)

//go:embed locale/*.toml
var house embed.FS

// Catalog holds all texts of the house and its games.
type Catalog struct {
	bundle *i18n.Bundle // the languages and their plural rules, without messages
	files  map[string][]file
	// glossaries are the file trees that may hold a glossary, the house's first.
	glossaries []fs.FS

	mu       sync.Mutex
	tongues  map[string]*tongue // a language is added when it is first asked for
	editions map[string]*tongue // tongues with the words of an edition
	parsed   sync.Map           // parsed templates by text; each is added when it is first used
}

// file is a file of a catalogue.
type file struct {
	in   fs.FS
	name string
}

// LoadCatalog finds the catalogues of the house and the games, and reads and checks the English ones, so that a
// broken message is found at the start and not when a letter is printed. It reads each other language when it
// is first asked for, because reading all of them makes a start take ten times as long. A test reads them all.
func LoadCatalog(games ...fs.FS) (*Catalog, error) {
	c := &Catalog{bundle: i18n.NewBundle(language.English), files: map[string][]file{},
		tongues: map[string]*tongue{}, editions: map[string]*tongue{}, glossaries: append([]fs.FS{glossaries}, games...)}
	for _, files := range append([]fs.FS{house}, games...) {
		err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
			if err == nil && entry.IsDir() && entry.Name() == glossaryFolder {
				return fs.SkipDir
			}
			if err != nil || entry.IsDir() || path.Ext(name) != ".toml" {
				return err
			}
			return c.find(file{files, name})
		})
		if err != nil {
			return nil, err
		}
	}
	said, err := c.messages("en")
	c.tongues["en"] = &tongue{name: "en", catalog: c, rules: i18n.NewLocalizer(c.bundle, "en"), said: said}
	return c, err
}

// find adds a file to those of its language, which is the last part of its name.
func (c *Catalog) find(f file) error {
	stem := strings.TrimSuffix(path.Base(f.name), ".toml")
	tag, err := language.Parse(stem[strings.LastIndex(stem, ".")+1:])
	if err != nil {
		return fmt.Errorf("catalogue %s: the name of the file ends in no language, such as en.toml", f.name)
	}
	lang := tag.String()
	if c.files[lang] == nil {
		if err := c.bundle.AddMessages(tag, formNames(lang)...); err != nil {
			return fmt.Errorf("catalogue %s: %w", f.name, err)
		}
	}
	c.files[lang] = append(c.files[lang], f)
	return nil
}

// messages reads the texts of a language.
func (c *Catalog) messages(lang string) (map[string]*message, error) {
	said := map[string]*message{}
	for _, f := range c.files[lang] {
		if err := f.read(said); err != nil {
			return nil, err
		}
	}
	return said, nil
}

// read adds the messages of a file to said. A key that is there already is an error.
func (f file) read(said map[string]*message) error {
	text, err := fs.ReadFile(f.in, f.name)
	if err != nil {
		return fmt.Errorf("catalogue %s: %w", f.name, err)
	}
	messages, err := i18n.ParseMessageFileBytes(text, path.Base(f.name), map[string]i18n.UnmarshalFunc{"toml": toml.Unmarshal})
	if err != nil {
		return fmt.Errorf("catalogue %s: %w", f.name, err)
	}
	for _, m := range messages.Messages {
		if _, twice := said[m.ID]; twice {
			return fmt.Errorf("catalogue %s: %s is said twice", f.name, m.ID)
		}
		if err := tryForms(m); err != nil {
			return fmt.Errorf("catalogue %s: %s: %w", f.name, m.ID, err)
		}
		said[m.ID] = messageOf(m)
	}
	return nil
}

// argumentsAlone matches a text with nothing in braces but arguments, plain or with one function of grammar.
var argumentsAlone = regexp.MustCompile(`^(?:[^{]|{{(?:(?:` + strings.Join(slices.Sorted(maps.Keys(grammar)), "|") + `) )?\.[a-z_]+}})*$`)

// tryForms executes every plural form of a message with several numbers. Otherwise a broken form could stay
// unnoticed, because "other" is printed in its place.
func tryForms(m *i18n.Message) error {
	if m.Other == "" {
		return errors.New("it has no form for other numbers")
	}
	for _, form := range messageOf(m) {
		if argumentsAlone.MatchString(form) {
			continue // nothing in it can fail, and trying all texts of a language takes ten times as long
		}
		t, err := template.New("").Funcs(grammar).Parse(form)
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

// Keys lists the keys of a language, sorted.
func (c *Catalog) Keys(lang string) []string {
	said, _ := c.messages(lang) // a language that cannot be read has none
	return slices.Sorted(maps.Keys(said))
}
