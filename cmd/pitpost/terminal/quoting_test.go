package terminal

import (
	"bytes"
	"encoding/json"
	"testing"
)

func TestNothingPrintedSteersATerminal(t *testing.T) {
	t.Parallel()
	for words, want := range map[string]string{
		"plain, Ñandú 木 👩‍👧 \uFFFD\n\ttab\n": "plain, Ñandú 木 👩‍👧 \uFFFD\n\ttab\n",
		"\x1b]0;gone\x07\r\n":                `\u001b]0;gone\u0007\u000d` + "\n",
		"c1 \u009b31m del \x7f":              `c1 \u009b31m del \u007f`,
		"\u202eturned\u2028":                 `\u202eturned\u2028`,
		"broken \x9b31m":                     `broken \ufffd31m`,
	} {
		for size := range 5 { // for any sizes of writes
			var out bytes.Buffer
			q := &Quoting{To: &out}
			for rest := []byte(words); len(rest) > 0; {
				n := min(len(rest), size+1)
				if wrote, err := q.Write(rest[:n]); err != nil || wrote != n {
					t.Fatal(wrote, err)
				}
				rest = rest[n:]
			}
			if out.String() != want {
				t.Errorf("%q, %d bytes at a time, is printed as %q", words, size+1, out.String())
			}
		}
	}
	var out bytes.Buffer
	if err := json.NewEncoder(&Quoting{To: &out}).Encode("a\u009b\u202e\x7f\x1b"); err != nil {
		t.Fatal(err)
	}
	var back string
	if err := json.Unmarshal(out.Bytes(), &back); err != nil || back != "a\u009b\u202e\x7f\x1b" {
		t.Errorf("JSON is printed as %s", out.String())
	}
}
