package memory

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/engine/rating"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// lookAtLeagues answers which leagues, seasons, entrants and groups there are.
func (w *command) lookAtLeagues(question any) any {
	switch q := question.(type) {
	case world.Leagues:
		return list(w.Leagues, func(_ int64, l model.League) bool { return fits(q.ID, l.ID) },
			func(a, b model.League) int { return cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)) })
	case world.Organisers:
		of := []int64{}
		for k := range w.Organisers {
			if k[0] == q.League {
				of = append(of, k[1])
			}
		}
		slices.Sort(of)
		return of
	case world.Seasons:
		return w.seasons(q)
	case world.Entrants:
		return w.entrants(q)
	case world.Groups:
		return w.groups(q)
	}
	return nil
}

// changeLeagues changes leagues, seasons, entrants and groups, and what is summed up over matches.
func (w *command) changeLeagues(change any) any {
	switch c := change.(type) {
	case *model.League:
		for _, other := range w.Leagues {
			if strings.EqualFold(other.Name, c.Name) {
				return (*model.League)(nil)
			}
		}
		c.ID, c.Name, c.CreatedAt = w.number("leagues", c.ID), engine.Tidy(c.Name), w.now
		w.Leagues[c.ID] = *c
		return row(w.Leagues, c.ID)
	case model.League:
		alter(w.Leagues, c.ID, func(l *model.League) { l.Rules, l.EndedAt = c.Rules, c.EndedAt })
	case world.Organise:
		k := [2]int64{c.League, c.Player}
		if w.Organisers[k] = true; c.Off {
			delete(w.Organisers, k)
		}
	case *model.Season:
		if len(w.seasons(world.Seasons{League: c.League, No: c.No})) > 0 {
			return (*model.Season)(nil)
		}
		c.ID = w.number("seasons", c.ID)
		w.Seasons[c.ID] = *c
		return row(w.Seasons, c.ID)
	case model.Season:
		w.Seasons[c.ID] = c
	case []model.Entrant:
		for _, e := range c {
			e.Name, e.Address = engine.Tidy(e.Name), model.Fit(e.Address)
			w.Entrants[[2]int64{e.Season, e.Player}] = e
		}
	case []model.LeagueMatch:
		for _, m := range c {
			m.State = model.GroupPlanned
			w.saveGroup(m)
		}
	case model.LeagueMatch:
		w.saveGroup(c)
	case world.Rate:
		w.Rated = append(w.Rated, c.Rated)
		for _, change := range c.Changes {
			w.Ratings[change.Key] = c.Now.Get(change.Key)
		}
	case world.Tally:
		w.tally(c)
	}
	return nil
}

func (w *command) seasons(q world.Seasons) []model.Season {
	return list(w.Seasons, func(_ int64, s model.Season) bool {
		return fits(q.ID, s.ID) && fits(q.League, s.League) && fits(q.No, s.No)
	}, func(a, b model.Season) int { return b.No - a.No })
}

func (w *command) entrants(q world.Entrants) []model.Entrant {
	return list(w.Entrants, func(_ [2]int64, e model.Entrant) bool {
		return fits(q.Season, e.Season) && fits(q.Player, e.Player) && !(q.Open && w.Seasons[e.Season].State == model.SeasonClosed)
	}, func(a, b model.Entrant) int {
		return cmp.Or(cmp.Compare(a.Season, b.Season), a.Division-b.Division, cmp.Compare(a.Player, b.Player))
	})
}

func (w *command) groups(q world.Groups) []model.LeagueMatch {
	out := list(w.Groups, func(_ [2]int64, m model.LeagueMatch) bool {
		return fits(q.Season, m.Season) && fits(q.Match, m.Match) && fits(q.No, m.No) && fits(q.State, m.State) &&
			(q.Players == nil || slices.ContainsFunc(m.Seats, func(s model.LeagueSeat) bool {
				return slices.Contains(q.Players, s.Player) || slices.Contains(q.Players, s.Drawn)
			}))
	}, func(a, b model.LeagueMatch) int { return cmp.Or(cmp.Compare(a.Season, b.Season), a.No-b.No) })
	for i := range out {
		out[i].Seats = slices.Clone(out[i].Seats) // the caller may change them
	}
	return out
}

func (w *command) saveGroup(m model.LeagueMatch) {
	m.Seats = slices.Clone(m.Seats)
	w.Groups[[2]int64{m.Season, int64(m.No)}] = m
}

// lookAtRatings answers what is summed up over matches.
func (w *command) lookAtRatings(question any) any {
	switch q := question.(type) {
	case world.RatingChanges:
		return w.ratingChanges(q)
	case world.TurnsOf:
		return w.turnsOf(q.Player)
	case world.NextRated:
		next := int64(1)
		for _, r := range w.Rated {
			if r.Match == q.Match {
				return int64(0)
			}
			next = max(next, r.No+1)
		}
		return next
	case world.Ratings:
		book := maps.Clone(w.Ratings)
		maps.DeleteFunc(book, func(k rating.Key, _ rating.Standing) bool {
			return len(q.Players) > 0 && !slices.Contains(q.Players, k.Player)
		})
		return book
	}
	return nil
}

func (w *command) ratingChanges(q world.RatingChanges) []model.RatingChange {
	out := []model.RatingChange{}
	for _, r := range slices.Backward(w.Rated) {
		var of []model.RatingChange
		for _, c := range r.Changes {
			if c.Player == q.Player && (q.Kind == "" || c.Kind == q.Kind) {
				of = append(of, model.RatingChange{No: r.No, Match: r.Match, Game: w.Matches[r.Match].Row.Game, Change: c})
			}
		}
		slices.SortFunc(of, func(a, b model.RatingChange) int { return cmp.Compare(a.Kind, b.Kind) })
		out = append(out, of...)
	}
	return out[:min(q.Most, len(out))]
}

func (w *command) turnsOf(player int64) rating.Turns {
	sum := rating.Turns{Player: player}
	for _, r := range w.Rated {
		for _, t := range r.Turns {
			if t.Player == player {
				sum.Made, sum.Missed = sum.Made+t.Made, sum.Missed+t.Missed
			}
		}
	}
	return sum
}

func (w *command) tally(c world.Tally) {
	if w.Tallied[c.Match.ID] {
		return
	}
	w.Tallied[c.Match.ID] = true
	for _, n := range c.Counts {
		k := TallyKey{c.Match.Game, c.Match.Edition, c.Seats, n.What, n.Key}
		n.N, n.Total = n.N+w.Tallies[k].N, n.Total+w.Tallies[k].Total
		w.Tallies[k] = n
	}
}
