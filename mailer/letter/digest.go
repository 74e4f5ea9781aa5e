package letter

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house/desk"
	"pitpost.example/mailer/render"
	"pitpost.example/model"
	"pitpost.example/token"
)

// errNoMatch says that a letter of a match has none.
var errNoMatch = errors.New("no match to tell of")

// digestLetter writes the letter of a turn, a reminder, a round's end or the
// match's end.
func digestLetter(s *builder) error {
	if s.table == nil || s.seat == nil || s.table.Match.State() == nil {
		return errNoMatch
	}
	if s.n.Purpose == model.PurposeTurn || s.n.Reminds() {
		if over, err := s.src.StepPassed(s.ctx, s.n.Match, s.n.Seat, s.n.Step); err != nil {
			return err
		} else if over {
			return model.ErrSuperseded
		}
	}
	s.reply(desk.ForTurn, int64(s.step()))
	view := s.view()
	s.subject = s.digestSubject(view, s.n.Purpose)
	s.thread(view)
	switch s.n.Purpose {
	case model.PurposeRemind:
		s.top("mail.reminder")
	case model.PurposeNudge:
		s.top("mail.nudge")
	case model.PurposeEnd:
		s.top("mail.ended", "match", int(s.table.Row.ID))
	}
	taken := justTaken(s)
	if !taken && (s.n.Seq == firstDigest(s.table.Match) || s.n.Purpose == model.PurposeTurn && s.n.Step <= 2 && view.Turn <= len(view.Seats)) {
		welcome(s)
	}
	again := 0
	if s.n.Reminds() {
		again = s.n.Step
	}
	since, err := s.src.ToldBefore(s.ctx, s.n.Match, s.n.Seat, s.n.ID, again)
	s.keep(err)
	if taken {
		takenOver(s)
	} else {
		s.news(since, s.say("mail.news"))
	}
	remark(s, since)
	portrait(s, since)
	accounts(s, since)
	roundTalk(s, since)
	s.position()
	if s.n.Purpose == model.PurposeEnd || s.table.Row.Phase == model.PhaseAborted {
		ending(s)
	}
	s.json(view, since)
	return nil
}

func (s *builder) top(key string, pairs ...any) {
	s.add(render.Section{Lines: []render.Line{{Text: s.say(key, pairs...), Kind: render.Strong}}})
}

// digestSubject names match, game and turn, and nothing that is secret: it is
// read on lock screens.
func (s *builder) digestSubject(v engine.View, purpose model.Purpose) string {
	key := "mail.subject-turn"
	switch {
	case !s.table.Match.HoldsUp(s.seat.Name) && purpose == model.PurposeTurn:
		key = "mail.subject-aside"
	case purpose == model.PurposeReceipt:
		key = "mail.subject-goes-on"
	}
	switch purpose {
	case model.PurposeRound, model.PurposeEach:
		key = "mail.subject-news"
	case model.PurposeEnd:
		key = "mail.subject-end"
	}
	return s.say(key, "match", int(s.table.Row.ID), "game", engine.Say(s.table.Row.Game+".title"), "name", s.seat.Name, "round", v.Round, "turn", v.Turn)
}

// thread puts all letters of one turn, or of the match, under one root. A turn
// of several choices has one thread too.
func (s *builder) thread(v engine.View) {
	of := fmt.Sprintf("%d.%d.%d", s.n.Match, s.n.Seat, s.n.Step)
	if _, ok := s.table.Match.State().(engine.LongTurn); ok {
		of = fmt.Sprintf("%d.%d.turn.%d", s.n.Match, s.n.Seat, v.Turn)
	}
	if s.player != nil && s.player.Settings.Thread == "match" {
		of = fmt.Sprintf("%d.%d", s.n.Match, s.n.Seat)
	}
	s.root = s.rootOf(of)
}

// rootOf is the Message-ID that all letters of one thread answer, and no letter bears.
func (s *builder) rootOf(thread string) string {
	_, domain, _ := strings.Cut(s.w.Address, "@")
	return token.MessageID(s.w.Keys.Sign("thread", thread), domain)
}

// news lists what the seat learned since a fact, one line each.
func (s *builder) news(since int, title string) {
	sec := render.Section{Title: title}
	heard := s.learnedSince(since).heard
	words := s.said(heard)
	for _, h := range heard {
		for _, p := range h.Lines {
			if p.Key == "match.said" {
				sec.Lines = append(sec.Lines, saidLines(s, p, words)...)
			} else {
				sec.Lines = append(sec.Lines, render.Plain(s.print(p)))
			}
		}
	}
	s.add(sec)
}

// said are the words people said in what a seat heard.
func (s *builder) said(heard []engine.Heard) map[int64]string {
	var refs []int64
	for _, h := range heard {
		if e, ok := h.Data.(engine.Said); ok {
			refs = append(refs, e.Ref)
		}
	}
	return s.wordsOf(refs...)
}

