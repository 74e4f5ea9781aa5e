package terminal

import (
	"bufio"
	"bytes"
	"errors"
	"strings"
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/engine/record"
)

func oneRecord(t *testing.T) string {
	t.Helper()
	var out bytes.Buffer
	err := record.SimulateMatches(&out, record.Simulation{Game: catalog.FindGame("saboteur"), Edition: "pt", Matches: 1, Seed: "show",
		Bots: []string{"dig", "dig", "dig"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// Show waits for Enter after each move; q stops it.
func TestShowWaitsForEnter(t *testing.T) {
	reader, err := record.NewReader("show", strings.NewReader(oneRecord(t)))
	if err != nil {
		t.Fatal(err)
	}
	rec, err := reader.Next()
	if err != nil {
		t.Fatal(err)
	}
	print := EnglishPrinter()
	var out strings.Builder
	s := Show{Print: print, Out: bufio.NewWriter(&out), Keys: bufio.NewReader(strings.NewReader("\n\nq\n\n\n"))}
	if err := s.match("show", rec); !errors.Is(err, errStop) {
		t.Errorf("q does not stop: %v", err)
	}
	if n := strings.Count(out.String(), "Enter goes on"); n != 3 {
		t.Errorf("%d questions for two Enters and a q", n)
	}
}

// A whisper is shown only to its two sides.
func TestShowKeepsWhispers(t *testing.T) {
	for seat, want := range map[string]bool{"": true, "Ana": true, "Bo": true, "Cy": false} {
		var out strings.Builder
		s := Show{Print: func(p engine.Phrase) string { return p.Args["words"].(string) }, Seat: seat, Out: bufio.NewWriter(&out)}
		s.said(1, engine.Said{By: "Ana", To: []string{"Bo"}, Words: "trust me"})
		if err := s.Out.Flush(); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(out.String(), "trust me") != want {
			t.Errorf("%q: %q", seat, out.String())
		}
	}
}
