package inbox

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// wrap breaks lines at blanks, as programs do behind their marks.
func wrap(text string, width int) string {
	var out []string
	for _, line := range strings.Split(text, "\n") {
		runes := []rune(line)
		for len(runes) > width {
			at := width
			for at > 0 && runes[at] != ' ' {
				at--
			}
			if at <= 2 {
				for at = width; at < len(runes) && runes[at] != ' '; at++ {
				}
			}
			if at >= len(runes) {
				break
			}
			out = append(out, strings.TrimRight(string(runes[:at]), " "))
			runes = []rune(strings.TrimLeft(string(runes[at:]), " "))
		}
		out = append(out, string(runes))
	}
	return strings.Join(out, "\n")
}

// Of a digest whose quote was wrapped behind its marks nothing is carried out, and what its
// writer wrote above or below it is.
func TestWrappedQuotes(t *testing.T) {
	files, err := filepath.Glob("testdata/digests/*.eml")
	if err != nil || len(files) < 20 {
		t.Fatal(err)
	}
	lost, letters := 0, 0
	for _, file := range files {
		digest, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		game, _, _ := strings.Cut(filepath.Base(file), "-")
		move := map[string]string{"saboteur": "3 B7", "clonk": "dig s1\nrest"}[game]
		for form, text := range quotedText(t, digest) {
			for _, width := range []int{40, 43, 49, 57, 60, 66, 70, 71, 72, 73, 75, 76, 77, 80, 90} {
				quote := wrap("On Sun, 22 Nov 2026 at 10:03, X <a@b.c> wrote:\n"+quoted(text, "> "), width)
				for _, c := range [][2]string{{quote, ""}, {"thanks!\n\n" + quote, ""}, {move + "\n\n" + quote, move}, {quote + "\n\n" + move, move}, {quote + "\n\nthanks", ""}} {
					l, err := Read(text1(c[0]), digest)
					got, _ := understand(t, game, l, err)
					letters++
					switch have := strings.ToLower(strings.Join(got, "\n")); {
					case have == strings.ToLower(c[1]):
					case have == "":
						lost++
					default:
						t.Errorf("%s, %s, width %d: read %q, want %q, of\n%s", filepath.Base(file), form, width, got, c[1], l.Kept)
					}
				}
			}
		}
	}
	t.Logf("%d letters, %d moves lost", letters, lost)
	if lost*100 > letters {
		t.Errorf("of %d letters %d moves are lost", letters, lost)
	}
}

func quotedText(t *testing.T, raw []byte) map[string]string {
	t.Helper()
	forms := quotedForms(raw)
	if len(forms) < 2 {
		t.Fatal("no forms")
	}
	return map[string]string{"text": strings.Join(forms[0], "\n"), "HTML": strings.Join(forms[1], "\n")}
}
