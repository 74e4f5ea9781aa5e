package season

import (
	"encoding/hex"
	"time"

	"pitpost.example/engine"
	"pitpost.example/engine/league"
	"pitpost.example/model"
)

// rulesOf are the rules of a season as they stood when it opened.
func rulesOf(s *model.Season) (league.Rules, error) { return league.ReadRules(s.Rules) }

// Play says what is played in a season and how, in a line.
func Play(s *model.Season) engine.Phrase {
	rules, err := rulesOf(s)
	if err != nil {
		return engine.Phrase{}
	}
	var games []engine.Phrase
	for _, p := range rules.Games {
		games = append(games, engine.Say(p.Game+".title"))
	}
	return engine.Say("house.league-play", "games", games, "group", rules.Group, "count", rules.Groups, "most", rules.AtOnce)
}

// Commitment is the SHA-256 of a season's seed in hex, told before the draw.
func Commitment(s *model.Season) string { return engine.Dice{Seed: s.Seed}.Commitment() }

// Seed is a season's seed in hex, told with the draw.
func Seed(s *model.Season) string { return hex.EncodeToString(s.Seed[:]) }

// nextLate is when groups for late entrants are made next: a day on, so that several can
// meet in one.
func nextLate(now time.Time) time.Time { return now.Add(24 * time.Hour) }
