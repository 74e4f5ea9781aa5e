package letter

import (
	"strings"

	dbleague "pitpost.example/db/league"

	"pitpost.example/engine"
	"pitpost.example/mailer/render"
	"pitpost.example/model"
)

func firstDigest(m *engine.Match) int {
	for _, f := range m.Facts() {
		if strings.HasSuffix(f.Event.Kind(), ".dealt") {
			return f.Seq
		}
	}
	return 0
}

// welcome greets a newcomer: what this is and how to answer.
func welcome(s *builder) {
	game := s.table.Row.Game
	lines := []render.Line{s.line("mail.welcome", "name", s.seat.Name, "game", engine.Say(game+".title"))}
	if id := s.table.Row.Terms.League; id != 0 {
		season, league, err := s.league(id)
		if s.keep(err); err == nil {
			lines = append(lines, s.line("mail.welcome-league", "league", league.Name, "season", season.No))
		}
	}
	s.tell(s.say("mail.welcome-title"), append(lines, s.line(game+".aim"), s.sealed())...)
}

// league is the season of a number, nil for none, and its league.
func (s *builder) league(id int64) (*model.Season, *model.League, error) {
	season, err := dbleague.Season(s.ctx, s.w.DB, id)
	if err != nil || season == nil {
		return nil, nil, err
	}
	league, err := dbleague.ByID(s.ctx, s.w.DB, season.League)
	return season, league, err
}
