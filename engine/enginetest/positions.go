package enginetest

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pitpost.example/engine"
)

// Position is a table that the lines of a file set up.
type Position interface {
	// Place carries out a line above "--", and Placed is called after the last of them.
	Place(line string)
	Placed()
	// State returns the position as it is, and Seats who sits at it.
	State() engine.State
	Seats() []string
	// Dice returns the dice of the next choice.
	Dice() engine.Dice
	// Answer answers a line that only this game knows; false if it does not know it either.
	Answer(words []string) ([]string, bool)
	// Shown returns an event as answers show it.
	Shown(engine.Event) engine.Event
}

// PlayPositions plays the files in testdata. Each sets up a table line by line, and after "--" says what seats do. The lines
// after ">" are the expected answers, which update writes anew:
//
//	Ana: 1 B3      a canonical command, played
//	Ana? 3 b3 r    a line as a player writes it: what it means, not played
//	legal Ana      what she can do
//	view Ana       her view as a program gets it
//	told Ana       what she is told of the facts since the last answer; "told public" what everybody is
//	concede        the match ends as the table stands
func PlayPositions(t *testing.T, words map[string]Message, update bool, anew func(*testing.T) Position) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no positions: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := (&script{Position: anew(t), t: t, words: words}).run(string(data))
			if update {
				err = os.WriteFile(file, []byte(got), 0o644)
			}
			if err != nil || !update && got != string(data) {
				t.Errorf("answers differ (-update writes them): %v\n%s", err, firstDifference(string(data), got))
			}
		})
	}
}

func firstDifference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range min(len(w), len(g)) {
		if w[i] != g[i] {
			return fmt.Sprintf("line %d\nwant %s\ngot  %s", i+1, w[i], g[i])
		}
	}
	return fmt.Sprintf("%d lines instead of %d", len(g), len(w))
}

// script is a file while it is played.
type script struct {
	Position
	t     *testing.T
	words map[string]Message
	news  map[string][]engine.Phrase // what each seat is told of the last facts
}

func (s *script) run(text string) string {
	head, play, ok := strings.Cut(text, "\n--\n")
	if !ok {
		s.t.Fatal("a position has a line -- between table and play")
	}
	for _, line := range strings.Split(head, "\n") {
		if line != "" && !strings.HasPrefix(line, "#") {
			s.Place(line)
		}
	}
	s.Placed()
	var out strings.Builder
	out.WriteString(head + "\n--\n")
	for _, line := range strings.Split(strings.TrimRight(play, "\n"), "\n") {
		if strings.HasPrefix(line, ">") {
			continue
		}
		out.WriteString(line + "\n")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		for _, answer := range s.do(line) {
			out.WriteString(strings.TrimRight("> "+answer, " ") + "\n")
		}
	}
	return out.String()
}

// do carries out a line of play and returns its answers.
func (s *script) do(line string) []string {
	f := strings.Fields(line)
	if answers, ok := s.Answer(f); ok {
		return answers
	}
	switch f[0] {
	case "concede":
		facts, refusal := s.State().Concede(s.Dice())
		if refusal != nil {
			return []string{"refused " + refusal.Key}
		}
		s.State().Apply(engine.Fact{Event: engine.Conceded{By: "host"}})
		return s.apply(facts)
	case "legal":
		return []string{strings.Join(s.State().Legal(f[1]), ", ")}
	case "view":
		return []string{s.json(s.State().View(f[1]).Data)}
	case "told":
		return engine.MapList(s.news[strings.TrimPrefix(f[1], "public")], s.print)
	}
	if seat, command, ok := strings.Cut(line, ": "); ok {
		dice := s.Dice()
		facts, refusal := s.State().Play(seat, command, dice)
		if err := dice.Err(); err != nil {
			s.t.Fatal(err)
		}
		if refusal != nil {
			return s.refused(refusal)
		}
		return s.apply(facts)
	}
	seat, words, ok := strings.Cut(line, "? ")
	if !ok {
		s.t.Fatalf("no such line: %s", line)
	}
	m, refusal := s.State().Parse(seat, engine.NormaliseText(words), nil)
	if refusal != nil {
		return s.refused(refusal)
	}
	return append([]string{"means " + m.Command + ", bound " + m.Bound}, engine.MapList(m.Notes, s.print)...)
}

func (s *script) apply(facts []engine.Fact) (answers []string) {
	s.news = map[string][]engine.Phrase{}
	for _, f := range facts {
		for _, seat := range append([]string{""}, s.Seats()...) {
			if n := s.State().Tell(f, seat); n != nil {
				s.news[seat] = append(s.news[seat], n.Lines...)
			}
		}
		s.State().Apply(f)
		seat := f.Seat
		if seat == "" {
			seat = "-"
		}
		answers = append(answers, f.Event.Kind()+" "+seat+" "+s.json(s.Shown(f.Event)))
	}
	return answers
}

func (s *script) refused(r *engine.Refusal) []string {
	answers := []string{"refused: " + s.print(r.Phrase)}
	if len(r.Nearest) > 0 {
		answers = append(answers, "nearest: "+strings.Join(r.Nearest, ", "))
	}
	return answers
}

func (s *script) print(p engine.Phrase) string {
	text, err := PrintPhrase(s.words, p)
	if err != nil {
		s.t.Fatal(err)
	}
	return text
}

func (s *script) json(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		s.t.Fatal(err)
	}
	return string(data)
}
