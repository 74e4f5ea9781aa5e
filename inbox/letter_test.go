package inbox

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files anew")

// Each letter in testdata/letters has beside it what must be kept of it, and
// below that, on lines that begin with %%, what else must be found.
func TestLetters(t *testing.T) {
	files, err := filepath.Glob("testdata/letters/*.eml")
	if err != nil || len(files) < 60 {
		t.Fatalf("%d letters, %v", len(files), err)
	}
	for _, file := range files {
		golden := strings.TrimSuffix(file, ".eml") + ".kept"
		t.Run(strings.TrimSuffix(filepath.Base(file), ".eml"), func(t *testing.T) {
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			want, err := os.ReadFile(golden)
			if err != nil && !*update {
				t.Fatal(err)
			}
			got := portrait(raw)
			if got == string(want) {
				return
			}
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			t.Errorf("got\n%s\nwant\n%s", got, want)
		})
	}
}

// portrait is what a golden file shows of a letter.
func portrait(raw []byte) string {
	l, err := Read(raw)
	var b strings.Builder
	if l.Kept != "" {
		b.WriteString(l.Kept + "\n")
	}
	show := func(name, value string) {
		if value != "" {
			b.WriteString("%% " + name + ": " + value + "\n")
		}
	}
	show("automatic", l.Automatic)
	show("disagree", l.Disagree)
	show("sealed", l.Sealed)
	var unreadable *Unreadable
	if errors.As(err, &unreadable) {
		show("unreadable", unreadable.Why)
	}
	if l.Kept == "" {
		show("words", strings.Join(l.Words(), " / "))
	}
	show("attached", strings.Join(l.Attached, ", "))
	var why []string
	for _, c := range l.Cut {
		why = append(why, c.Why)
	}
	show("cut", strings.Join(why, " "))
	return b.String()
}
