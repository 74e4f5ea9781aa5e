package letter

import (
	"slices"
	"time"

	"pitpost.example/engine"
	"pitpost.example/mailer/render"
	"pitpost.example/model"
)

// This file has what letters say while all seats choose at once, before the cards are dealt.

// choosing reports whether all seats choose at once and nothing else happens meanwhile.
func (s *builder) choosing() bool { return s.table.Match.Choosing() }

// choosingUntil says that all choose at once, and how much time the reader has, or for whom all wait.
func choosingUntil(s *builder, due bool) []render.Line {
	if !due {
		return choosingWaits(s)
	}
	key := "mail.choose-at-once"
	switch s.n.Purpose {
	case model.PurposeRemind:
		key = "mail.choose-reminder"
	case model.PurposeNudge:
		key = repeats[s.n.Purpose]
	}
	lines := []render.Line{s.weighed(render.Strong, key)}
	if clock := s.table.Clock(s.seat.No); clock != nil {
		lines = append(lines, untilLine(s, clock))
	}
	return lines
}

// choosingWaits says who has not chosen, and when all choices open at the latest. Exact deadlines would show the
// others' quiet hours.
func choosingWaits(s *builder) []render.Line {
	names := s.table.Match.ToMove()
	lines := []render.Line{s.line("mail.still-choosing", "names", names)}
	var left time.Duration
	for _, c := range s.table.Clocks {
		if seat := s.table.Seat(c.Seat); seat != nil && slices.Contains(names, seat.Name) {
			left = max(left, c.Began.Add(s.table.Row.Terms.Pace).Sub(s.now))
		}
	}
	exact := time.Hour
	if left < 3*time.Hour {
		exact = time.Minute
	}
	if left > 0 {
		lines = append(lines, s.line("mail.opens-in", "in", int(left.Round(exact)/time.Second)))
	}
	return lines
}

// choosingDefault says what the house chooses for a reader who does not answer.
func choosingDefault(s *builder) render.Line {
	command := s.table.Match.State().Idle(s.seat.Name)
	return s.line("mail.then-choosing", "command", engine.Say("house.bound", "before", command, "card", "", "after", ""))
}
