package clonk

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"pitpost.example/engine"
)

// loggedFact is a fact in the golden logs. The first line of a log has its setup and its outcome.
type loggedFact struct {
	Kind string          `json:"kind"`
	Seat string          `json:"seat,omitempty"`
	Data json.RawMessage `json:"data"`
}

type goldenHead struct {
	Version int            `json:"version"`
	Edition string         `json:"edition"`
	Seats   []string       `json:"seats"`
	Turns   int            `json:"turns"` // turns taken at the end of the log
	Scores  map[string]int `json:"scores"`
}

// TestGoldenLogs folds old logs, which must stay readable forever. They are never edited: if the
// meaning of an event changes, it gets a new version and another log.
func TestGoldenLogs(t *testing.T) {
	for _, edition := range (Game{}).Editions() {
		t.Run(edition, func(t *testing.T) {
			data, err := os.ReadFile(filepath.Join("testdata", "logs", edition+"-1.jsonl"))
			if err != nil {
				t.Fatal(err)
			}
			lines := bytes.Split(bytes.TrimSpace(data), []byte("\n"))
			var head goldenHead
			if err := json.Unmarshal(lines[0], &head); err != nil {
				t.Fatal(err)
			}
			s := newState(engine.Setup{Edition: head.Edition, Seats: head.Seats}, ownTable())
			for _, line := range lines[1:] {
				var f loggedFact
				if err := json.Unmarshal(line, &f); err != nil {
					t.Fatal(err)
				}
				event, err := Game{}.Decode(f.Kind, head.Version, f.Data)
				if err != nil {
					t.Fatal(err)
				}
				if e, over := event.(MatchEnded); over {
					// The position before the end has the same score.
					if now := s.score(); !maps.Equal(now.Scores, e.Scores) || !slices.Equal(now.Winners, e.Winners) {
						t.Errorf("counted %+v instead of %+v", now, e)
					}
				}
				s.Apply(engine.Fact{Seat: f.Seat, Event: event})
			}
			if s.turns != head.Turns || s.Result() == nil || !maps.Equal(s.Result().Scores, head.Scores) {
				t.Errorf("%d turns, outcome %+v instead of %d, %v", s.turns, s.Result(), head.Turns, head.Scores)
			}
		})
	}
}
