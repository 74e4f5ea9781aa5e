// Package season runs leagues by itself, season after season: sign-up, draw, groups, results,
// tables, close, and what all who are in it hear. A season's turns are rows in due, and its
// groups are matches of the house, which this room asks for by few functions and never sees
// played. Nobody's letter is read here.
package season

import (
	"strconv"
	"time"

	"pitpost.example/db"
	"pitpost.example/engine"
	"pitpost.example/house/notice"
	"pitpost.example/model"
)

// Leagues runs the leagues of one house.
type Leagues struct {
	Games func(name string) engine.Game
	// Random fills bytes with what nobody can guess.
	Random func([]byte) error
	// Terms are those of a match of a game for so many seats, as words such as " pace=12h bank=0"
	// set them; an error where they cannot be set for it.
	Terms func(game, words string, seats int) (model.Terms, error)
	// Open makes a match all of whose seats are taken, and begins it. Who is not to move
	// first hears hello.
	Open func(w *db.Work, row model.Match, seats []model.Seat, hello func(*model.Table, *model.Seat) notice.Note) (*model.Table, error)
	// Finish has bots play a match that runs to its end, and tells its players why, once by key.
	Finish func(w *db.Work, t *model.Table, key string, why notice.Note) error
	// Vacate takes a player off their seat of a running match for good, and offers it to the
	// first of some who may have it; a bot plays it until then.
	Vacate func(w *db.Work, t *model.Table, player int64, heirs []model.Entrant) error
}

// Do does what is due for a season: its turns from sign-up to close, its groups' starts and
// ends, and its letters to all. The season is held, so that of two processes one acts and the
// other sees that it is done.
func (ls *Leagues) Do(w *db.Work, d model.Due) error {
	s, err := w.LockSeason(d.ID)
	if err != nil || s == nil {
		return err
	}
	no, _ := strconv.ParseInt(d.Of, 10, 64)
	switch d.What {
	case model.DueMuster:
		return muster(w, s)
	case model.DueDraw:
		if s.State != model.SeasonMustered {
			return nil
		}
		return drawOnTime(w, s)
	case model.DueStart:
		return ls.startGroup(w, s, int(no))
	case model.DueEnded:
		return groupEnded(w, s, no)
	case model.DueLate:
		return drawLate(w, s)
	case model.DueClose:
		return Close(w, s)
	case model.DueFinish:
		return ls.finishGroup(w, s, int(no))
	case model.DueShut:
		return shutSeason(w, s)
	case model.DueNext:
		_, err := ls.Next(w, s)
		return err
	case model.DueTell:
		return tellBatch(w, s, d.Of, d.Data)
	case model.DueWeek:
		return seasonWeek(w, s, d.Data)
	}
	return nil
}

// seasonDue makes something of a season due.
func seasonDue(w *db.Work, s *model.Season, what model.DueKind, of string, at time.Time) {
	w.SetDue(model.Due{Owner: model.DueOfSeason, ID: s.ID, What: what, Of: of, At: at})
}

// Ended makes a match that is over due in its league, if it is in one.
func Ended(w *db.Work, t *model.Table) {
	if s := t.Row.Terms.League; s != 0 {
		w.SetDue(model.Due{Owner: model.DueOfSeason, ID: s, What: model.DueEnded, Of: strconv.FormatInt(t.Row.ID, 10), At: w.Now()})
	}
}
