package house

import (
	"strings"
	"testing"

	"pitpost.example/house/command"
	"pitpost.example/house/desk"
)

// The help names the house words of each language, so that nobody has to guess them; in
// English there is nothing to add.
func TestHelpNamesOwnWords(t *testing.T) {
	for _, l := range command.Languages() {
		d := &desk.Desk{Lang: l.Code}
		lines := ownWords(d)
		if l.Code == "en" {
			if lines != nil {
				t.Errorf("English: %v", lines)
			}
			continue
		}
		if len(lines) != 1 {
			t.Fatalf("%s: %d lines", l.Code, len(lines))
		}
		words, _ := lines[0].Args["words"].(string)
		if n := strings.Count(words, "; ") + 1; n < 45 {
			t.Errorf("%s: %d words: %s", l.Code, n, words)
		}
		for _, must := range []string{"help", "watch", "rally", "undo", "stop"} {
			if !strings.Contains(words, "“"+must+"”: ") {
				t.Errorf("%s: nothing stands for %s", l.Code, must)
			}
		}
	}
}
