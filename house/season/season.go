// Package season runs leagues by itself, season after season: sign-up, draw, groups, results,
// tables, close, and what all who are in it hear. A season's turns are rows in due, and its
// groups are matches of the house, which this room opens and never sees played. Nobody's letter is
// read here.
package season

import (
	"encoding/hex"
	"strconv"
	"time"

	"pitpost.example/engine"
	"pitpost.example/engine/league"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// Do does what is due for a season: its turns from sign-up to close, its groups' starts and
// ends, and its letters to all. The season is held, so that of two processes one acts and the
// other sees that it is done.
func Do(w *world.Tx, d model.Due) {
	s := world.Get(w, world.LockSeason{ID: d.ID})
	if s == nil {
		return
	}
	no, _ := strconv.ParseInt(d.Of, 10, 64)
	switch d.What {
	case model.DueMuster:
		muster(w, s)
	case model.DueDraw:
		if s.State == model.SeasonMustered {
			drawOnTime(w, s)
		}
	case model.DueStart:
		startGroup(w, s, int(no))
	case model.DueEnded:
		groupEnded(w, s, no)
	case model.DueLate:
		drawLate(w, s)
	case model.DueClose:
		Close(w, s)
	case model.DueFinish:
		finishGroup(w, s, int(no))
	case model.DueShut:
		shutSeason(w, s)
	case model.DueNext:
		Next(w, s)
	case model.DueTell:
		tellBatch(w, s, d.Of, d.Data)
	case model.DueWeek:
		seasonWeek(w, s, d.Data)
	}
}

// seasonDue makes something of a season due.
func seasonDue(w *world.Tx, s *model.Season, what model.DueKind, of string, at time.Time) {
	w.SetDue(model.Due{Owner: model.DueOfSeason, ID: s.ID, What: what, Of: of, At: at})
}

// rulesOf are the rules of a season as they stood when it opened.
func rulesOf(s *model.Season) (league.Rules, error) { return league.ReadRules(s.Rules) }

// Games are those that a season plays.
func Games(s *model.Season, find func(string) engine.Game) (all []engine.Game) {
	for _, p := range world.Must(rulesOf(s)).Games {
		if g := find(p.Game); g != nil {
			all = append(all, g)
		}
	}
	return all
}

// Play says what is played in a season and how, in a line.
func Play(s *model.Season) engine.Phrase {
	rules := world.Must(rulesOf(s))
	games := engine.Each(rules.Games, func(p league.Play) engine.Phrase { return engine.Say(p.Game + ".title") })
	return engine.Say("house.league-play", "games", games, "group", rules.Group, "count", rules.Groups, "most", rules.AtOnce)
}

// Commitment is the SHA-256 of a season's seed in hex, told before the draw.
func Commitment(s *model.Season) string { return engine.Dice{Seed: s.Seed}.Commitment() }

// Seed is a season's seed in hex, told with the draw.
func Seed(s *model.Season) string { return hex.EncodeToString(s.Seed[:]) }

// nextLate is when groups for late entrants are made next: a day on, so that several can
// meet in one.
func nextLate(now time.Time) time.Time { return now.Add(24 * time.Hour) }
