package inbox

import (
	"os"
	"path/filepath"
	"testing"
)

// everyLetter returns the sample letters of all kinds and the letters of robots.
func everyLetter(tb testing.TB) map[string][]byte {
	tb.Helper()
	all := map[string][]byte{}
	for _, folder := range []string{"testdata/letters", "report/testdata/robots"} {
		files, err := filepath.Glob(filepath.Join(folder, "*.eml"))
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
