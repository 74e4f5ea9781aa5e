package house

import (
	"strconv"
	"strings"
	"time"

	"pitpost/db"
)

// noHost is the host's chair of a league's match: nobody sits in it.
const noHost = -1

// longestSignup is how long a sign-up is prolonged for want of players before the league ends.
const longestSignup = 12 * 7 * 24 * time.Hour

// doSeason does what is due for a season: its turns from sign-up to close, its groups'
// starts and ends, and its letters to all. The season is held, so that of two processes one
// acts and the other sees that it is done.
func (h *House) doSeason(w *db.Work, d db.Due) error {
	s, err := w.LockSeason(int64(d.Seat))
	if err != nil || s == nil {
		return err
	}
	what, rest, _ := strings.Cut(strings.TrimPrefix(d.What, "season:"), ":")
	no, _ := strconv.ParseInt(rest, 10, 64)
	switch what {
	case "muster":
		return muster(w, s)
	case "draw":
		if s.State != "mustered" {
			return nil
		}
		return h.drawOnTime(w, s)
	case "start":
		return h.startGroup(w, s, int(no))
	case "ended":
		return h.groupEnded(w, s, no)
	case "late":
		return h.drawLate(w, s)
	case "close":
		return h.closeSeason(w, s)
	case "finish":
		return h.finishGroup(w, s, int(no))
	case "shut":
		return h.shutSeason(w, s)
	case "next":
		_, err := h.nextSeason(w, s)
		return err
	case "tell":
		return tellBatch(w, s, rest, d.Data)
	case "week":
		return h.seasonWeek(w, s, d.Data)
	}
	return nil
}

// seasonDue makes something of a season due.
func seasonDue(w *db.Work, s *db.Season, what string, at time.Time) {
	w.SetDue(db.Due{Seat: int(s.ID), What: "season:" + what, At: at})
}

// muster closes a sign-up whose time is out; one with too few players is prolonged by a
// week, and after some of those the league ends.
func muster(w *db.Work, s *db.Season) error {
	if s.State != "signup" {
		return nil
	}
	in, err := enteredIn(w, s)
	if err != nil {
		return err
	}
	least, err := leastEntrants(s)
	if err != nil {
		return err
	}
	if len(in) >= least {
		return mustered(w, s)
	}
	const week = 7 * 24 * time.Hour
	l, err := w.League(s.League)
	if err != nil {
		return err
	}
	if s.MusterAt.Add(week).Sub(s.OpenedAt) > longestSignup {
		now := w.Now()
		l.EndedAt, s.State, s.ClosedAt = &now, "closed", &now
		tellSeason(w, s, "cancelled")
		return firstError(w.SaveLeague(l), w.SaveSeason(s))
	}
	s.MusterAt, s.StartsAt, s.EndsAt = s.MusterAt.Add(week), s.StartsAt.Add(week), s.EndsAt.Add(week)
	seasonDue(w, s, "muster", s.MusterAt)
	tellSeason(w, s, "later")
	return w.SaveSeason(s)
}

// drawOnTime draws a season on its day; where too many have left again its sign-up is opened
// once more.
func (h *House) drawOnTime(w *db.Work, s *db.Season) error {
	in, err := enteredIn(w, s)
	if err != nil {
		return err
	}
	least, err := leastEntrants(s)
	if err != nil {
		return err
	}
	if len(in) < least {
		s.State = "signup"
		return muster(w, s)
	}
	_, err = h.drawSeason(w, s)
	return err
}

// mustered closes the sign-up and tells all who is in, when it begins, and the hash of the
// seed that will draw the groups.
func mustered(w *db.Work, s *db.Season) error {
	s.State = "mustered"
	w.DropDue(0, int(s.ID), "season:muster")
	w.DropDue(0, int(s.ID), "season:tell:later")
	seasonDue(w, s, "draw", s.StartsAt)
	tellSeason(w, s, "muster")
	return w.SaveSeason(s)
}

// enteredIn lists who plays in a season from the start.
func enteredIn(w *db.Work, s *db.Season) ([]db.Entrant, error) {
	all, err := w.Entrants(s.ID)
	if err != nil {
		return nil, err
	}
	var in []db.Entrant
	for _, e := range all {
		if e.State == "entered" {
			in = append(in, e)
		}
	}
	return in, nil
}
