package enginetest

import (
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"pitpost.example/engine"
)

// bringsWholeLanguages asks that each language beside English have every file and every key of English, or
// none: where a game has no words in a language, letters say its own in English. A region such as pt-PT
// holds only what it says otherwise.
func bringsWholeLanguages(t T, g engine.Game, _ []table) {
	names, err := fs.Glob(g.Strings(), "*.toml")
	if err != nil {
		t.Fatal(err)
	}
	keys := map[string]map[string]bool{} // by language: the files of it, and what stands in them
	for _, name := range names {
		kind, lang := "", strings.TrimSuffix(name, ".toml")
		if at := strings.LastIndex(lang, "."); at >= 0 {
			kind, lang = lang[:at+1], lang[at+1:]
		}
		data, err := fs.ReadFile(g.Strings(), name)
		words := map[string]any{}
		if err == nil {
			err = toml.Unmarshal(data, &words)
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if keys[lang] == nil {
			keys[lang] = map[string]bool{}
		}
		for key := range words {
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
