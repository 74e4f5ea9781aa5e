package season

import (
	"time"

	"pitpost.example/engine/league"
	"pitpost.example/failpoint"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// nextOpens is when the season after one that is closed opens by itself.
func nextOpens(s *model.Season, rules *league.Rules) time.Time {
	return s.ClosedAt.Add(time.Duration(rules.Calendar.Pause) * 24 * time.Hour)
}

// Next opens the season after one that is closed: whoever played on to the end is in
// it unless they leave, with their name.
func (ls *Leagues) Next(w *world.Tx, s *model.Season) *model.Season {
	l := world.Get(w, world.League{ID: s.League})
	if s.State != model.SeasonClosed || l.EndedAt != nil {
		return nil
	}
	next := ls.OpenSeason(w, l, s.No+1, w.Now())
	if next == nil { // nil: it was opened by hand
		return nil
	}
	w.DropDue(model.Due{Owner: model.DueOfSeason, ID: s.ID, What: model.DueNext})
	all := world.Get(w, world.Entrants{Season: s.ID})
	groups := world.Get(w, world.Groups{Season: s.ID})
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
	w.SaveEntrants(on...)
	failpoint.At("league.opened")
	tell(w, next, model.NewsOpens)
	return next
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
func (ls *Leagues) OpenSeason(w *world.Tx, l *model.League, no int, opens time.Time) *model.Season {
	rules, err := league.ReadRules(l.Rules)
	if err != nil {
		panic(world.Fault{Err: err})
	}
	dates := rules.Dates(opens)
	s := model.Season{League: l.ID, No: no, State: model.SeasonSignup, Rules: l.Rules, OpenedAt: opens, MusterAt: dates.Muster, StartsAt: dates.Draw, EndsAt: dates.Close}
	ls.Random(s.Seed[:])
	made := w.NewSeason(s)
	if err != nil || made == nil {
		if err != nil {
			panic(world.Fault{Err: err})
		}
		return nil
	}
	seasonDue(w, made, model.DueMuster, "", made.MusterAt)
	return made
}
