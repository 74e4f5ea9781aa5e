package letter

import (
	"encoding/json"
	"fmt"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house"
	"pitpost.example/house/notice"
	"pitpost.example/mailer/render"
	"pitpost.example/model"
	"pitpost.example/token"
)

// dailyMost is how many bytes the one letter of a day may have; matches that do not fit are
// told of in a line or two.
const dailyMost = 96 << 10

// dayPart is one match in the letter of the day.
type dayPart struct {
	*builder
	view  engine.View
	due   bool
	since int
}

// dailyLetter writes the one letter of a day about all matches of a player, as they stand
// now and not as they stood when it was queued.
func (s *builder) dailyLetter() error {
	var day notice.Daily
	if err := json.Unmarshal(s.n.Params, &day); err != nil {
		return fmt.Errorf("daily: %w", err)
	}
	if s.player == nil {
		return fmt.Errorf("no player to write to")
	}
	s.replyTo = s.tokened(token.Token{Seat: noSeat, Purpose: byte(house.ForDaily), Step: s.n.ID})
	var parts []*dayPart
	var told notice.Daily
	for _, m := range day.Matches {
		part, err := s.dayPart(m)
		if err != nil {
			return err
		}
		if part == nil {
			continue
		}
		parts = append(parts, part)
		told.Matches = append(told.Matches, notice.DailyMatch{Match: m.Match, Seat: m.Seat, Step: part.step(), Seq: part.table.Match.Seq})
	}
	if len(parts) == 0 {
		return model.ErrSuperseded
	}
	// An answer is for the steps printed here, and the next letter goes on from there.
	s.reworded = told
	s.subject = s.say("daily.subject", "count", len(parts))
	s.games = dayGames{Game: parts[0].game()}
	for _, p := range parts {
		p.subject, p.replyTo = s.subject, s.replyTo
		s.games.words = append(s.games.words, p.game().Words()...)
	}
	for whole := len(parts); whole >= 0; whole-- {
		if err := s.printDay(parts, whole); err != nil {
			return err
		}
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

// dayGames are the games of one letter taken together, so that no line of ours reads like a
// command of any of them.
type dayGames struct {
	engine.Game
	words []string
}

// Words are the words that lines of any of the games begin with.
func (g dayGames) Words() []string { return g.words }

// dayPart is the present state of one match; nil where there is nothing to tell of it any
// more.
func (s *builder) dayPart(m notice.DailyMatch) (*dayPart, error) {
	n, writer, player := *s.n, *s.Writer, *s.player
	n.Match, n.Seat = m.Match, m.Seat
	writer.PublicURL = "" // the page of a letter shows one match
	player.Settings.NoPictures = true
	sub := *s
	sub.n, sub.Writer, sub.player, sub.sections, sub.foot, sub.seen, sub.learned = &n, &writer, &player, nil, nil, nil, nil
	sub.prefix = fmt.Sprintf("#%d ", m.Match)
	var err error
	if sub.table, err = s.src.Fold(s.ctx, m.Match, 0); err != nil {
		return nil, err
	}
	if sub.seat = sub.table.Seat(m.Seat); sub.seat == nil || sub.seat.Player != s.n.Player || sub.seat.Stopped != nil ||
		sub.seat.State != model.SeatJoined || sub.table.Row.Phase != model.PhaseRunning {
		return nil, nil
	}
	since, err := s.src.DailyTold(s.ctx, m.Match, m.Seat, s.n.Player, s.n.ID)
	if err != nil {
		return nil, err
	}
	view := sub.view()
	return &dayPart{builder: &sub, view: view, due: len(view.Choices) > 0, since: since}, nil
}

// printDay prints the first matches whole and the others in brief.
func (s *builder) printDay(parts []*dayPart, whole int) error {
	var due []string
	for _, p := range parts {
		if p.due {
			due = append(due, fmt.Sprintf("#%d", p.table.Row.ID))
		}
	}
	top := render.Section{}
	if len(due) == 0 {
		top.Lines = append(top.Lines, render.Line{Text: s.say("daily.top-none"), Kind: render.Strong})
	} else {
		top.Lines = append(top.Lines, render.Line{Text: s.say("daily.top", "matches", due), Kind: render.Strong}, render.Plain(s.say("daily.how", "first", due[0])))
	}
	s.sections = []render.Section{top}
	for i, p := range parts {
		p.sections, p.foot = nil, nil
		if err := p.printPart(i < whole); err != nil {
			return err
		}
		s.sections = append(s.sections, p.sections...)
	}
	s.foot = []string{s.say("daily.foot")}
	return nil
}

// printPart prints one match: news, board, hand, what can be done and until when.
func (p *dayPart) printPart(whole bool) error {
	head := render.Section{Title: p.say("daily.match", "match", int(p.table.Row.ID), "game", p.title(), "names", strings.Join(p.table.Match.Names(), ", "))}
	if p.due {
		head.Lines = append(head.Lines, render.Line{Text: p.say("daily.yours"), Kind: render.Strong})
	}
	if !whole {
		head.Lines = append(head.Lines, render.Plain(p.say("daily.brief", "match", int(p.table.Row.ID))))
		p.sections = append(p.sections, head)
		return p.until(p.due)
	}
	p.sections = append(p.sections, head)
	if err := p.news(p.since, p.say("mail.news")); err != nil {
		return err
	}
	p.sections = append(p.sections, p.board(p.view))
	p.hand(p.view, p.due)
	return p.until(p.due)
}
