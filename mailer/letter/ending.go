package letter

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	dbleague "pitpost.example/db/league"
	"pitpost.example/db/lookup"
	"pitpost.example/engine"
	"pitpost.example/engine/rating"
	"pitpost.example/engine/record"
	"pitpost.example/mailer/picture"
	"pitpost.example/mailer/render"
)

// guesses shows all suspicions and who was right.
func guesses(s *builder) {
	keys := map[bool]string{true: "mail.guess-right", false: "mail.guess-wrong"}
	s.tell(s.say("mail.guesses-title"), engine.MapList(s.table.Match.Guesses(), func(g engine.Guess) render.Line {
		return s.line(keys[g.Right], "name", g.By, "whom", g.Whom, "round", g.Round, "turn", g.Turn)
	})...)
}

// endLetter writes the last letter of a match: first the result, then the story, what was said and guessed,
// the final table, and what is published with the end. It does not list the moves.
func endLetter(s *builder) {
	s.result()
	tale(s)
	guesses(s)
	remark(s)
	portrait(s)
	ownRecord(s)
	lastWords(s)
	v := s.view()
	v.You, v.Hand, v.Open, v.Choices = nil, nil, nil, nil
	s.sections = append(s.sections, s.board(v))
	s.ledger(v)
	paste(s)
	s.tell("", s.line("mail.rematch"))
	s.answerRow([]string{"rematch"})
	s.tell("", afterLinks(s)...)
	roundTalk(s)
	opened(s)
	encloseRecord(s)
	s.foot = append(s.foot, s.say("mail.lost"))
}

// won returns the result in a few words, or "" if there is none.
func (s *builder) won() string {
	result := s.table.Match.State().Result()
	if result == nil {
		return ""
	}
	if len(result.Winners) == 0 { // only what all gave up has no winner
		return s.say("mail.given-up")
	}
	score := s.points(result.Scores[result.Winners[0]])
	if len(result.Winners) > 1 {
		return s.say("mail.tied", "names", result.Winners, "score", score)
	}
	return s.say("mail.won", "name", result.Winners[0], "score", score)
}

// points returns a score in the game's own words.
func (s *builder) points(score int) any {
	if game, ok := s.table.Match.Game.(engine.Remembered); ok {
		return game.Points(score)
	}
	return score
}

func endSubject(s *builder) string {
	game := engine.Say(s.table.Row.Game + ".title")
	if won := s.won(); won != "" {
		return s.say("mail.result-subject", "match", int(s.table.Row.ID), "game", game, "result", won)
	}
	return s.say("mail.subject-end", "match", int(s.table.Row.ID), "game", game)
}

// ranked returns the seats from first to last.
func ranked(m *engine.Match, result *engine.Result) []string {
	names := slices.Clone(m.Names())
	slices.SortStableFunc(names, func(a, b string) int {
		place := func(name string) int {
			if slices.Contains(result.Winners, name) {
				return 0
			}
			return 1
		}
		return cmp.Or(place(a)-place(b), result.Scores[b]-result.Scores[a])
	})
	return names
}

// result prints who has won, and the score and role of each seat.
func (s *builder) result() {
	won, m := s.won(), s.table.Match
	if won == "" {
		s.top("mail.ended", "match", int(s.table.Row.ID))
		return
	}
	sec := render.Section{Lines: []render.Line{{Text: won + ".", Kind: render.Strong}}}
	parties, _ := m.Game.(engine.Parties)
	sides, result := m.Outcome().Sides, m.State().Result()
	for _, name := range ranked(m, result) {
		row := render.Row{Head: name, Name: s.say("mail.score", "score", s.points(result.Scores[name]))}
		if parties != nil {
			row.Text = strings.Join(engine.MapList(engine.MapList(sides[name], parties.Role), s.print), ", ")
		}
		if state, ok := m.State().(engine.ScoreExplained); ok {
			if sum := state.Sum(name); sum != nil {
				row.Text = s.print(*sum)
			}
		}
		sec.Table = append(sec.Table, row)
	}
	s.add(sec)
}

// tale tells how the match went.
func tale(s *builder) {
	if s.won() != "" {
		s.tell(s.say("mail.tale-title"), plain(engine.MapList(s.table.Match.Outcome().Tale, s.print)...)...)
	}
}

// ownRecord prints how many matches of the game the reader has won so far, and how many rounds in the roles
// of this match. There is no line about something done for the first time.
func ownRecord(s *builder) {
	if s.won() == "" || s.player == nil {
		return
	}
	game := s.table.Row.Game
	before, err := dbleague.CountEarlierWins(s.ctx, s.w.DB, s.player.ID, game, s.table.Row.ID)
	s.keep(err)
	outcome := s.table.Match.Outcome()
	parties, _ := s.table.Match.Game.(engine.Parties)
	var parts []string
	for _, w := range before {
		_, role := rating.SplitKind(w.Kind)
		if role == "" {
			if w.Among++; slices.Contains(s.table.Match.State().Result().Winners, s.seat.Name) {
				w.Won++
			}
			parts = append(parts, s.say("mail.own-matches", "game", engine.Say(game+".title"), "won", w.Won, "of", w.Among))
			continue
		}
		played := false
		for round, side := range outcome.Sides[s.seat.Name] {
			if side != role || !contested(outcome, round) {
				continue
			}
			played = true
			if w.Among++; outcome.Won[round] == role {
				w.Won++
			}
		}
		if played && parties != nil {
			parts = append(parts, s.say("mail.own-rounds", "role", parties.Role(role), "won", w.Won, "of", w.Among))
		}
	}
	if parts != nil {
		s.tell("", render.Line{Text: strings.Join(parts, " · ") + "."})
	}
}

