package inbox

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
)

// A letter of words that can be read in too many ways is read until its effort is spent. The rest of it is one line, which
// says so, and is no command.
func TestATangledLetterIsReadInPart(t *testing.T) {
	text, err := os.ReadFile("../engine/saboteur/sayings/fr.txt")
	if err != nil {
		t.Fatal(err)
	}
	words, r := strings.FieldsFunc(string(text), func(r rune) bool { return strings.ContainsRune(" ,:|~#\n", r) }), rand.New(rand.NewPCG(42, 1))
	body := "passer 3\r\n"
	for len(body) < 20_000 {
		for range 9 {
			body += words[r.IntN(len(words))] + []string{" ", " 3 ", " C5 ", ", "}[r.IntN(4)]
		}
		body += "\r\n"
	}
	l, err := readAnew(text1(body+"abandonner\r\n"), text1(answered))
	if err != nil {
		t.Fatal(err)
	}
	read := NewLineReader(catalog.FindGame("saboteur"), "fr", func(p engine.Phrase) string { return p.Key })(l, nil)
	if len(read.Commands) == 0 || read.Commands[0].Means != "pass 3" {
		t.Errorf("the first line is read as %+v", read.Commands)
	}
	if n := len(read.Refused); n == 0 || read.Refused[n-1].Why != "letter.tangled" {
		t.Errorf("refused: %+v", read.Refused)
	}
}
