package house_test

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pitpost.example/house"
)

var update = flag.Bool("update", false, "write what happened into testdata")

// A transcript is a file a player could read: what people wrote and what time
// it was, and below each step, indented, what the house did about it.
//
//	Ana> new saboteur with bo@example.org     a letter without a token
//	Bo(invite)> yes                           an answer to Bo's last invitation
//	Bo(turn -1)> 3 C5                         … to the last but one digest
//	Bo(Ana's turn)> 3 C5                      … to a digest of somebody else
//	Bo(turn; from bo@work.example; forged)>   from elsewhere, with other trust
//	Bo(turn; called Bo Ray; east 2; subject stop)>  by another name, dated two hours east, about something else
//	Bo(turn; twice)> 3 C5                     with the Message-ID of the letter before
//	clock +37h   wait 37h   sweep             time passes; with what is due done in between; now
//
// "|" parts the lines of a letter, "||" leaves one blank. Each runs through a house in memory, which
// says what is right, and through Postgres, which must do the same.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts: %v", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		t.Run("in memory/"+name, func(t *testing.T) {
			t.Parallel()
			if got := play(t, newMemory, string(text)); !*update {
				hold(t, name, string(text), got)
			}
		})
		t.Run("in Postgres/"+name, func(t *testing.T) {
			t.Parallel()
			got := play(t, newPostgres, string(text))
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			hold(t, name, string(text), got)
		})
	}
}

// tied are transcripts in which things of two matches fall due at one time: Postgres promises no
// order among them, so that what is said of a step is compared in any order.
var tied = map[string]bool{"clocks": true}

// hold compares a transcript with what was played, and says how they differ.
func hold(t *testing.T, name, want, got string) {
	t.Helper()
	if tied[name] {
		want, got = sorted(want), sorted(got)
	}
	compare(t, want, got)
}

// sorted is a transcript with the lines below each step in the order of the alphabet.
func sorted(text string) string {
	lines := strings.Split(text, "\n")
	for i := 0; i < len(lines); i++ {
		end := i
		for end < len(lines) && strings.HasPrefix(lines[end], "  ") {
			end++
		}
		slices.Sort(lines[i:end])
		i = max(i, end-1)
	}
	return strings.Join(lines, "\n")
}

// play runs the steps of a transcript in a house that is kept somewhere, and gives it back with
// what happened.
func play(t *testing.T, kept func(*testing.T) (holdings, *house.House), text string) string {
	s := stageOf(t, kept)
	return playing(s, text, s.happened)
}

// playing runs the steps of a transcript on a stage, and writes below each what is told of it.
func playing(s *stage, text string, tells func() []string) string {
	s.must = !*update
	var out strings.Builder
	for n, row := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		if strings.HasPrefix(row, "  ") {
			continue
		}
		out.WriteString(row + "\n")
		if row == "" || strings.HasPrefix(row, "#") {
			continue
		}
		s.step(n+1, row)
		for _, line := range tells() {
			out.WriteString("  " + line + "\n")
		}
	}
	return out.String()
}

// compare names the first line that differs, below the step it belongs to.
func compare(t *testing.T, want, got string) {
	t.Helper()
	wants, gots := strings.Split(want, "\n"), strings.Split(got, "\n")
	step := ""
	for i := range max(len(wants), len(gots)) {
		w, g := "(nothing)", "(nothing)"
		if i < len(wants) {
			w = wants[i]
		}
		if i < len(gots) {
			g = gots[i]
		}
		if w != g {
			t.Fatalf("line %d, after %q:\n got %s\nwant %s", i+1, step, g, w)
		}
		if !strings.HasPrefix(w, "  ") {
			step = w
		}
	}
}
