package inbox

import (
	"maps"
	"os"
	"path/filepath"
	"testing"

	"pitpost.example/inbox/folded"
)

// everyLetter returns the sample letters of all kinds and the letters of robots.
func everyLetter(tb testing.TB) map[string][]byte {
	tb.Helper()
	all := map[string][]byte{}
	letters, err := folded.ReadLetters("testdata")
	if err != nil {
		tb.Fatal(err)
	}
	maps.Copy(all, letters)
	robots, err := filepath.Glob("report/testdata/robots/*.eml")
	if err != nil || len(robots) == 0 {
		tb.Fatal("robots", err)
	}
	for _, file := range robots {
		raw, err := os.ReadFile(file)
		if err != nil {
			tb.Fatal(err)
		}
		all[file] = raw
	}
	for i, raw := range replies(20) {
		all["reply "+string(rune('a'+i))] = raw
	}
	return all
}
