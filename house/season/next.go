package season

import (
	"time"

	"pitpost.example/db"
	"pitpost.example/engine/league"
	"pitpost.example/failpoint"
	"pitpost.example/model"
)

// nextOpens is when the season after one that is closed opens by itself.
func nextOpens(s *model.Season, rules *league.Rules) time.Time {
	return s.ClosedAt.Add(time.Duration(rules.Calendar.Pause) * 24 * time.Hour)
}

// Next opens the season after one that is closed: whoever played on to the end is in
// it unless they leave, with their name.
func (ls *Leagues) Next(w *db.Work, s *model.Season) (*model.Season, error) {
	l, err := w.League(s.League)
	if err != nil || s.State != model.SeasonClosed || l.EndedAt != nil {
		return nil, err
	}
	next, err := ls.OpenSeason(w, l, s.No+1, w.Now())
	if err != nil || next == nil { // nil: it was opened by hand
		return nil, err
	}
	w.DropDue(model.Due{Owner: model.DueOfSeason, ID: s.ID, What: model.DueNext})
	all, err := w.Entrants(s.ID)
	if err != nil {
		return nil, err
	}
	groups, err := w.LeagueMatches(s.ID)
	if err != nil {
		return nil, err
	}
	played := playedOn(groups)
	var on []model.Entrant
	for _, e := range all {
		if e.State == model.EntrantLate || e.State == model.EntrantSubstitute || e.State == model.EntrantEntered && played(e.Player) {
			state := model.EntrantEntered
			if e.State == model.EntrantSubstitute {
				state = e.State
			}
			on = append(on, model.Entrant{Season: next.ID, Player: e.Player, Name: e.Name, Address: e.Address, State: state, JoinedAt: w.Now()})
		}
	}
	if err := w.SaveEntrants(on...); err != nil {
		return nil, err
	}
	failpoint.At("league.opened")
	tell(w, next, model.NewsOpens)
	return next, nil
}

// playedOn says of a player whether they held a seat of theirs to the end, or had none that
// was played: who let bots play all their matches is not in the next season by itself.
func playedOn(groups []model.LeagueMatch) func(player int64) bool {
	had, held := map[int64]bool{}, map[int64]bool{}
	for _, m := range groups {
		if m.State != model.GroupOver {
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

// OpenSeason opens the sign-up of a season; nil if the league has a season of that number.
func (ls *Leagues) OpenSeason(w *db.Work, l *model.League, no int, opens time.Time) (*model.Season, error) {
	rules, err := league.ReadRules(l.Rules)
	if err != nil {
		return nil, err
	}
	dates := rules.Dates(opens)
	s := model.Season{League: l.ID, No: no, State: model.SeasonSignup, Rules: l.Rules, OpenedAt: opens, MusterAt: dates.Muster, StartsAt: dates.Draw, EndsAt: dates.Close}
	if err := ls.Random(s.Seed[:]); err != nil {
		return nil, err
	}
	made, err := w.NewSeason(s)
	if err != nil || made == nil {
		return nil, err
	}
	seasonDue(w, made, model.DueMuster, "", made.MusterAt)
	return made, nil
}
