// Package season runs leagues by itself, season after season: sign-up, draw, groups, results,
// tables, close, and what all who are in it hear. A season's turns are rows in due, and its
// groups are matches of the house, which this room asks for by few functions and never sees
// played. Nobody's letter is read here.
package season

import (
	"encoding/hex"
	"strconv"
	"time"

	"pitpost.example/engine"
	"pitpost.example/engine/league"
	"pitpost.example/house/notice"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// Leagues runs the leagues of one house.
type Leagues struct {
	Games func(name string) engine.Game
	// Usual is the game of a league that names none.
	Usual string
	// Random fills bytes with what nobody can guess.
	Random func([]byte)
	// Terms are those of a match of a game for so many seats, as words such as " pace=12h bank=0"
	// set them; an error where they cannot be set for it.
	Terms func(game, words string, seats int) (model.Terms, error)
	// Open makes a match all of whose seats are taken, and begins it. Who is not to move
	// first hears hello.
	Open func(w *world.Tx, row model.Match, seats []model.Seat, hello func(*model.Table, *model.Seat) notice.Note) *model.Table
	// Finish has bots play a match that runs to its end, and tells its players why, once by key.
	Finish func(w *world.Tx, t *model.Table, key string, why notice.Note)
	// Vacate takes a player off their seat of a running match for good, and offers it to the
	// first of some who may have it; a bot plays it until then.
	Vacate func(w *world.Tx, t *model.Table, player int64, heirs []model.Entrant)
}

// Do does what is due for a season: its turns from sign-up to close, its groups' starts and
// ends, and its letters to all. The season is held, so that of two processes one acts and the
// other sees that it is done.
func (ls *Leagues) Do(w *world.Tx, d model.Due) {
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
		ls.startGroup(w, s, int(no))
	case model.DueEnded:
		groupEnded(w, s, no)
	case model.DueLate:
		drawLate(w, s)
	case model.DueClose:
		Close(w, s)
	case model.DueFinish:
		ls.finishGroup(w, s, int(no))
	case model.DueShut:
		shutSeason(w, s)
	case model.DueNext:
		ls.Next(w, s)
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

// Ended makes a match that is over due in its league, if it is in one.
func Ended(w *world.Tx, t *model.Table) {
	if s := t.Row.Terms.League; s != 0 {
		w.SetDue(model.Due{Owner: model.DueOfSeason, ID: s, What: model.DueEnded, Of: strconv.FormatInt(t.Row.ID, 10), At: w.Now()})
	}
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
	rules, err := rulesOf(s)
	if err != nil {
		return engine.Phrase{}
	}
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