// saidLines print somebody's words as a quotation, so that none of them can be
// justTaken for a line of the house.
func saidLines(s *builder, p engine.Phrase, words map[int64]string) []render.Line {
	ref, _ := p.Args["ref"].(int64)
	name := p.Args["name"]
	text := words[ref]
	if !strings.Contains(text, "\n") {
		return []render.Line{render.Plain(s.quoted(name, p.Args["to"], text))}
	}
	out := []render.Line{render.Plain(s.say("mail.says", "name", name))}
	for _, row := range strings.Split(text, "\n") {
		out = append(out, render.Line{Text: s.say("mail.quotes", "words", row), Kind: render.Quote})
	}
	return out
}

// printSaid prints a line that may be somebody's words.
func (s *builder) printSaid(p engine.Phrase) string {
	if p.Key != "match.said" {
		return s.print(p)
	}
	ref := int64(0)
	switch v := p.Args["ref"].(type) {
	case int64:
		ref = v
	case float64:
		ref = int64(v)
	}
	return s.quoted(p.Args["name"], p.Args["to"], inOneRow(s.wordsOf(ref)[ref]))
}

// inOneRow puts words of several rows into one.
func inOneRow(words string) string { return strings.ReplaceAll(words, "\n", " / ") }

// quoted is what somebody said, to all or, where to names them, to some alone.
func (s *builder) quoted(name, to any, words string) string {
	if to != nil {
		return s.say("match.whispered", "name", name, "to", to, "words", words)
	}
	return s.say("match.said", "name", name, "words", words)
}

// position prints board, hand, ledger, choices and time as the seat sees them.
func (s *builder) position() {
	v := s.view()
	if over(s.table.Match) {
		v.You, v.Choices = nil, nil
	}
	s.sections = append(s.sections, s.board(v))
	due := len(v.Choices) > 0
	s.hand(v, due)
	s.ledger(v)
	s.until(due)
	if due {
		s.rally()
	}
}

// pictured says whether the reader wants the board painted.
func (s *builder) pictured() bool {
	if s.player == nil {
		return true
	}
	set := s.player.Settings
	return !set.NoPictures && set.Format != model.FormatText && set.Format != model.FormatReader
}

// hand prints the cards in their places, each with what can be done with it.
func (s *builder) hand(v engine.View, due bool) {
	sec := render.Section{Title: s.say("mail.hand")}
	for _, p := range v.You {
		sec.Lines = append(sec.Lines, render.Plain(s.print(p)))
	}
	by := map[string][]render.Command{}
	for _, c := range v.Choices {
		by[c.Place] = append(by[c.Place], s.command(c.Command))
	}
	sec.Table = s.cards(v.Hand, by)
	s.add(sec)
	s.add(render.Section{Title: s.say("mail.open"), Table: s.cards(v.Open, by)})
	if due {
		s.can(v, by)
	}
}

func (s *builder) cards(held []engine.Held, by map[string][]render.Command) []render.Row {
	var rows []render.Row
	for _, h := range held {
		rows = append(rows, render.Row{Head: h.Place, Name: s.print(h.Name), Text: s.print(h.Short), Commands: by[h.Place]})
	}
	return rows
}

// can lists what can be done, by card, what needs no card at the end.
func (s *builder) can(v engine.View, by map[string][]render.Command) {
	can := render.Section{TextOnly: true, Title: s.say("mail.can"), Lines: []render.Line{render.Plain(s.say("mail.how"))}}
	if _, ok := s.table.Match.State().(engine.LongTurn); ok {
		// Links answer one choice each, so the page too must say that a turn fits
		// in one letter.
		s.add(render.Section{Title: can.Title, Lines: []render.Line{render.Plain(s.say("mail.how-turn"))}})
		can = render.Section{TextOnly: true}
	}
	for _, h := range slices.Concat(v.Open, v.Hand) {
		if len(by[h.Place]) > 0 {
			can.Choices = append(can.Choices, render.Choices{Head: s.say("mail.card", "place", h.Place), Commands: by[h.Place]})
		}
	}
	rest := render.Section{Choices: []render.Choices{{Head: s.say("mail.also"), Commands: by[""]}}}
	if len(can.Choices) == 0 {
		rest.Choices[0].Head = s.say("mail.answer-with")
	}
	s.add(can)
	if len(by[""]) > 0 {
		s.add(rest)
	}
}

// handOnly ends a receipt: the hand as it is now, for "next".
func handOnly(s *builder) {
	sec := render.Section{Title: s.say("mail.hand")}
	for _, h := range s.view().Hand {
		sec.Table = append(sec.Table, render.Row{Head: h.Place, Name: s.print(h.Name)})
	}
	s.add(sec)
}
