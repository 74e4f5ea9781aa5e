// Package folded reads the letters of inbox/testdata for tests. Most of them lie folded there: a file has their own
// lines, and in place of what they quote of a letter of ours a line that says so. Only tests import it.
package folded

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// ReadLetters returns the bytes of each letter in testdata/letters by its name, given the folder testdata.
func ReadLetters(testdata string) (map[string][]byte, error) {
	files, err := filepath.Glob(filepath.Join(testdata, "letters", "*"))
	if err != nil {
		return nil, err
	}
	all := map[string][]byte{}
	for _, file := range files {
		ending := filepath.Ext(file)
		if ending != ".eml" && ending != ".folded" {
			continue
		}
		raw, err := os.ReadFile(file)
		name := strings.TrimSuffix(filepath.Base(file), ending)
		if ending == ".folded" && err == nil {
			raw, err = unfold(name, string(raw), testdata)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		all[name] = raw
	}
	return all, nil
}
