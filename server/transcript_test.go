package server_test

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pitpost.example/server"
)

var update = flag.Bool("update", false, "write what happened into testdata")

// A transcript is a file that a player could read: what people wrote and when and, below each step and
// indented, what the house did.
//
//	Ana> new saboteur with bo@example.org     a letter without a token
//	Bo(invite)> yes                           an answer to Bo's last invitation
//	Bo(turn -1)> 3 C5                         … to the digest before the last
//	Bo(Ana's turn)> 3 C5                      … to somebody else's digest
//	Bo(turn; from bo@work.example; forged)>   from another address, with other trust
//	Bo(turn; called Bo Ray; east 2; subject stop)>  with another name, a date two hours east, another subject
//	Bo(turn; twice)> 3 C5                     with the Message-ID of the letter before
//	Bo(turn; unsure)> 3 C5                    with a word in each line that is not understood
//	Bo(turn; page)> 3 C5                      by a page
//	clock +37h   wait 37h   sweep             time passes; … and due rows are handled; handle them now
//
// "|" separates the lines of a letter, and "||" leaves a blank line. Each transcript runs in memory, which
// defines what is right, and in Postgres, which must do the same.
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

// tied lists transcripts in which things of two matches become due at the same time. Postgres promises no
// order then, so the lines below a step are compared in any order.
var tied = map[string]bool{"clocks": true}

// hold compares a transcript with what was played and fails the test if they differ.
func hold(t *testing.T, name, want, got string) {
	t.Helper()
	if tied[name] {
		want, got = sorted(want), sorted(got)
	}
	compare(t, want, got)
}

// sorted sorts the lines below each step.
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

// play runs the steps of a transcript and returns it with what happened.
func play(t *testing.T, kept func(*testing.T) (holdings, *server.House), text string) string {
	s := stageOf(t, kept)
	return playing(s, text, s.happened)
}

// playing runs the steps of a transcript on a stage and writes below each step what tells returns.
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

// compare reports the first line that differs, and its step.
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
