package enginetest

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"text/template"

	"github.com/BurntSushi/toml"

	"pitpost.example/engine"
)

// hasWords collects the phrases of matches with random moves and prints them from the game's
// English catalogue.
func hasWords(t T, g engine.Game, all []table) {
	words := ReadCatalogue(t, g.Strings(), "en.toml")
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
	for _, p := range phrases {
		if _, err := PrintPhrase(words, p); err != nil {
			t.Fatal(err)
		}
		for name := range p.Args {
			failIf(t, slices.Contains([]string{"at", "until", "by_time", "by", "why", "in"}, name) || strings.HasSuffix(name, "_in"),
				"%s has an argument %q: letters read that as a time, a length of time or a host's word; name it otherwise", p.Key, name)
		}
	}
}

// Message is one entry of a catalogue, by plural form.
type Message map[string]string

// ReadCatalogue reads a catalogue of a game. An entry without text is an error.
func ReadCatalogue(t T, files fs.FS, name string) map[string]Message {
	words := wordsIn[Message](t, files, name)
	for key, m := range words {
		errorIf(t, m["other"] == "", "%s: %s has no words", name, key)
	}
	return words
}

// wordsIn reads a catalogue by key; Words is the type of its values.
func wordsIn[Words any](t T, files fs.FS, name string) (words map[string]Words) {
	data, err := fs.ReadFile(files, name)
	if err == nil {
		err = toml.Unmarshal(data, &words)
	}
	failIf(t, err != nil, "%s: %v", name, err)
	return words
}

// PrintPhrase returns a phrase as text: first the phrases among its arguments, with commas in lists. If
// the text needs an argument that the phrase lacks, that is an error.
func PrintPhrase(words map[string]Message, p engine.Phrase) (string, error) {
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

// parsed caches the parsed texts, because each is printed thousands of times.
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
		return PrintPhrase(words, v)
	case []engine.Phrase:
		list := make([]string, len(v))
		for i, p := range v {
			printed, err := PrintPhrase(words, p)
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

// bringsWholeLanguages checks that each language besides English has every file and every key of
// English or none at all; letters then use the game's English texts. A region such as pt-PT has
// only the texts that differ.
func bringsWholeLanguages(t T, g engine.Game, _ []table) {
	names, err := fs.Glob(g.Strings(), "*.toml")
	failIf(t, err != nil, "%v", err)
	keys := map[string]map[string]bool{} // by language: the files of it, and what stands in them
	for _, name := range names {
		kind, lang := "", strings.TrimSuffix(name, ".toml")
		if at := strings.LastIndex(lang, "."); at >= 0 {
			kind, lang = lang[:at+1], lang[at+1:]
		}
		if keys[lang] == nil {
			keys[lang] = map[string]bool{}
		}
		for key := range wordsIn[any](t, g.Strings(), name) {
			keys[lang][kind+"toml: "+key] = true
		}
	}
	for _, lang := range slices.Sorted(maps.Keys(keys)) {
		if strings.Contains(lang, "-") {
			continue
		}
		for _, key := range slices.Sorted(maps.Keys(keys["en"])) {
			if !keys[lang][key] {
				file, key, _ := strings.Cut(key, "toml: ")
				t.Fatalf("%s is half there: %s%s.toml lacks %q; a game brings a language whole or not at all, and English stands in for it", lang, file, lang, key)
			}
		}
	}
}

// CheckKeysUsed checks that every key in the code of the game in the current folder is in its
// catalogue and that the catalogue has no others. composed lists the keys that the code puts
// together. Kinds of events, such as "game.word" in event.go, are no keys.
func CheckKeysUsed(t *testing.T, g engine.Game, composed []string) {
	files, err := filepath.Glob("*.go")
	failIf(t, err != nil, "%v", err)
	used := map[string]bool{}
	for _, said := range []string{
		"no-edition", "no-option", "no-value", "card-gone", "no-place", "ambiguous", // by engine.Editions, Printed and Ambiguous
		"too-long", "unreadable", "which-number", "two-seats", "unknown-word", "no-seat", "not-begun", "over", "news.won", "news.tied", // by kit
	} {
		used[g.Name()+"."+said] = true
	}
	for _, key := range composed {
		used[key] = true
	}
	literal := regexp.MustCompile(`"` + g.Name() + `\.([a-z.-]+)"`)
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") || file == "event.go" {
			continue
		}
		source, err := os.ReadFile(file)
		failIf(t, err != nil, "%v", err)
		for _, m := range literal.FindAllStringSubmatch(string(source), -1) {
			if !strings.HasSuffix(m[1], ".") && !strings.HasSuffix(m[1], "-") {
				used[g.Name()+"."+m[1]] = true
			}
		}
	}
	for key := range wordsIn[any](t, g.Strings(), bookFile) { // CheckRuleSentences looks after those
		delete(used, key)
	}
	words := ReadCatalogue(t, g.Strings(), "en.toml")
	if _, portrays := g.(engine.Portraying); portrays {
		maps.Copy(words, ReadCatalogue(t, g.Strings(), "story.en.toml"))
	}
	for key := range used {
		if _, ok := words[key]; !ok {
			t.Errorf("the catalogue lacks %s", key)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(words)) {
		errorIf(t, !used[key], "nothing uses %s", key)
	}
}
