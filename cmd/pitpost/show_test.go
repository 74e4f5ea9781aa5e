package main

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/engine/record"
)

// record and replay ask the house for a match that is no file.
func TestKeptMatches(t *testing.T) {
	t.Parallel()
	var made, out, complaints bytes.Buffer
	if code := run([]string{"simulate", "--edition", "pt", "--seed", "show", "--players", "3", "--play", "dig"}, &desk{out: &made, err: &complaints}); code != done {
		t.Fatal(complaints.String())
	}
	text := made.String()
	d := &desk{out: &out, err: &complaints, environ: []string{"PITPOST_DATA=" + t.TempDir()},
		kept: func(s *settings.Settings, match string, c record.Choice, w io.Writer) error {
			if match != "42" {
				return errors.New("there is no match " + match)
			}
			_, err := io.WriteString(w, text)
			return err
		}}
	if err := (recordCmd{Match: "42"}).Run(d); err != nil || out.String() != text {
		t.Errorf("record: %v", err)
	}
	out.Reset()
	if code := run([]string{"replay", "42", "--seat", "bo"}, d); code != done || !strings.Contains(out.String(), "\nBo: ") {
		t.Errorf("replay: %d, %s", code, complaints.String())
	}
	if code := run([]string{"replay", "43"}, d); code != refused || complaints.String() != "pitpost: there is no match 43\n" {
		t.Errorf("replay: %d, %s", code, complaints.String())
	}
}
