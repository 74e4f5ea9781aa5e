package main

import (
	"bytes"
	"strings"
	"testing"
)

// A record from elsewhere is shown and verified, but its control characters have no effect.
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
	foreign := strings.Join(lines, "") // cut off there, as the record of a running match
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
