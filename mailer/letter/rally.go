package letter

import (
	"time"

	"pitpost.example/house"
	"pitpost.example/mailer/render"
)

// rally says until when a seat that plays along in an evening of fast clocks is asked to
// move; its own time, which stands above, goes on behind it.
func (s *builder) rally(due bool) error {
	if !due {
		return nil
	}
	clock, err := s.src.ClockOf(s.ctx, s.n.Match, s.n.Seat)
	if err != nil {
		return err
	}
	if until, ok := house.RallyDue(s.table, s.seat, clock, s.now); ok {
		s.sections = append(s.sections, render.Section{Lines: []render.Line{{Kind: render.Strong, Text: s.say("rally.until", "until", until.UTC().Format(time.RFC3339))}}})
	}
	return nil
}
