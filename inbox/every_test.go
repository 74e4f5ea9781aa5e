package inbox

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pitpost.example/engine"
)

// kept letters of every kind, and hostile ones.
func everyLetter(tb testing.TB) map[string][]byte {
	tb.Helper()
	all := map[string][]byte{}
	for _, folder := range []string{"letters", "robots"} {
		files, err := filepath.Glob(filepath.Join("testdata", folder, "*.eml"))
		if err != nil || len(files) == 0 {
			tb.Fatal(folder, err)
		}
		for _, file := range files {
			raw, err := os.ReadFile(file)
			if err != nil {
				tb.Fatal(err)
			}
			all[file] = raw
		}
	}
	for i, raw := range replies(20) {
		all["reply "+string(rune('a'+i))] = raw
	}
	return all
}

// The short way with ASCII gives what the long way gives.
func TestTidyASCII(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		line := make([]byte, random.IntN(30))
		for i := range line {
			line[i] = byte(random.IntN(0x80))
			if random.IntN(3) == 0 {
				line[i] = " \t\r\nAz09"[random.IntN(8)]
			}
		}
		s := string(line)
		long := func(of func(string) string) string {
			return strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(of("日"+s+"日"), "日"), "日"))
		}
		if got, want := tidyASCII(s, false), long(Clean); got != want {
			t.Errorf("%q is %q, want %q", s, got, want)
		}
		if got, want := tidyASCII(s, true), long(func(s string) string { return engine.Normalise(Clean(s)) }); got != want {
			t.Errorf("%q folds to %q, want %q", s, got, want)
		}
	}
}
