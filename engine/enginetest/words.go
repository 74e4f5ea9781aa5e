package enginetest

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"
	"text/template"

	"github.com/BurntSushi/toml"

	"pitpost.example/engine"
)

// hasWords collects every phrase that comes up in matches played by lot and
// prints it from the game's English catalogue.
func hasWords(t *testing.T, g engine.Game, all []table) {
	words := Catalogue(t, g.Strings(), "en.toml")
	for _, at := range all {
		log := walk(t, g, at, func(s step) {
			if s.n%31 == 0 {
				printsView(t, words, s.state.View(s.seat))
				prints(t, words, s.state.Check(s.seat, s.legal[0])...)
				for _, line := range probes(at) {
					if _, refusal := s.state.Parse(s.seat, line, nil); refusal != nil {
						prints(t, words, refusal.Phrase)
					}
				}
			}
		})
		before := g.Blank(at.setup)
		for _, f := range log {
			for _, seat := range []string{"", at.setup.Seats[0]} {
				if news := before.Tell(f, seat); news != nil {
					prints(t, words, news.Lines...)
				}
			}
			before.Apply(f)
		}
		printsView(t, words, before.View(at.setup.Seats[0]))
	}
}

func printsView(t *testing.T, words map[string]Message, v engine.View) {
	t.Helper()
	prints(t, words, v.Alt...)
	prints(t, words, v.You...)
	prints(t, words, v.Table...)
	for _, h := range v.Hand {
		prints(t, words, h.Name, h.Short)
	}
	for _, l := range v.Seats {
		prints(t, words, l.Now...)
		prints(t, words, l.Did...)
	}
	for _, c := range v.Choices {
		prints(t, words, c.Says)
	}
}

func prints(t *testing.T, words map[string]Message, phrases ...engine.Phrase) {
	t.Helper()
	for _, p := range phrases {
		if _, err := Print(words, p); err != nil {
			t.Fatal(err)
		}
	}
}

// Message is one entry of a catalogue, by plural form.
type Message map[string]string

// Catalogue reads a catalogue of a game.
func Catalogue(t testing.TB, files fs.FS, name string) map[string]Message {
	t.Helper()
	data, err := fs.ReadFile(files, name)
	if err != nil {
		t.Fatal(err)
	}
	words := map[string]Message{}
	if err := toml.Unmarshal(data, &words); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	for key, m := range words {
		if m["other"] == "" {
			t.Errorf("%s: %s has no words", name, key)
		}
	}
	return words
}

// Print words a phrase: phrases among its arguments first, lists with commas.
// An argument that the words ask for and the phrase lacks is an error.
func Print(words map[string]Message, p engine.Phrase) (string, error) {
	m, ok := words[p.Key]
	if !ok {
		return "", fmt.Errorf("the catalogue has no %q", p.Key)
	}
	args := map[string]any{}
	for name, value := range p.Args {
		plain, err := plainly(words, value)
		if err != nil {
			return "", fmt.Errorf("%s: %w", p.Key, err)
		}
		args[name] = plain
	}
	text := m["other"]
	if n, ok := p.Args["count"].(int); ok && n == 1 && m["one"] != "" {
		text = m["one"]
	}
	parsed, err := template.New(p.Key).Option("missingkey=error").Parse(text)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	if err := parsed.Execute(&b, args); err != nil {
		return "", fmt.Errorf("%s: %w", p.Key, err)
	}
	return b.String(), nil
}

func plainly(words map[string]Message, value any) (any, error) {
	switch v := value.(type) {
	case engine.Phrase:
		return Print(words, v)
	case []engine.Phrase:
		list := make([]string, len(v))
		for i, p := range v {
			printed, err := Print(words, p)
			if err != nil {
				return nil, err
			}
			list[i] = printed
		}
		return strings.Join(list, ", "), nil
	case []string:
		return strings.Join(v, ", "), nil
	case string, int, bool:
		return v, nil
	}
	return nil, fmt.Errorf("an argument is %T", value)
}

// Keys lists the keys of a catalogue in order.
func Keys(words map[string]Message) []string {
	return slices.Sorted(maps.Keys(words))
}
