package letter

import (
	"fmt"
	"strings"

	"pitpost.example/house/desk"
	"pitpost.example/house/notice"
	"pitpost.example/mailer/render"
	"pitpost.example/model"
)

// receipt answers one letter.
func receipt(s *builder) error {
	var r notice.Receipt
	if err := s.params(&r); err != nil {
		return err
	}
	s.answers = r.InReplyTo
	s.subject = replySubject(s, r.Subject)
	switch {
	case r.Ask != 0:
		s.reply(desk.ForAsk, r.Ask)
	case s.table != nil && s.seat != nil:
		s.reply(desk.ForTurn, int64(s.n.Step))
	default:
		s.reply(desk.ForAnybody, s.n.Player)
	}
	receiptLines(s, r)
	goesOn := r.GoesOn && s.running() && s.table.Match.MidTurn(s.seat.Name)
	if r.Moved {
		s.news(r.Since, "")
	}
	if r.Moved && !goesOn {
		whoIsNext(s)
	}
	for _, p := range r.Pages {
		sec := render.Section{Title: s.print(p.Title)}
		for _, l := range p.Lines {
			sec.Lines = append(sec.Lines, render.Plain(s.printSaid(l)))
		}
		s.sections = append(s.sections, sec)
	}
	if r.Calendar {
		calendar(s)
	}
	secrets(s, r)
	if r.Ask != 0 {
		s.answerRow([]string{"yes", "no"})
	}
	switch {
	case goesOn: // this is the digest for the rest of the turn: what was turned up stands in it already
		s.subject = s.digestSubject(s.view(), s.n.Purpose)
		s.thread(s.view())
		s.position()
		s.json(s.view(), r.Since)
	case r.Digest && s.running():
		s.position()
		if r.Data {
			s.json(s.view(), r.Since)
		}
	case s.running():
		handOnly(s)
	}
	return nil
}

func (s *builder) running() bool {
	return s.table != nil && s.seat != nil && s.table.Match.State() != nil && s.table.Match.Chair(s.seat.Name) != nil
}

// replySubject keeps a receipt in the thread of the letter it answers. Words
// of a player's own get the number of the match, so that an empty answer to the
// receipt does not say them again.
func replySubject(s *builder, subject string) string {
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

// secrets tells the words that stand in this letter and in no other.
func secrets(s *builder, r notice.Receipt) {
	for _, secret := range r.Sealed {
		word, ok := s.w.Keys.Unseal(desk.SealTold, secret.Box)
		if !ok {
			continue // sealed under a secret that is gone: another is soon asked for
		}
		sec := render.Section{Lines: []render.Line{render.Plain(s.say("mail.told-"+string(secret.What), "word", string(word)))}}
		if secret.What == model.SecretKey && s.table != nil {
			sec.Lines = append(sec.Lines, render.Plain(s.say("mail.told-where", "path", s.page(fmt.Sprintf("/api/seat/%d", s.n.Match)))))
		}
		s.add(sec)
	}
}
