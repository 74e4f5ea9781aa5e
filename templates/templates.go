// Package templates holds what the house says, a catalogue for each language,
// and prints phrases with it.
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

// Catalog is all that the house and its games can say.
type Catalog struct {
	bundle *i18n.Bundle // languages and their plurals, no messages
	files  map[string][]file
	// glossaries are the trees that may hold one, the house's first.
	glossaries []fs.FS

	mu       sync.Mutex
	said     map[string]map[string]message // by language and key, once the language was asked for
	tongues  map[string]*tongue
	editions map[string]*tongue // those with the words of an edition
	parsed   sync.Map           // templates by their text, once one was filled in
}

// file is one file of a language.
type file struct {
	in   fs.FS
	name string
}

// Load finds the house's catalogues and those of the games and reads the English ones: a message
// that cannot be printed is found here and not when somebody waits for it. Each other language is
// read when somebody first asks for it, since all of them take a start ten times as long as one
// does; Check reads them all.
func Load(games ...fs.FS) (*Catalog, error) {
	c := &Catalog{bundle: i18n.NewBundle(language.English), files: map[string][]file{}, said: map[string]map[string]message{},
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
	_, err := c.messages("en")
	return c, err
}

// Check reads all languages.
func (c *Catalog) Check() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, lang := range slices.Sorted(maps.Keys(c.files)) {
		if _, err := c.messages(lang); err != nil {
			return err
		}
	}
	return nil
}

// find notes of which language a file is.
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

// messages is what is said in a language. The caller holds the lock, or nobody else has the
// catalogue yet.
func (c *Catalog) messages(lang string) (map[string]message, error) {
	if said, ok := c.said[lang]; ok {
		return said, nil
	}
	said := map[string]message{}
	for _, f := range c.files[lang] {
		if err := f.read(said); err != nil {
			return nil, err
		}
	}
	c.said[lang] = said
	return said, nil
}

// read adds one file to what its language says.
func (f file) read(said map[string]message) error {
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

// placesAlone are words with nothing among them but places for arguments, as they are or fitted in
// by grammar.
var placesAlone = regexp.MustCompile(`^(?:[^{]|{{(?:(?:` + strings.Join(slices.Sorted(maps.Keys(grammar)), "|") + `) )?\.[a-z_]+}})*$`)

// tryForms prints each form of a message by itself, with numbers small and large: when a
// message is printed, the form for other numbers stands in for a broken one, and hides it.
func tryForms(m *i18n.Message) error {
	if m.Other == "" {
		return errors.New("it has no form for other numbers")
	}
	for _, form := range []string{m.Zero, m.One, m.Two, m.Few, m.Many, m.Other} {
		if placesAlone.MatchString(form) {
			continue // nothing that could fail, and to try all of a language takes ten times as long
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

// Keys lists the messages of a language.
func (c *Catalog) Keys(lang string) []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	said, _ := c.messages(lang) // one that cannot be read has none
	return slices.Sorted(maps.Keys(said))
}
