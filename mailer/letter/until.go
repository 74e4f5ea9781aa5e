package letter

import (
	"slices"
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/table"
	"pitpost.example/mailer/render"
	"pitpost.example/model"
)

// until says how long there is, and what happens then.
func (s *builder) until(due bool) {
	var lines []render.Line
	if due && !s.table.Match.HoldsUp(s.seat.Name) {
		lines = append(lines, render.Plain(s.say("mail.no-hurry")))
	} else if due {
		if clock := s.clock(); clock != nil {
			spare := int(clock.Due.Sub(clock.Soft) / time.Second)
			lines = append(lines, render.Line{Kind: render.Strong, Text: s.say("mail.until", "until", clock.Soft.UTC().Format(time.RFC3339),
				"in", int(clock.Soft.Sub(s.now)/time.Second))})
			lines = append(lines, render.Plain(s.say("mail.then-"+string(s.table.Row.Terms.Timeout), "spare_in", spare, "in", spare)))
			if s.now.Sub(clock.Began) > 72*time.Hour {
				lines = append(lines, render.Plain(s.say("mail.waited-for", "name", s.seat.Name)))
			}
		}
		lines = append(lines, s.drafts()...)
	} else if names := s.table.Match.Awaited(); len(names) > 0 {
		lines = append(lines, render.Plain(s.say("mail.next-is", "names", names)))
	}
	s.sections = append(s.sections, render.Section{Lines: append(lines, s.pageLink()...)})
	s.foot = append(s.foot, s.say("mail.lost"), s.say("mail.words"))
}

// rally says until when a seat that plays along in an evening of fast clocks is asked to
// move; its own time, which stands above, goes on behind it.
func (s *builder) rally() {
	if until, ok := table.RallyDue(s.table, s.seat, s.clock(), s.now); ok {
		s.top("rally.until", "until", until.UTC().Format(time.RFC3339))
	}
}

// drafts offers the move that was sent out of turn.
func (s *builder) drafts() []render.Line {
	plans, err := s.src.PlansOf(s.ctx, s.n.Match, s.n.Seat)
	s.keep(err)
	i := slices.IndexFunc(plans, func(p model.Plan) bool { return p.Kind == model.PlanDraft })
	if i < 0 {
		return nil
	}
	lines := plans[i].Lines
	if _, ok := s.table.Match.State().(engine.LongTurn); ok {
		return []render.Line{{Kind: render.Strong, Text: s.say("mail.draft-turn", "lines", s.quotes(lines))}}
	}
	for _, l := range lines {
		if move, no := s.table.Match.State().Parse(s.seat.Name, strings.ToLower(l), nil); no == nil {
			return []render.Line{{Kind: render.Strong, Text: s.say("mail.draft", "command", move.Command, "words", l)}}
		}
	}
	return []render.Line{render.Plain(s.say("mail.draft-gone", "words", lines[0]))}
}

// whoIsNext says whose turn it is and when one's own comes round.
func whoIsNext(s *builder) {
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
