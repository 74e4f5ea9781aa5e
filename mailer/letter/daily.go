package letter

import (
	"errors"
	"fmt"
	"strings"

	"pitpost.example/db/lookup"
	"pitpost.example/engine"
	"pitpost.example/mailer/render"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/token"
)

// dailyMost is the maximum number of bytes of a daily letter. Matches that do not fit are told in a line or
// two.
const dailyMost = 96 << 10

// dailyLetter writes the daily letter about all matches of a player, as they are now and not as they were
// when it was queued.
func dailyLetter(s *builder, day notice.Daily) error {
	if s.player == nil {
		return errors.New("no player to write to")
	}
	s.replyTo = s.tokened(token.Token{Seat: noSeat, Purpose: byte(model.ForDaily), Step: s.n.ID})
	var parts []*builder // one for each match
	var daily notice.Daily
	for _, m := range day.Matches {
		part, err := newDayPart(s, m)
		if err != nil {
			return err
		}
		if part != nil {
			parts = append(parts, part)
			m.Step, m.Seq = part.step(), part.table.Match.Seq
			daily.Matches = append(daily.Matches, m)
		}
	}
	if len(parts) == 0 {
		return model.ErrSuperseded
	}
	// Answers are for the steps printed here, and the next daily letter continues from these facts.
	s.newParams = daily
	s.subject = s.say("daily.subject", "count", len(parts))
	for _, p := range parts {
		p.subject = s.subject
	}
	for whole := len(parts); whole >= 0; whole-- {
		printDay(s, parts, whole)
		raw, err := s.compose()
		if err != nil {
			return err
		}
		if len(raw) <= dailyMost {
			break
		}
	}
	return nil
}

// newDayPart returns the current state of one match, or nil if there is nothing to tell about it any more.
func newDayPart(s *builder, m notice.DailyMatch) (*builder, error) {
	n, writer, player := *s.n, *s.w, *s.player
	n.Match, n.Seat, n.Seq = m.Match, m.Seat, 0
	writer.PublicURL = "" // a letter's page only shows one match
	player.Settings.NoPictures = true
	sub := *s
	sub.n, sub.w, sub.player, sub.sections, sub.foot, sub.seen, sub.news = &n, &writer, &player, nil, nil, nil, nil
	sub.prefix, sub.also, sub.acts = fmt.Sprintf("#%d ", m.Match), m.Also, m.Acts
	var err error
	if sub.src, err = lookup.ReadForLetter(s.ctx, s.w.DB, &n); err != nil {
		return nil, err
	}
	if sub.table, err = sub.src.Fold(m.Match, 0); err != nil {
		return nil, err
	}
	sub.speak(s.printer)
	if sub.seat = sub.table.Seat(m.Seat); sub.seat == nil || sub.seat.Player != s.n.Player || sub.seat.Stopped != nil ||
		sub.seat.State != model.SeatJoined || sub.table.Row.Phase != model.PhaseRunning {
		return nil, nil
	}
	sub.since, err = s.src.LastDigested(s.ctx, m.Match, m.Seat, s.n.Player, s.n.ID)
	return &sub, err
}

// printDay prints the first matches in full and the others in brief.
func printDay(s *builder, parts []*builder, whole int) {
	due := engine.MapList(engine.FilterList(parts, (*builder).due), func(p *builder) string { return fmt.Sprintf("#%d", p.table.Row.ID) })
	s.sections = nil
	if len(due) == 0 {
		s.top("daily.top-none")
	} else {
		s.tell("", s.weighed(render.Strong, "daily.top", "matches", due), s.line("daily.how", "first", due[0]))
	}
	for i, p := range parts {
		p.sections, p.foot = nil, nil
		printPart(p, i < whole)
		s.sections = append(s.sections, p.sections...)
		s.keep(p.err)
	}
	s.foot = []string{s.say("daily.foot")}
}

// printPart prints one match of a daily letter: news, board, hand, choices and deadline.
func printPart(s *builder, whole bool) {
	id, due := int(s.table.Row.ID), s.due()
	head := render.Section{Title: s.say("daily.match", "match", id, "game", s.title(), "names", strings.Join(s.table.Match.Names(), ", "))}
	if due {
		head.Lines = append(head.Lines, s.weighed(render.Strong, "daily.yours"))
	}
	head.Lines = append(head.Lines, until(s, due)...)
	if !whole {
		head.Lines = append(head.Lines, s.line("daily.brief", "match", id))
	}
	s.sections = append(s.sections, head)
	behindFirst(s, s.acts)
	if whole {
		s.happened(s.say("mail.news"))
		s.tell("", plain(engine.MapList(s.also, s.print)...)...)
		s.sections = append(s.sections, s.board(s.view()))
		privateNews(s)
		s.hand(s.view(), due)
	}
	afterDeadline(s, due)
}
