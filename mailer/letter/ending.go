package letter

import (
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"fmt"
	"strconv"

	"pitpost.example/engine"
	"pitpost.example/engine/record"
	"pitpost.example/mailer/render"
)

// over says that nothing can be played any more, ended or broken off.
func (s *builder) over() bool {
	return s.table.Match.Phase == engine.Over || s.table.Match.Phase == engine.Aborting
}

// guesses opens what was suspected, and who was right.
func (s *builder) guesses() {
	sec := render.Section{Title: s.say("mail.guesses-title")}
	for _, g := range s.table.Match.Guesses() {
		key := "mail.guess-wrong"
		if g.Right {
			key = "mail.guess-right"
		}
		sec.Lines = append(sec.Lines, render.Plain(s.say(key, "name", g.By, "whom", g.Whom, "round", g.Round, "turn", g.Turn)))
	}
	if len(sec.Lines) > 0 {
		s.sections = append(s.sections, sec)
	}
}

// ending adds to the last letter of a match what is opened with it: the seed,
// and the whole record as a file.
func (s *builder) ending() error {
	if !s.over() {
		return nil
	}
	opened := render.Section{Title: s.say("mail.opened-title"), Lines: []render.Line{
		render.Plain(s.say("mail.seed", "commitment", engine.Dice{Seed: s.table.Row.Seed}.Commitment())),
		{Text: hex.EncodeToString(s.table.Row.Seed[:]), Kind: render.Quote},
		render.Plain(s.say("mail.record", "match", int(s.table.Row.ID))),
	}}
	about, ok, err := s.enclose()
	if err != nil {
		return err
	}
	if ok {
		opened.Lines = append(opened.Lines, about)
	}
	opened.Lines = append(opened.Lines, render.Plain(s.say("mail.rematch")))
	s.sections = append(s.sections, opened)
	s.guesses()
	facts, err := s.DB.Spoken(s.ctx, s.table.Match.Facts())
	if err != nil {
		return err
	}
	m := s.table.Match
	var b bytes.Buffer
	z := gzip.NewWriter(&b) // no name and no time: the same bytes on every try
	err = record.Write(z, record.Log{Match: strconv.FormatInt(s.table.Row.ID, 10), Game: m.Game, Setup: m.Setup, Seed: s.table.Row.Seed, Facts: facts},
		record.Choice{Public: true})
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		return fmt.Errorf("record of match %d: %w", s.table.Row.ID, err)
	}
	s.attach = append(s.attach, render.Part{Type: "application/gzip", Name: fmt.Sprintf("match-%d.jsonl.gz", s.table.Row.ID), Data: b.Bytes()})
	return nil
}
