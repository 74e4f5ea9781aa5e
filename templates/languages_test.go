package templates_test

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/templates"
)

// seven lists the languages that must be complete.
var seven = []string{"en", "de", "fr", "nl", "es", "it", "pt"}

// forms holds the plural forms of one message, by name.
type forms map[string]string

// catalogues reads all messages of the house and its games from the files, by language and key.
func catalogues(t *testing.T) map[string]map[string]forms {
	t.Helper()
	all := map[string]map[string]forms{}
	trees := append([]fs.FS{os.DirFS("locale")}, catalog.AllGames().Strings()...)
	for _, tree := range trees {
		err := fs.WalkDir(tree, ".", func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || path.Ext(name) != ".toml" || path.Dir(name) == "glossary" {
				return err
			}
			stem := strings.TrimSuffix(path.Base(name), ".toml")
			lang := stem[strings.LastIndex(stem, ".")+1:]
			var messages map[string]any
			if _, err := toml.DecodeFS(tree, name, &messages); err != nil {
				return err
			}
			if all[lang] == nil {
				all[lang] = map[string]forms{}
			}
			for key, m := range messages {
				f := forms{}
				switch m := m.(type) {
				case string:
					f["other"] = m
				case map[string]any:
					for form, text := range m {
						f[form] = text.(string)
					}
				}
				all[lang][key] = f
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// silent reports whether a key belongs to a game without texts in a language, so that it is printed in
// English. A game brings a language completely or not at all.
func silent(said map[string]forms, key string) bool {
	game, _, _ := strings.Cut(key, ".")
	if catalog.FindGame(game) == nil {
		return false
	}
	for other := range said {
		if strings.HasPrefix(other, game+".") {
			return false
		}
	}
	return true
}

var argument = regexp.MustCompile(`{{-?\s*(?:[a-z]+ )*\.([a-z_]+)`)

// wants lists the arguments that the forms of a message use, sorted.
func (f forms) wants() []string {
	var names []string
	for _, text := range f {
		for _, m := range argument.FindAllStringSubmatch(text, -1) {
			if !slices.Contains(names, m[1]) {
				names = append(names, m[1])
			}
		}
	}
	slices.Sort(names)
	return names
}

// In Portugal nobody is called “você”, so whatever says it in Portuguese is said there in another way.
func TestPortugalSaysNoYou(t *testing.T) {
	all := catalogues(t)
	you := regexp.MustCompile(`(?i)(^|\PL)você(\PL|$)`)
	for key, said := range all["pt"] {
		if own, ok := all["pt-PT"][key]; ok {
			said = own
		}
		for _, text := range said {
			if you.MatchString(text) {
				t.Errorf("%s says in Portugal: %s", key, text)
			}
		}
	}
}

// Every key in English must be in every language with the same arguments. Only a game may leave a language
// out. A region's catalogue may only hold what it says differently.
func TestEachKeyInEveryLanguage(t *testing.T) {
	all := catalogues(t)
	if len(all["en"]) < 500 {
		t.Fatalf("%d keys in English", len(all["en"]))
	}
	for _, lang := range seven {
		for key, english := range all["en"] {
			own, ok := all[lang][key]
			switch {
			case !ok && silent(all[lang], key):
				continue
			case !ok:
				t.Errorf("%s: %s is not said", lang, key)
				continue
			}
			if got, want := own.wants(), english.wants(); !slices.Equal(got, want) {
				t.Errorf("%s: %s wants %q, in English %q", lang, key, got, want)
			}
			if strings.TrimSpace(own["other"]) == "" && strings.TrimSpace(english["other"]) != "" {
				t.Errorf("%s: %s says nothing", lang, key)
			}
		}
		for key := range all[lang] {
			if _, ok := all["en"][key]; !ok {
				t.Errorf("%s: %s is said in no English", lang, key)
			}
		}
	}
	for lang, messages := range all {
		base, _, region := strings.Cut(lang, "-")
		if !slices.Contains(seven, base) || !region && !slices.Contains(seven, lang) {
			t.Errorf("%s is none of the languages", lang)
		}
		if !region {
			continue
		}
		if len(messages) == 0 || len(messages) > 500 {
			t.Errorf("%s says %d messages otherwise", lang, len(messages))
		}
		for key, own := range messages {
			there, ok := all[base][key]
			if !ok || !slices.Equal(own.wants(), there.wants()) || maps.Equal(own, there) {
				t.Errorf("%s: %s is %q, in %s %q", lang, key, own, base, there)
			}
		}
	}
}

// Every message must be printable in every language, with any number.
func TestEachMessagePrintsInEveryLanguage(t *testing.T) {
	c, err := templates.LoadCatalog(catalog.AllGames().Strings()...)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Check(); err != nil {
		t.Fatal(err)
	}
	all := catalogues(t)
	english := all["en"]
	for _, lang := range seven {
		due := len(english)
		for key := range english {
			if silent(all[lang], key) {
				due--
			}
		}
		if n := len(c.Keys(lang)); n != due {
			t.Errorf("%s: %d messages of %d", lang, n, due)
		}
		p := c.Printer(lang, nil)
		for key, f := range english {
			for _, n := range []int{0, 1, 2, 5, 1_000_000} {
				args := []any{"count", n}
				for _, name := range f.wants() {
					if name != "count" {
						args = append(args, name, fmt.Sprintf("«%s»", name))
					}
				}
				text := p.Print(engine.Say(key, args...))
				if text == key || strings.Contains(text, "<no value>") || strings.Contains(text, "{{") {
					t.Errorf("%s: %s for %d prints %q", lang, key, n, text)
				}
			}
		}
	}
}
