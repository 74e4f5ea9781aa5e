package house

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"pitpost/db"
	"pitpost/engine/league"
	"pitpost/failpoint"
)

// Standings are a season's table as it stands.
func (h *House) Standings(ctx context.Context, s *db.Season) ([]league.Row, error) {
	all, err := h.DB.Entrants(ctx, s.ID)
	if err != nil {
		return nil, err
	}
	groups, err := h.DB.LeagueMatches(ctx, s.ID)
	if err != nil {
		return nil, err
	}
	return tableOf(s, all, groups)
}

// tableIn is Standings inside a transaction.
func tableIn(w *db.Work, s *db.Season) ([]league.Row, error) {
	all, err := w.Entrants(s.ID)
	if err != nil {
		return nil, err
	}
	groups, err := w.LeagueMatches(s.ID)
	if err != nil {
		return nil, err
	}
	return tableOf(s, all, groups)
}

func tableOf(s *db.Season, all []db.Entrant, groups []db.LeagueMatch) ([]league.Row, error) {
	rules, err := rulesOf(s)
	if err != nil {
		return nil, err
	}
	var who []league.Standing
	for _, e := range all {
		if e.State == "entered" || e.State == "dropped" || e.State == "substitute" {
			who = append(who, league.Standing{Name: e.Name, Division: e.Division, Left: e.State == "dropped"})
		}
	}
	var results []league.Result
	for _, m := range groups {
		if m.Result == nil {
			continue
		}
		var r league.Result
		if err := json.Unmarshal(m.Result, &r); err != nil {
			return nil, fmt.Errorf("result of group %d of season %d: %w", m.No, s.ID, err)
		}
		results = append(results, r)
	}
	return league.Table(&rules, s.Seed, s.No, who, results), nil
}

// shutSeason ends a season all of whose groups are over: places, who goes up and down, a
// letter to all, and the day on which the next one opens.
func (h *House) shutSeason(w *db.Work, s *db.Season) error {
	if s.State != "closing" {
		return nil
	}
	if _, running, err := w.LeagueOpen(s.ID); err != nil || running > 0 {
		return err
	}
	table, err := tableIn(w, s)
	if err != nil {
		return err
	}
	rows := map[string]league.Row{}
	for _, r := range table {
		rows[r.Name] = r
	}
	all, err := w.Entrants(s.ID)
	if err != nil {
		return err
	}
	for i := range all {
		if r, ok := rows[all[i].Name]; ok && all[i].Division > 0 {
			all[i].Place, all[i].Onward = r.Rank, r.Division-r.Move
		}
	}
	if err := w.SaveEntrants(all...); err != nil {
		return err
	}
	failpoint.At("league.placed")
	rules, err := rulesOf(s)
	if err != nil {
		return err
	}
	now := w.Now()
	s.State, s.ClosedAt = "closed", &now
	l, err := w.League(s.League)
	if err != nil {
		return err
	}
	if l.EndedAt == nil {
		seasonDue(w, s, "next", nextOpens(s, &rules))
	}
	tellSeason(w, s, "closed")
	return w.SaveSeason(s)
}

// nextOpens is when the season after one that is closed opens by itself.
func nextOpens(s *db.Season, rules *league.Rules) time.Time {
	return s.ClosedAt.Add(time.Duration(rules.Calendar.Pause) * 24 * time.Hour)
}

// nextSeason opens the season after one that is closed: whoever played on to the end is in
// it unless they leave, with their name.
func (h *House) nextSeason(w *db.Work, s *db.Season) (*db.Season, error) {
	l, err := w.League(s.League)
	if err != nil || s.State != "closed" || l.EndedAt != nil {
		return nil, err
	}
	next, err := h.openSeason(w, l, s.No+1, w.Now())
	if err != nil || next == nil { // nil: it was opened by hand
		return nil, err
	}
	w.DropDue(0, int(s.ID), "season:next")
	all, err := w.Entrants(s.ID)
	if err != nil {
		return nil, err
	}
	groups, err := w.LeagueMatches(s.ID)
	if err != nil {
		return nil, err
	}
	played := playedOn(groups)
	var on []db.Entrant
	for _, e := range all {
		if e.State == "late" || e.State == "substitute" || e.State == "entered" && played(e.Player) {
			state := "entered"
			if e.State == "substitute" {
				state = e.State
			}
			on = append(on, db.Entrant{Season: next.ID, Player: e.Player, Name: e.Name, Address: e.Address, State: state, JoinedAt: w.Now()})
		}
	}
	if err := w.SaveEntrants(on...); err != nil {
		return nil, err
	}
	failpoint.At("league.opened")
	tellSeason(w, next, "opens")
	return next, nil
}

// playedOn says of a player whether they held a seat of theirs to the end, or had none that
// was played: who let bots play all their matches is not in the next season by itself.
func playedOn(groups []db.LeagueMatch) func(player int64) bool {
	had, held := map[int64]bool{}, map[int64]bool{}
	for _, m := range groups {
		if m.State != "over" {
			continue
		}
		for _, o := range m.Seats {
			had[o.Drawn] = true
			if o.Drawn == o.Player {
				held[o.Player] = true
			}
		}
	}
	return func(player int64) bool { return held[player] || !had[player] }
}

// openSeason opens the sign-up of a season; nil if the league has a season of that number.
func (h *House) openSeason(w *db.Work, l *db.League, no int, opens time.Time) (*db.Season, error) {
	rules, err := league.ReadRules(l.Rules)
	if err != nil {
		return nil, err
	}
	dates := rules.Dates(opens)
	s := db.Season{League: l.ID, No: no, State: "signup", Rules: l.Rules, OpenedAt: opens, MusterAt: dates.Muster, StartsAt: dates.Draw, EndsAt: dates.Close}
	if err := h.random(s.Seed[:]); err != nil {
		return nil, err
	}
	made, err := w.NewSeason(s)
	if err != nil || made == nil {
		return nil, err
	}
	seasonDue(w, made, "muster", made.MusterAt)
	return made, nil
}
