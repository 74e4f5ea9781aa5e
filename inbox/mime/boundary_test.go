package mime

import (
	"strings"
	"testing"
)

// A boundary is a line by itself, whatever the line ends, and the last one may be missing.
func TestSplit(t *testing.T) {
	for raw, want := range map[string]string{
		"--b\r\none\r\n--b\r\ntwo\r\n--b--\r\nafter": "one|two",
		"above\n--b \t\none\n\n--b\n--b--":           "one\n|",
		"--b\rone\r--b\rtwo":                         "one|two",
		"--bb\n--b\n --b\n--b-\nx--b\n":              " --b\n--b-\nx--b\n",
		"--b--\n--b\none":                            "",
		"no boundary":                                "",
		"--b\n":                                      "",
	} {
		var got []string
		pieces, err := SplitParts([]byte(raw), "b")
		for _, piece := range pieces {
			got = append(got, string(piece))
		}
		if err != nil || strings.Join(got, "|") != want {
			t.Errorf("%q is split to %q, %v; want %q", raw, got, err, want)
		}
	}
}
