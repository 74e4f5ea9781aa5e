package main

import (
	"bytes"
	"encoding/json"
	"strings"
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
		for size := range 5 { // however the bytes come
			var out bytes.Buffer
			q := &quoting{to: &out}
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
	if err := json.NewEncoder(&quoting{to: &out}).Encode("a\u009b\u202e\x7f\x1b"); err != nil {
		t.Fatal(err)
	}
	var back string
	if err := json.Unmarshal(out.Bytes(), &back); err != nil || back != "a\u009b\u202e\x7f\x1b" {
		t.Errorf("JSON is printed as %s", out.String())
	}
}

// A record from elsewhere is shown and verified, and what is in it does nothing.
func TestARecordFromElsewhereIsPrintedQuoted(t *testing.T) {
	t.Parallel()
	var made bytes.Buffer
	if code := run([]string{"simulate", "--matches", "1", "--seed", "7"}, &desk{out: &made, err: &made}); code != done {
		t.Fatal(made.String())
	}
	lines := strings.SplitAfter(made.String(), "\n")
	lines[0] = strings.Replace(lines[0], `"sim-7-1"`, `"42\u001b]0;gone\u0007\nok: 9 matches"`, 1)
	said := `{"n":4,"kind":"match.said","data":{"by":"Ana","words":"see \u001b[2Jthis \u009b31m \u202eturned"}}` + "\n"
	lines = append(lines[:4:4], said)
	foreign := strings.Join(lines, "") // cut off there: a match that runs
	for _, args := range [][]string{{"verify", "-"}, {"replay", "-"}, {"replay", "-", "--seat", "Bo"}, {"verify", "no\x1b[2Jfile"}, {"replay", "no\x1b[2Jfile"}, {"no\x1b[2Jcommand"}} {
		var out, wrong bytes.Buffer
		code := run(args, &desk{in: strings.NewReader(foreign), out: &out, err: &wrong})
		text := out.String() + wrong.String()
		if (args[1%len(args)] == "-") != (code == done) {
			t.Errorf("%q ends with %d: %s", args, code, text)
		}
		if strings.ContainsAny(text, "\x1b\x07\u009b\u202e") || strings.Contains(text, "\nok: 9") {
			t.Errorf("%q steers the terminal: %q", args, text)
		}
		if args[0] == "replay" && code == done && !strings.Contains(text, `see \u001b[2Jthis \u009b31m \u202eturned`) {
			t.Errorf("%q does not show the words: %q", args, text)
		}
	}
}
