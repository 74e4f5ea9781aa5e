package main

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/engine/record"
)

func oneRecord(t *testing.T) string {
	t.Helper()
	var out bytes.Buffer
	err := record.Simulate(&out, record.Simulation{Game: catalog.Find("saboteur"), Edition: "pt", Matches: 1, Seed: "show",
		Bots: []string{"dig", "dig", "dig"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// Each move waits for Enter; q stops.
func TestShowWaitsForEnter(t *testing.T) {
	reader, err := record.NewReader("show", strings.NewReader(oneRecord(t)))
	if err != nil {
		t.Fatal(err)
	}
	rec, err := reader.Next()
	if err != nil {
		t.Fatal(err)
	}
	print, err := english()
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	s := show{print: print, out: bufio.NewWriter(&out), keys: bufio.NewReader(strings.NewReader("\n\nq\n\n\n"))}
	if err := s.match("show", rec); !errors.Is(err, errStop) {
		t.Errorf("q does not stop: %v", err)
	}
	if n := strings.Count(out.String(), "Enter goes on"); n != 3 {
		t.Errorf("%d questions for two Enters and a q", n)
	}
}

// A whisper is shown to its parties only.
func TestShowKeepsWhispers(t *testing.T) {
	for seat, want := range map[string]bool{"": true, "Ana": true, "Bo": true, "Cy": false} {
		var out strings.Builder
		s := show{print: func(p engine.Phrase) string { return p.Args["words"].(string) }, seat: seat, out: bufio.NewWriter(&out)}
		s.said(1, engine.Said{By: "Ana", To: []string{"Bo"}, Words: "trust me"})
		if err := s.out.Flush(); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(out.String(), "trust me") != want {
			t.Errorf("%q: %q", seat, out.String())
		}
	}
}

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
