package reply

import (
	"os"
	"slices"
	"strings"
	"testing"

	"pitpost.example/inbox/folded"
)

// If a letter shows clearly what it quotes, our letters are not compared. The comparison would have labelled
// nothing.
func TestPlainAnswersNeedNoLetterOfOurs(t *testing.T) {
	letters, err := folded.ReadLetters("../testdata")
	if err != nil {
		t.Fatal(err)
	}
	plain, all := 0, 0
	for name, raw := range letters {
		l, err := reader.Open(raw)
		_, answers, found := strings.Cut(string(contents(t, "../testdata/letters/"+name+".kept")), "%% answers: ")
		if err != nil || !found {
			continue
		}
		answers, _, _ = strings.Cut(answers, "\n")
		known := corpusOf(Known{Ours: [][]byte{contents(t, "../testdata/digests/"+answers+".eml")}})
		for _, lines := range [][]string{strings.Split(l.text, "\n"), l.page.lines} {
			trim := newTrimmer(lines, func() corpus { return corpus{} }, l.page.quotes, reader.commands())
			all++
			if !trim.plain() {
				continue
			}
			plain++
			if label := newAligner(trim.lines, trim.bare, known, l.page.quotes, reader.commands()).labels(); slices.ContainsFunc(label, func(l uint8) bool { return l != written }) {
				t.Errorf("%s: the letter of ours labels %v", name, label)
			}
		}
	}
	if plain < 100 || plain == all {
		t.Errorf("%d of %d texts are plain", plain, all)
	}
}

func contents(t *testing.T, file string) []byte {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
