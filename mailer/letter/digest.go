package letter

import (
	"fmt"
	"slices"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/house"
	"pitpost.example/mailer/render"
	"pitpost.example/model"
	"pitpost.example/token"
)

// digestLetter writes the letter of a turn, a reminder, a round's end or the
// match's end.
func (s *builder) digestLetter() error {
	if s.table == nil || s.seat == nil || s.table.Match.State() == nil {
		return fmt.Errorf("no match to tell of")
	}
	asked := s.n.Purpose == model.PurposeTurn || s.n.Purpose == model.PurposeRemind || s.n.Purpose == model.PurposeNudge
	if asked {
		over, err := s.src.StepPassed(s.ctx, s.n.Match, s.n.Seat, s.n.Step)
		if err != nil {
			return err
		}
		if over {
			return model.ErrSuperseded
		}
	}
	s.reply(house.ForTurn, int64(s.step()))
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
	if !s.taken() && (s.n.Seq == firstDigest(s.table.Match) || s.n.Purpose == model.PurposeTurn && s.n.Step <= 2 && view.Turn <= len(view.Seats)) {
		if err := s.first(); err != nil {
			return err
		}
	}
	again := 0
	if s.n.Reminds() {
		again = s.n.Step
	}
	since, err := s.src.ToldBefore(s.ctx, s.n.Match, s.n.Seat, s.n.ID, again)
	if err != nil {
		return err
	}
	if s.taken() {
		err = s.takenOver()
	} else {
		err = s.news(since, s.say("mail.news"))
	}
	if err != nil {
		return err
	}
	s.remark(since)
	if err := s.reveal(since); err != nil {
		return err
	}
	if err := s.position(); err != nil {
		return err
	}
	if s.n.Purpose == model.PurposeEnd || s.table.Row.Phase == model.PhaseAborted {
		if err := s.ending(); err != nil {
			return err
		}
	}
	return s.json(view, since)
}

func (s *builder) top(key string, pairs ...any) {
	s.sections = append(s.sections, render.Section{Lines: []render.Line{{Text: s.say(key, pairs...), Kind: render.Strong}}})
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
	_, domain, _ := strings.Cut(s.Address, "@")
	return token.MessageID(s.Keys.Sign("thread", thread), domain)
}

// news lists what the seat learned since a fact, one line each.
func (s *builder) news(since int, title string) error {
	sec := render.Section{Title: title}
	heard := s.learnedSince(since).heard
	words, err := s.said(heard)
	if err != nil {
		return err
	}
	for _, h := range heard {
		for _, p := range h.Lines {
			if p.Key == "match.said" {
				sec.Lines = append(sec.Lines, saidLines(s, p, words)...)
				continue
			}
			sec.Lines = append(sec.Lines, render.Plain(s.print(p)))
		}
	}
	if len(sec.Lines) > 0 {
		s.sections = append(s.sections, sec)
	}
	return nil
}

// said fetches the words people said, which stand outside the log.
func (s *builder) said(heard []engine.Heard) (map[int64]string, error) {
	var talk []engine.Said
	for _, h := range heard {
		if e, ok := h.Data.(engine.Said); ok {
			talk = append(talk, e)
		}
	}
	return s.wordsOf(talk)
}

func (s *builder) wordsOf(talk []engine.Said) (map[int64]string, error) {
	if len(talk) == 0 {
		return nil, nil
	}
	refs := make([]int64, len(talk))
	for i, e := range talk {
		refs[i] = e.Ref
	}
	return s.src.Words(s.ctx, refs)
}

// saidLines print somebody's words as a quotation, so that none of them can be
// taken for a line of the house.
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
func (s *builder) printSaid(p engine.Phrase) (string, error) {
	if p.Key != "match.said" {
		return s.print(p), nil
	}
	ref := int64(0)
	switch v := p.Args["ref"].(type) {
	case int64:
		ref = v
	case float64:
		ref = int64(v)
	}
	words, err := s.src.Words(s.ctx, []int64{ref})
	if err != nil {
		return "", err
	}
	return s.quoted(p.Args["name"], p.Args["to"], strings.ReplaceAll(words[ref], "\n", " / ")), nil
}

// quoted is what somebody said, to all or, where to names them, to some alone.
func (s *builder) quoted(name, to any, words string) string {
	if to != nil {
		return s.say("match.whispered", "name", name, "to", to, "words", words)
	}
	return s.say("match.said", "name", name, "words", words)
}

// position prints board, hand, ledger, choices and time as the seat sees them.
func (s *builder) position() error {
	v := s.view()
	if s.over() {
		v.You, v.Choices = nil, nil
	}
	s.sections = append(s.sections, s.board(v))
	due := len(v.Choices) > 0
	s.hand(v, due)
	if err := s.ledger(v); err != nil {
		return err
	}
	if err := s.until(due); err != nil {
		return err
	}
	return s.rally(due)
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
	if len(sec.Lines)+len(sec.Table) > 0 {
		s.sections = append(s.sections, sec)
	}
	if len(v.Open) > 0 {
		s.sections = append(s.sections, render.Section{Title: s.say("mail.open"), Table: s.cards(v.Open, by)})
	}
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
		s.sections = append(s.sections, render.Section{Title: can.Title, Lines: []render.Line{render.Plain(s.say("mail.how-turn"))}})
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
	if len(can.Lines)+len(can.Choices) > 0 {
		s.sections = append(s.sections, can)
	}
	if len(by[""]) > 0 {
		s.sections = append(s.sections, rest)
	}
}

// handOnly ends a receipt: the hand as it is now, for "next".
func (s *builder) handOnly() {
	v := s.view()
	if len(v.Hand) == 0 {
		return
	}
	sec := render.Section{Title: s.say("mail.hand")}
	for _, h := range v.Hand {
		sec.Table = append(sec.Table, render.Row{Head: h.Place, Name: s.print(h.Name)})
	}
	s.sections = append(s.sections, sec)
}
