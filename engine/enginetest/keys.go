package enginetest

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"pitpost.example/engine"
)

// UsesItsKeys asks that every key in the code of the game in the present folder
// be in its catalogue and no other. composed are the keys that the code puts
// together; whoever writes Kind "game.word" in event.go names no key.
func UsesItsKeys(t *testing.T, g engine.Game, composed []string) {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
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
		if strings.HasSuffix(file, "_test.go") || file == "event.go" || file == "decode.go" {
			continue
		}
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range literal.FindAllStringSubmatch(string(source), -1) {
			if !strings.HasSuffix(m[1], ".") && !strings.HasSuffix(m[1], "-") {
				used[g.Name()+"."+m[1]] = true
			}
		}
	}
	words := Catalogue(t, g.Strings(), "en.toml")
	if _, told := g.(engine.Portraying); told {
		maps.Copy(words, Catalogue(t, g.Strings(), "story.en.toml"))
	}
	for key := range used {
		if _, ok := words[key]; !ok {
			t.Errorf("the catalogue lacks %s", key)
		}
	}
	for _, key := range Keys(words) {
		if !used[key] {
			t.Errorf("nothing uses %s", key)
		}
	}
}
