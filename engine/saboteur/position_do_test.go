package saboteur

import (
	"encoding/json"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/engine/enginetest"
)

// do carries out a line of play and returns its answers.
func (s *script) do(line string) []string {
	f := strings.Fields(line)
	switch {
	case line == "board":
		return s.state.drawing()
	case line == "concede":
		facts, refusal := s.state.Concede(s.dice())
		if refusal != nil {
			return []string{"refused " + refusal.Key}
		}
		s.state.Apply(engine.Fact{Event: engine.Conceded{By: "host"}})
		return s.apply(facts)
	case f[0] == "legal":
		return []string{strings.Join(s.state.Legal(f[1]), ", ")}
	case f[0] == "careful":
		return []string{s.state.Careful(f[1], nil)}
	case f[0] == "view":
		return []string{s.json(s.state.View(f[1]).Data)}
	case f[0] == "told":
		return s.told(f[1])
	case f[0] == "did":
		return s.did(f[1], f[2])
	}
	if seat, command, ok := strings.Cut(line, ": "); ok {
		dice := s.dice()
		facts, refusal := s.state.Play(seat, command, dice)
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
	m, refusal := s.state.Parse(seat, engine.Normalise(words), nil)
	if refusal != nil {
		return s.refused(refusal)
	}
	answers := []string{"means " + m.Command + ", bound " + m.Bound}
	for _, n := range m.Notes {
		answers = append(answers, s.print(n))
	}
	return answers
}

func (s *script) apply(facts []engine.Fact) []string {
	s.last, s.old = facts, s.state.clone()
	answers := make([]string, len(facts))
	for i, f := range facts {
		s.state.Apply(f)
		event := f.Event
		if e, ok := event.(Dealt); ok {
			event = Dealt{Round: e.Round, Starter: e.Starter}
		}
		seat := f.Seat
		if seat == "" {
			seat = "-"
		}
		answers[i] = f.Event.Kind() + " " + seat + " " + s.json(event)
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

func (s *script) told(seat string) []string {
	if seat == "public" {
		seat = ""
	}
	var answers []string
	state := s.old.clone()
	for _, f := range s.last {
		if n := state.Tell(f, seat); n != nil {
			for _, line := range n.Lines {
				answers = append(answers, s.print(line))
			}
		}
		state.Apply(f)
	}
	return answers
}

// did returns the ledger of one seat as another seat reads it.
func (s *script) did(of, reader string) []string {
	var all []string
	for _, p := range s.state.View(reader).Seats[s.state.seat(of)].Did {
		all = append(all, s.print(p))
	}
	return []string{strings.Join(all, ", ")}
}

func (s *script) print(p engine.Phrase) string {
	text, err := enginetest.Print(s.words, p)
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
