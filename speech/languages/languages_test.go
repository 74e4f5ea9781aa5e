package languages

import (
	"slices"
	"testing"
)

// TestEveryLanguageIsWhole says which files a language lacks that another has.
func TestEveryLanguageIsWhole(t *testing.T) {
	for _, name := range []string{"answers", "commands", "conditions", "everyday", "language", "moves", "questions", "topics", "wishes"} {
		var have []string
		for lang := range Files(name) {
			have = append(have, lang)
		}
		for _, code := range Codes {
			english := name == "commands" && code == "en" // needs no translation
			if !english && !slices.Contains(have, code) {
				t.Errorf("%s/%s.txt is missing", code, name)
			}
		}
	}
	if len(Codes) < 7 || Codes[0] != "en" {
		t.Errorf("languages: %q", Codes)
	}
}
