package letter

import (
	"slices"
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/mailer/render"
	"pitpost.example/model"
)

// until says how long there is, and what happens then.
func (s *builder) until(due bool) error {
	var lines []render.Line
	if due && !s.table.Match.HoldsUp(s.seat.Name) {
		lines = append(lines, render.Plain(s.say("mail.no-hurry")))
	} else if due {
		clock, err := s.src.ClockOf(s.ctx, s.n.Match, s.n.Seat)
		if err != nil {
			return err
		}
		if clock != nil {
			spare := int(clock.Due.Sub(clock.Soft) / time.Second)
			lines = append(lines, render.Line{Kind: render.Strong, Text: s.say("mail.until", "until", clock.Soft.UTC().Format(time.RFC3339),
				"in", int(clock.Soft.Sub(s.now)/time.Second))})
			lines = append(lines, render.Plain(s.say("mail.then-"+string(s.table.Row.Terms.Timeout), "spare_in", spare, "in", spare)))
			if s.now.Sub(clock.Began) > 72*time.Hour {
				lines = append(lines, render.Plain(s.say("mail.waited-for", "name", s.seat.Name)))
			}
		}
		drafts, err := s.drafts()
		if err != nil {
			return err
		}
		lines = append(lines, drafts...)
	} else if names := s.table.Match.Awaited(); len(names) > 0 {
		lines = append(lines, render.Plain(s.say("mail.next-is", "names", names)))
	}
	link, err := s.pageLink()
	if err != nil {
		return err
	}
	s.sections = append(s.sections, render.Section{Lines: append(lines, link...)})
	s.foot = append(s.foot, s.say("mail.lost"), s.say("mail.words"))
	return nil
}

// drafts offers the move that was sent out of turn.
func (s *builder) drafts() ([]render.Line, error) {
	plans, err := s.src.PlansOf(s.ctx, s.n.Match, s.n.Seat)
	if err != nil {
		return nil, err
	}
	for _, p := range plans {
		if p.Kind != model.PlanDraft {
			continue
		}
		if _, ok := s.table.Match.State().(engine.LongTurn); ok {
			return []render.Line{{Kind: render.Strong, Text: s.say("mail.draft-turn", "lines", s.quotes(p.Lines))}}, nil
		}
		for _, l := range p.Lines {
			if move, no := s.table.Match.State().Parse(s.seat.Name, strings.ToLower(l), nil); no == nil {
				return []render.Line{{Kind: render.Strong, Text: s.say("mail.draft", "command", move.Command, "words", l)}}, nil
			}
		}
		return []render.Line{render.Plain(s.say("mail.draft-gone", "words", p.Lines[0]))}, nil
	}
	return nil, nil
}

// whoIsNext says whose turn it is and when one's own comes round.
func (s *builder) whoIsNext() {
	names := s.table.Match.Awaited()
	if len(names) == 0 {
		return
	}
	chairs := s.table.Match.Names()
	away := 0
	for i := range chairs {
		if chairs[(slices.Index(chairs, names[0])+i)%len(chairs)] == s.seat.Name {
			away = i
		}
	}
	in := time.Duration(away) * s.table.Row.Terms.Pace / 6 // people answer well before their time is out
	lines := []render.Line{render.Plain(s.say("mail.next-is", "names", names))}
	if pace := s.table.Row.Terms.Pace; pace > 0 && !slices.Contains(names, s.seat.Name) {
		// The deadline itself would tell of the other's quiet hours.
		lines = append(lines, render.Plain(s.say("mail.next-has", "in", int(pace/time.Second))))
	}
	if away > 0 {
		lines = append(lines, render.Plain(s.say("mail.your-turn-in", "in", int(in/time.Second))))
	}
	s.sections = append(s.sections, render.Section{Lines: lines})
}
