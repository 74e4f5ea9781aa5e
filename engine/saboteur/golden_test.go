package saboteur

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pitpost.example/engine"
)

// loggedFact is a fact in the golden logs. The first line of a log is its setup, the last its
// outcome.
type loggedFact struct {
	Kind string          `json:"kind"`
	Seat string          `json:"seat,omitempty"`
	Data json.RawMessage `json:"data"`
}

type goldenHead struct {
	Version int               `json:"version"`
	Edition string            `json:"edition"`
	Options map[string]string `json:"options"`
	Seats   []string          `json:"seats"`
	Turns   int               `json:"turns"` // turns taken at the end of the log
	Scores  map[string]int    `json:"scores"`
}

// TestGoldenLogs folds old logs, which must stay readable forever. They are never edited: if the
// meaning of an event changes, it gets a new version and another log.
func TestGoldenLogs(t *testing.T) {
	files, err := filepath.Glob("testdata/logs/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden logs: %v", err)
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".jsonl"), func(t *testing.T) {
			file, err := os.Open(name)
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			lines := bufio.NewScanner(file)
			lines.Scan()
			var head goldenHead
			if err := json.Unmarshal(lines.Bytes(), &head); err != nil {
				t.Fatal(err)
			}
			s := newState(engine.Setup{Edition: head.Edition, Options: head.Options, Seats: head.Seats})
			for lines.Scan() {
				var f loggedFact
				if err := json.Unmarshal(lines.Bytes(), &f); err != nil {
					t.Fatal(err)
				}
				event, err := Game{}.Decode(f.Kind, head.Version, f.Data)
				if err != nil {
					t.Fatal(err)
				}
				s.Apply(engine.Fact{Seat: f.Seat, Event: event})
			}
			if err := lines.Err(); err != nil {
				t.Fatal(err)
			}
			if s.turns != head.Turns || s.Result() == nil {
				t.Fatalf("%d turns instead of %d, over: %v", s.turns, head.Turns, s.Result() != nil)
			}
			for seat, score := range head.Scores {
				sum := 0
				for _, v := range s.players[s.seat(seat)].kept {
					sum += v
				}
				if sum != score || s.Result().Scores[seat] != score {
					t.Errorf("%s has %d nuggets instead of %d", seat, sum, score)
				}
			}
		})
	}
}
