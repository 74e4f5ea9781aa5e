package season

import (
	"errors"
	"time"

	"pitpost.example/db"
	"pitpost.example/model"
)

// longestSignup is how long a sign-up is prolonged for want of players before the league ends.
const longestSignup = 12 * 7 * 24 * time.Hour

// Muster closes a sign-up now; all that is to come is brought forward by as much.
func Muster(w *db.Work, s *model.Season) error {
	bringForward(s, w.Now(), s.MusterAt)
	return closeSignup(w, s)
}

// Enough says how many entrants a season needs to begin, and whether it has them.
func Enough(w *db.Work, s *model.Season) (least int, enough bool, err error) {
	in, err := EnteredIn(w, s)
	if err != nil {
		return 0, false, err
	}
	rules, err := rulesOf(s)
	return rules.Least, len(in) >= rules.Least, err
}

// EnteredIn lists who plays in a season from the start.
func EnteredIn(w *db.Work, s *model.Season) ([]model.Entrant, error) {
	all, err := w.Entrants(s.ID)
	if err != nil {
		return nil, err
	}
	var in []model.Entrant
	for _, e := range all {
		if e.State == model.EntrantEntered {
			in = append(in, e)
		}
	}
	return in, nil
}

// muster closes a sign-up whose time is out; one with too few players is prolonged by a
// week, and after some of those the league ends.
func muster(w *db.Work, s *model.Season) error {
	if s.State != model.SeasonSignup {
		return nil
	}
	_, enough, err := Enough(w, s)
	if err != nil {
		return err
	}
	if enough {
		return closeSignup(w, s)
	}
	const week = 7 * 24 * time.Hour
	l, err := w.League(s.League)
	if err != nil {
		return err
	}
	if s.MusterAt.Add(week).Sub(s.OpenedAt) > longestSignup {
		now := w.Now()
		l.EndedAt, s.State, s.ClosedAt = &now, model.SeasonClosed, &now
		tell(w, s, model.NewsCancelled)
		return errors.Join(w.SaveLeague(l), w.SaveSeason(s))
	}
	s.MusterAt, s.StartsAt, s.EndsAt = s.MusterAt.Add(week), s.StartsAt.Add(week), s.EndsAt.Add(week)
	seasonDue(w, s, model.DueMuster, "", s.MusterAt)
	tell(w, s, model.NewsLater)
	return w.SaveSeason(s)
}

// drawOnTime draws a season on its day; where too many have left again its sign-up is opened
// once more.
func drawOnTime(w *db.Work, s *model.Season) error {
	_, enough, err := Enough(w, s)
	if err != nil {
		return err
	}
	if !enough {
		s.State = model.SeasonSignup
		return muster(w, s)
	}
	_, err = Draw(w, s)
	return err
}

// closeSignup closes a sign-up and tells all who is in, when it begins, and the hash of the
// seed that will draw the groups.
func closeSignup(w *db.Work, s *model.Season) error {
	s.State = model.SeasonMustered
	w.DropDue(model.Due{Owner: model.DueOfSeason, ID: s.ID, What: model.DueMuster})
	w.DropDue(model.Due{Owner: model.DueOfSeason, ID: s.ID, What: model.DueTell, Of: string(model.NewsLater)})
	seasonDue(w, s, model.DueDraw, "", s.StartsAt)
	tell(w, s, model.NewsMuster)
	return w.SaveSeason(s)
}

// bringForward brings all that is to come of a season forward by as much as a date was early.
func bringForward(s *model.Season, now, planned time.Time) {
	early := planned.Sub(now)
	if early <= 0 {
		return
	}
	if s.MusterAt.After(now) {
		s.MusterAt = now
	}
	s.StartsAt, s.EndsAt = s.StartsAt.Add(-early), s.EndsAt.Add(-early)
}
