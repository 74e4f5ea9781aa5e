package letter

import (
	"encoding/json"
	"fmt"
	"strings"

	"pitpost.example/house"
	"pitpost.example/house/notice"
	"pitpost.example/mailer/render"
)

// receipt answers one letter.
func (s *builder) receipt() error {
	var r notice.Receipt
	if err := json.Unmarshal(s.n.Params, &r); err != nil {
		return fmt.Errorf("receipt: %w", err)
	}
	s.answers = r.InReplyTo
	s.subject = s.replySubject(r.Subject)
	switch {
	case r.Ask != 0:
		s.reply(house.ForAsk, r.Ask)
	case s.table != nil && s.seat != nil:
		s.reply(house.ForTurn, int64(s.n.Step))
	default:
		s.reply(house.ForAnybody, s.n.Player)
	}
	s.receiptLines(r)
	goesOn := r.GoesOn && s.running() && s.table.Match.MidTurn(s.seat.Name)
	if r.Moved {
		if err := s.news(r.Since, ""); err != nil {
			return err
		}
	}
	if r.Moved && !goesOn {
		s.whoIsNext()
	}
	for _, p := range r.Pages {
		sec := render.Section{Title: s.print(p.Title)}
		for _, l := range p.Lines {
			text, err := s.printSaid(l)
			if err != nil {
				return err
			}
			sec.Lines = append(sec.Lines, render.Plain(text))
		}
		s.sections = append(s.sections, sec)
	}
	if r.Calendar {
		s.calendar()
	}
	s.secrets(r)
	if r.Ask != 0 {
		s.answerRow([]string{"yes", "no"})
	}
	switch {
	case goesOn:
		return s.restOfTurn(r.Since)
	case r.Digest && s.running():
		if err := s.position(); err != nil {
			return err
		}
		if r.Data {
			return s.json(s.view(), r.Since)
		}
	case s.running():
		s.handOnly()
	}
	return nil
}

// restOfTurn makes a receipt the digest for the rest of a turn: what was turned
// up stands in it already.
func (s *builder) restOfTurn(since int) error {
	view := s.view()
	s.subject = s.digestSubject(view, s.n.Purpose)
	s.thread(view)
	if err := s.position(); err != nil {
		return err
	}
	return s.json(view, since)
}

func (s *builder) running() bool {
	return s.table != nil && s.seat != nil && s.table.Match.State() != nil && s.table.Match.Chair(s.seat.Name) != nil
}

// replySubject keeps a receipt in the thread of the letter it answers. Words
// of a player's own get the number of the match, so that an empty answer to the
// receipt does not say them again.
func (s *builder) replySubject(subject string) string {
	subject = strings.TrimSpace(subject)
	if subject == "" {
		return s.say("mail.receipt-subject")
	}
	for own := ""; ; {
		if s.table != nil {
			own = fmt.Sprintf("[#%d] ", s.table.Row.ID)
		}
		bare := strings.TrimPrefix(subject, own)
		if !strings.HasPrefix(strings.ToLower(bare), "re:") {
			break // or answers to answers would grow at the front
		}
		subject = strings.TrimSpace(bare[len("re:"):])
	}
	if s.table != nil && !strings.HasPrefix(subject, "[#") {
		subject = fmt.Sprintf("[#%d] %s", s.table.Row.ID, subject)
	}
	return "Re: " + subject
}
