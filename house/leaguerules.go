package house

import (
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"pitpost/db"
	"pitpost/engine"
	"pitpost/engine/league"
)

// rulesOf are the rules of a season as they stood when it opened.
func rulesOf(s *db.Season) (league.Rules, error) { return league.ReadRules(s.Rules) }

// termsOf are the terms of a season's matches: those the rules name, and else what a "new"
// line without them has.
func termsOf(game engine.Game, s *db.Season) (db.Terms, error) {
	rules, err := rulesOf(s)
	if err != nil {
		return db.Terms{}, err
	}
	o, no := readNew("new "+game.Name()+termLine(rules.Terms), func(string) engine.Game { return game }, []string{game.Name()})
	if no != nil {
		return db.Terms{}, fmt.Errorf("terms of season %d: %w", s.ID, no)
	}
	return o.terms, nil
}

func termLine(terms map[string]string) string {
	var b strings.Builder
	for k, v := range terms {
		b.WriteString(" " + k + "=" + v)
	}
	return b.String()
}

// leastEntrants is how many a season needs to begin.
func leastEntrants(s *db.Season) (int, error) {
	rules, err := rulesOf(s)
	return rules.Least, err
}

// leaguePlay says what is played in a season and how.
func leaguePlay(s *db.Season) engine.Phrase {
	rules, err := rulesOf(s)
	if err != nil {
		return engine.Phrase{}
	}
	var games []engine.Phrase
	for _, p := range rules.Games {
		games = append(games, say(p.Game+".title"))
	}
	return say("house.league-play", "games", games, "group", rules.Group, "count", rules.Groups, "most", rules.AtOnce)
}

// seasonCommitment is the hash told before the draw, and seedOf what it is the hash of.
func seasonCommitment(s *db.Season) string { return engine.Dice{Seed: s.Seed}.Commitment() }
func seedOf(s *db.Season) string           { return hex.EncodeToString(s.Seed[:]) }

// nextLate is when groups for late entrants are made next: a day on, so that several can
// meet in one.
func nextLate(now time.Time) time.Time { return now.Add(24 * time.Hour) }
