package letter

import (
	"strings"

	"pitpost.example/engine"
	"pitpost.example/mailer/render"
)

func firstDigest(m *engine.Match) int {
	for _, f := range m.Facts() {
		if strings.HasSuffix(f.Event.Kind(), ".dealt") {
			return f.Seq
		}
	}
	return 0
}

// first greets a newcomer: what this is and how to answer.
func (s *builder) first() error {
	game := s.table.Row.Game
	lines := []render.Line{render.Plain(s.say("mail.welcome", "name", s.seat.Name, "game", engine.Say(game+".title")))}
	if id := s.table.Row.Terms.League; id != 0 {
		season, err := s.DB.SeasonByID(s.ctx, id)
		if err != nil {
			return err
		}
		l, err := s.DB.LeagueByID(s.ctx, season.League)
		if err != nil {
			return err
		}
		lines = append(lines, render.Plain(s.say("mail.welcome-league", "league", l.Name, "season", season.No)))
	}
	s.sections = append(s.sections, render.Section{Title: s.say("mail.welcome-title"), Lines: append(lines,
		render.Plain(s.say(game+".aim")),
		render.Line{Text: s.say("mail.sealed", "commitment", engine.Dice{Seed: s.table.Row.Seed}.Commitment()), Kind: render.Faint})})
	return nil
}
