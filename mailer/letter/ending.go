package letter

import (
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"pitpost.example/db/lookup"
	"pitpost.example/engine"
	"pitpost.example/engine/record"
	"pitpost.example/mailer/picture"
	"pitpost.example/mailer/render"
)

// over says that nothing can be played any more, ended or broken off.
func over(m *engine.Match) bool { return m.Phase == engine.Over || m.Phase == engine.Aborting }

// guesses opens what was suspected, and who was right.
func guesses(s *builder) {
	var lines []render.Line
	for _, g := range s.table.Match.Guesses() {
		key := "mail.guess-wrong"
		if g.Right {
			key = "mail.guess-right"
		}
		lines = append(lines, s.line(key, "name", g.By, "whom", g.Whom, "round", g.Round, "turn", g.Turn))
	}
	s.tell(s.say("mail.guesses-title"), lines...)
}

// ending adds to the last letter of a match what is opened with it: the seed,
// and the whole record as a file.
func ending(s *builder) {
	if !over(s.table.Match) {
		return
	}
	id := int(s.table.Row.ID)
	opened := []render.Line{
		s.line("mail.seed", "commitment", engine.Dice{Seed: s.table.Row.Seed}.Commitment()),
		{Text: hex.EncodeToString(s.table.Row.Seed[:]), Kind: render.Quote},
		s.line("mail.record", "match", id),
	}
	if enclose(s) {
		opened = append(opened, s.line("mail.keepsake", "match", id))
	}
	s.tell(s.say("mail.opened-title"), append(opened, s.line("mail.rematch"))...)
	guesses(s)
	encloseRecord(s)
}

// encloseRecord adds the record of the match as a file.
func encloseRecord(s *builder) {
	m := s.table.Match
	facts, err := lookup.Spoken(s.ctx, s.w.DB, m.Facts())
	s.keep(err)
	var b bytes.Buffer
	z := gzip.NewWriter(&b) // no name and no time: the same bytes on every try
	err = record.Write(z, record.Log{Match: strconv.FormatInt(s.table.Row.ID, 10), Game: m.Game, Setup: m.Setup, Seed: s.table.Row.Seed, Facts: facts},
		record.Choice{Public: true})
	if err = errors.Join(err, z.Close()); err != nil {
		s.keep(fmt.Errorf("record of match %d: %w", s.table.Row.ID, err))
	}
	s.attach = append(s.attach, render.Part{Type: "application/gzip", Name: fmt.Sprintf("match-%d.jsonl.gz", s.table.Row.ID), Data: b.Bytes()})
}

// A keepsake stays small enough to go from phone to phone.
const (
	keepsakeType = "image/png"
	keepsakeMost = 60_000 // bytes
)

// enclose adds a picture of the finished table, with names and scores under it, to the files of the
// last letter; false for a match that has no outcome, and for those who want no pictures.
func enclose(s *builder) bool {
	state := s.table.Match.State()
	result := state.Result()
	if result == nil || s.player != nil && s.player.Settings.NoPictures {
		return false
	}
	var entries []picture.Entry
	for _, name := range s.table.Match.Names() {
		entries = append(entries, picture.Entry{Text: fmt.Sprintf("%s  %d", name, result.Scores[name]), Won: slices.Contains(result.Winners, name)})
	}
	scene := picture.Keepsake(state.View("").Scene, fmt.Sprintf("%s #%d", s.title(), s.table.Row.ID), entries)
	data, err := picture.PaintSmall(scene, picture.Scale, keepsakeMost)
	if err != nil {
		s.keep(fmt.Errorf("keepsake of match %d: %w", s.table.Row.ID, err))
	}
	s.attach = append(s.attach, render.Part{Type: keepsakeType, Name: fmt.Sprintf("match-%d.png", s.table.Row.ID), Data: data})
	return true
}

// boardScale is how sharp the board inside a letter is: where the same is enclosed in
// full, once is enough, and the letter stays small.
func boardScale(s *builder) int {
	if slices.ContainsFunc(s.attach, func(p render.Part) bool { return p.Type == keepsakeType }) {
		return 1
	}
	return picture.Scale
}
