package inbox

import (
	"slices"
	"strings"
	"testing"
)

// Where a letter says by itself what it quotes, the letters of ours are not asked, and would
// have labelled nothing.
func TestPlainAnswersNeedNoLetterOfOurs(t *testing.T) {
	plain, all := 0, 0
	for _, s := range samples(t) {
		l, err := reader.Open(s.raw)
		if err != nil || s.notes["answers"] == "" {
			continue
		}
		known := corpusOf([][]byte{contents(t, "testdata/digests/"+s.notes["answers"]+".eml")})
		for _, lines := range [][]string{strings.Split(l.text, "\n"), l.page.lines} {
			trim := newTrimmer(lines, func() *corpus { return nil }, l.page.quotes, reader.command)
			all++
			if !trim.plain() {
				continue
			}
			plain++
			if label, _ := labels(trim.lines, trim.bare, known, l.page.quotes, reader.command); slices.ContainsFunc(label, func(l uint8) bool { return l != written }) {
				t.Errorf("%s: the letter of ours labels %v", s.name, label)
			}
		}
	}
	if plain < 100 || plain == all {
		t.Errorf("%d of %d texts are plain", plain, all)
	}
}
