package season

import (
	"time"

	"pitpost.example/house/world"
	"pitpost.example/model"
)

// longestSignup is how long a sign-up is prolonged for want of players before the league ends.
const longestSignup = 12 * 7 * 24 * time.Hour

// Muster closes a sign-up now; all that is to come is brought forward by as much.
func Muster(w *world.Tx, s *model.Season) {
	bringForward(s, w.Now(), s.MusterAt)
	closeSignup(w, s)
}

// Enough says how many entrants a season needs to begin, and whether it has them.
func Enough(w *world.Tx, s *model.Season) (least int, enough bool) {
	in := EnteredIn(w, s)
	rules, err := rulesOf(s)
	if err != nil {
		panic(world.Fault{Err: err})
	}
	return rules.Least, len(in) >= rules.Least
}

// EnteredIn lists who plays in a season from the start.
func EnteredIn(w *world.Tx, s *model.Season) []model.Entrant {
	all := world.Get(w, world.Entrants{Season: s.ID})
	var in []model.Entrant
	for _, e := range all {
		if e.State == model.EntrantEntered {
			in = append(in, e)
		}
	}
	return in
}

// muster closes a sign-up whose time is out; one with too few players is prolonged by a
// week, and after some of those the league ends.
func muster(w *world.Tx, s *model.Season) {
	if s.State != model.SeasonSignup {
		return
	}
	_, enough := Enough(w, s)
	if enough {
		closeSignup(w, s)
		return
	}
	const week = 7 * 24 * time.Hour
	l := world.Get(w, world.League{ID: s.League})
	if s.MusterAt.Add(week).Sub(s.OpenedAt) > longestSignup {
		now := w.Now()
		l.EndedAt, s.State, s.ClosedAt = &now, model.SeasonClosed, &now
		tell(w, s, model.NewsCancelled)
		w.Do(world.SaveLeague{League: *l})
		w.Do(world.SaveSeason{Season: *s})
		return
	}
	s.MusterAt, s.StartsAt, s.EndsAt = s.MusterAt.Add(week), s.StartsAt.Add(week), s.EndsAt.Add(week)
	seasonDue(w, s, model.DueMuster, "", s.MusterAt)
	tell(w, s, model.NewsLater)
	w.Do(world.SaveSeason{Season: *s})
}

// drawOnTime draws a season on its day; where too many have left again its sign-up is opened
// once more.
func drawOnTime(w *world.Tx, s *model.Season) {
	_, enough := Enough(w, s)
	if !enough {
		s.State = model.SeasonSignup
		muster(w, s)
		return
	}
	Draw(w, s)
}

// closeSignup closes a sign-up and tells all who is in, when it begins, and the hash of the
// seed that will draw the groups.
func closeSignup(w *world.Tx, s *model.Season) {
	s.State = model.SeasonMustered
	w.DropDue(model.Due{Owner: model.DueOfSeason, ID: s.ID, What: model.DueMuster})
	w.DropDue(model.Due{Owner: model.DueOfSeason, ID: s.ID, What: model.DueTell, Of: string(model.NewsLater)})
	seasonDue(w, s, model.DueDraw, "", s.StartsAt)
	tell(w, s, model.NewsMuster)
	w.Do(world.SaveSeason{Season: *s})
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