// contested reports whether a round had more than one side. Rounds with only one side do not count, as for
// ratings.
func contested(outcome engine.Outcome, round int) bool {
	sides := map[string]bool{}
	for _, of := range outcome.Sides {
		if round < len(of) {
			sides[of[round]] = true
		}
	}
	return len(sides) > 1
}

// lastWords prints what was said since the last letter, except for what roundTalk repeats.
func lastWords(s *builder) {
	closed := lastFact(s.table.Match, func(f engine.Fact) bool { return f.Seq > s.since && engine.ClosesRound(f) })
	heard := s.learned().heard
	words := s.said(heard)
	var lines []render.Line
	for _, h := range heard {
		if said, ok := h.Data.(engine.Said); ok && (said.To != nil || h.Seq > closed) {
			for _, p := range h.Lines {
				lines = append(lines, saidLines(s, p, words)...)
			}
		}
	}
	s.tell(s.say("mail.last-words"), lines...)
}

// paste prints the match in four lines, to paste wherever its players meet.
func paste(s *builder) {
	m := s.table.Match
	result := m.State().Result()
	game, ok := m.Game.(engine.Remembered)
	if result == nil || !ok {
		return
	}
	names := ranked(m, result)
	places := engine.MapList(names, func(name string) string {
		return fmt.Sprintf("%s%s %d", medal(names, result, name), name, result.Scores[name])
	})
	outcome, facts := m.Outcome(), m.Facts()
	parties, _ := m.Game.(engine.Parties)
	rounds := strings.Join(engine.MapList(outcome.Won, func(side string) string {
		if side == "" || parties == nil {
			return game.Emblem(side)
		}
		return game.Emblem(side) + " " + s.print(parties.Party(side))
	}), " · ")
	if rounds == "" && len(outcome.Tale) > 0 {
		rounds = s.print(outcome.Tale[0])
	}
	took := int(facts[len(facts)-1].At.Sub(facts[0].At) / time.Second)
	texts := engine.FilterList([]string{fmt.Sprintf("%s %s #%d", game.Emblem(""), s.title(), s.table.Row.ID), strings.Join(places, " · "), rounds,
		s.say("mail.paste-length", "count", m.State().View("").Turn-1, "in", took)}, func(text string) bool { return text != "" })
	s.tell(s.say("mail.paste-title"), engine.MapList(texts, func(text string) render.Line { return render.Line{Text: text, Kind: render.Quote} })...)
}

// medal returns the medal of a seat, with a blank, or "". Seats with one score share theirs. names are the seats from
// first to last.
func medal(names []string, result *engine.Result, name string) string {
	medals := []string{"🥇 ", "🥈 ", "🥉 "}
	if len(result.Winners) == 0 {
		return ""
	}
	if slices.Contains(result.Winners, name) {
		return medals[0]
	}
	place := slices.IndexFunc(names, func(other string) bool {
		return !slices.Contains(result.Winners, other) && result.Scores[other] == result.Scores[name]
	})
	if place >= len(medals) {
		return ""
	}
	return medals[place]
}

// opened prints what is published with the end, and encloses a picture.
func opened(s *builder) {
	id := int(s.table.Row.ID)
	lines := []render.Line{
		s.line("mail.seed", "commitment", engine.Dice{Seed: s.table.Row.Seed}.Commitment()),
		{Text: hex.EncodeToString(s.table.Row.Seed[:]), Kind: render.Quote},
		s.line("mail.record", "match", id),
	}
	if enclose(s) {
		lines = append(lines, s.line("mail.keepsake", "match", id))
	}
	s.tell(s.say("mail.opened-title"), lines...)
}

// encloseRecord attaches the record of the match.
func encloseRecord(s *builder) {
	log, err := lookup.ReadRecord(s.ctx, s.w.DB, s.table)
	s.keep(err)
	var b bytes.Buffer
	z := gzip.NewWriter(&b) // without name and time, so that every try gives the same bytes
	err = record.WriteRecord(z, log, record.Choice{Public: true})
	if err = errors.Join(err, z.Close()); err != nil {
		s.keep(fmt.Errorf("record of match %d: %w", s.table.Row.ID, err))
	}
	s.attach = append(s.attach, render.Part{Type: "application/gzip", Name: fmt.Sprintf("match-%d.jsonl.gz", s.table.Row.ID), Data: b.Bytes()})
}

// A keepsake is small enough to pass from phone to phone.
const (
	keepsakeType = "image/png"
	keepsakeMost = 60_000 // bytes
)

// enclose attaches a picture of the final table, with names and scores below it. It returns false if the
// match has no result or the reader wants no pictures.
func enclose(s *builder) bool {
	state := s.table.Match.State()
	result := state.Result()
	if result == nil || s.player != nil && s.player.Settings.NoPictures {
		return false
	}
	entries := engine.MapList(s.table.Match.Names(), func(name string) picture.Entry {
		return picture.Entry{Text: fmt.Sprintf("%s  %d", name, result.Scores[name]), Won: slices.Contains(result.Winners, name)}
	})
	scene := picture.KeepsakeScene(state.View("").Scene, fmt.Sprintf("%s #%d", s.title(), s.table.Row.ID), entries)
	data, err := picture.PaintSmall(scene, picture.KeepsakeScale, keepsakeMost)
	if err != nil {
		s.keep(fmt.Errorf("keepsake of match %d: %w", s.table.Row.ID, err))
	}
	s.attach = append(s.attach, render.Part{Type: keepsakeType, Name: fmt.Sprintf("match-%d.png", s.table.Row.ID), Data: data})
	return true
}
