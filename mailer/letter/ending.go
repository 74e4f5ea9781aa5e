package letter

import (
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"

	"pitpost.example/db/lookup"

	"pitpost.example/engine"
	"pitpost.example/engine/record"
	"pitpost.example/mailer/render"
)

// over says that nothing can be played any more, ended or broken off.
func over(m *engine.Match) bool { return m.Phase == engine.Over || m.Phase == engine.Aborting }

// guesses opens what was suspected, and who was right.
func guesses(s *builder) {
	sec := render.Section{Title: s.say("mail.guesses-title")}
	for _, g := range s.table.Match.Guesses() {
		key := "mail.guess-wrong"
		if g.Right {
			key = "mail.guess-right"
		}
		sec.Lines = append(sec.Lines, render.Plain(s.say(key, "name", g.By, "whom", g.Whom, "round", g.Round, "turn", g.Turn)))
	}
	s.add(sec)
}

// ending adds to the last letter of a match what is opened with it: the seed,
// and the whole record as a file.
func ending(s *builder) {
	if !over(s.table.Match) {
		return
	}
	opened := render.Section{Title: s.say("mail.opened-title"), Lines: []render.Line{
		render.Plain(s.say("mail.seed", "commitment", engine.Dice{Seed: s.table.Row.Seed}.Commitment())),
		{Text: hex.EncodeToString(s.table.Row.Seed[:]), Kind: render.Quote},
		render.Plain(s.say("mail.record", "match", int(s.table.Row.ID))),
	}}
	if enclose(s) {
		opened.Lines = append(opened.Lines, render.Plain(s.say("mail.keepsake", "match", int(s.table.Row.ID))))
	}
	opened.Lines = append(opened.Lines, render.Plain(s.say("mail.rematch")))
	s.add(opened)
	guesses(s)
	encloseRecord(s)
}

// encloseRecord adds the record of the match as a file.
func encloseRecord(s *builder) {
	facts, err := lookup.Spoken(s.ctx, s.w.DB, s.table.Match.Facts())
	if err != nil {
		s.keep(err)
		return
	}
	m := s.table.Match
	var b bytes.Buffer
	z := gzip.NewWriter(&b) // no name and no time: the same bytes on every try
	err = record.Write(z, record.Log{Match: strconv.FormatInt(s.table.Row.ID, 10), Game: m.Game, Setup: m.Setup, Seed: s.table.Row.Seed, Facts: facts},
		record.Choice{Public: true})
	if err = errors.Join(err, z.Close()); err != nil {
		s.keep(fmt.Errorf("record of match %d: %w", s.table.Row.ID, err))
	}
	s.attach = append(s.attach, render.Part{Type: "application/gzip", Name: fmt.Sprintf("match-%d.jsonl.gz", s.table.Row.ID), Data: b.Bytes()})
}
