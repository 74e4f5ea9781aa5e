package enginetest

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"
	"text/template"

	"github.com/BurntSushi/toml"

	"pitpost.example/engine"
)

// hasWords collects every phrase that comes up in matches played by lot and
// prints it from the game's English catalogue.
func hasWords(t T, g engine.Game, all []table) {
	words := Catalogue(t, g.Strings(), "en.toml")
	for _, at := range all {
		log := walk(t, g, at, func(s step) {
			if s.due(31) {
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

func printsView(t T, words map[string]Message, v engine.View) {
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

func prints(t T, words map[string]Message, phrases ...engine.Phrase) {
	t.Helper()
	for _, p := range phrases {
		if _, err := Print(words, p); err != nil {
			t.Fatal(err)
		}
		for name := range p.Args {
			if slices.Contains([]string{"at", "until", "by_time", "by", "why", "in"}, name) || strings.HasSuffix(name, "_in") {
				t.Fatalf("%s has an argument %q: letters read that as a time, a length of time or a host's word; name it otherwise", p.Key, name)
			}
		}
	}
}

// Message is one entry of a catalogue, by plural form.
type Message map[string]string

// Catalogue reads a catalogue of a game.
func Catalogue(t T, files fs.FS, name string) map[string]Message {
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

// houseWords reads what the house prints of a game, plain texts by key.
func houseWords(t T, files fs.FS) map[string]string {
	t.Helper()
	words := map[string]string{}
	data, err := fs.ReadFile(files, "house.en.toml")
	if err == nil {
		err = toml.Unmarshal(data, &words)
	}
	if err != nil {
		t.Fatalf("house.en.toml: %v", err)
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
	form, err := parse(text)
	if err != nil {
		return "", fmt.Errorf("%s: %w", p.Key, err)
	}
	var b strings.Builder
	if err := form.Execute(&b, args); err != nil {
		return "", fmt.Errorf("%s: %w", p.Key, err)
	}
	return b.String(), nil
}

// parsed are the texts of catalogues taken apart: each is printed thousands of times.
var parsed sync.Map

func parse(text string) (*template.Template, error) {
	if before, ok := parsed.Load(text); ok {
		return before.(*template.Template), nil
	}
	form, err := template.New("").Option("missingkey=error").Parse(text)
	if err == nil {
		parsed.Store(text, form)
	}
	return form, err
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
