package house

import (
	"strings"
	"testing"
)

// The help names the house words of each language, so that nobody has to guess them; in
// English there is nothing to add.
func TestHelpNamesOwnWords(t *testing.T) {
	for _, l := range languages() {
		d := &desk{lang: l.code}
		lines := d.ownWords()
		if l.code == "en" {
			if lines != nil {
				t.Errorf("English: %v", lines)
			}
			continue
		}
		if len(lines) != 1 {
			t.Fatalf("%s: %d lines", l.code, len(lines))
		}
		words, _ := lines[0].Args["words"].(string)
		if n := strings.Count(words, "; ") + 1; n < 45 {
			t.Errorf("%s: %d words: %s", l.code, n, words)
		}
		for _, must := range []string{"help", "watch", "rally", "undo", "stop"} {
			if !strings.Contains(words, "“"+must+"”: ") {
				t.Errorf("%s: nothing stands for %s", l.code, must)
			}
		}
	}
}
