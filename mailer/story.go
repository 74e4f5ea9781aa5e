package mailer

import (
	"strings"

	"pitpost/engine"
)

// remark adds a dry line of the house's about what happened since a fact, one at
// most and the same for everybody whom it is about the same fact; to those
// who asked for silence, none.
func (s *sheet) remark(since int) {
	if s.player != nil && s.player.Settings.NoVoice {
		return
	}
	if p := s.table.Match.Remark(s.table.Row.ID, since); p != nil {
		s.sections = append(s.sections, section{Lines: []line{{Text: s.print(*p), Kind: "faint"}}})
	}
}

// portrait adds the reader's own line about the round or match that was closed
// since a fact.
func (s *sheet) portrait(since int) {
	p := s.table.Match.Portrait(s.seat.Name, since)
	if p == nil {
		return
	}
	title := s.say("mail.own-round")
	if _, whole := s.table.Match.Closed(since); whole {
		title = s.say("mail.own-match")
	}
	s.sections = append(s.sections, section{Title: title, Lines: []line{{Text: s.print(*p), Kind: "strong"}}})
}

// accounts adds what each seat did in the round that was closed since a fact: by
// now the board shows another.
func (s *sheet) accounts(since int) {
	sec := section{Title: s.say("mail.accounts-title")}
	for _, l := range s.table.Match.Accounts(s.seat.Name, since) {
		sec.Table = append(sec.Table, row{Head: l.Seat, Text: s.inARow(l.Did)})
	}
	if len(sec.Table) > 0 {
		s.sections = append(s.sections, sec)
	}
}

func (s *sheet) inARow(phrases []engine.Phrase) string {
	parts := make([]string, len(phrases))
	for i, p := range phrases {
		parts[i] = s.print(p)
	}
	return strings.Join(parts, ", ")
}
