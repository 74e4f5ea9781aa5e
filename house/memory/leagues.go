package memory

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/engine/rating"
	"pitpost.example/engine/tally"
	"pitpost.example/model"
)

func (x leagues) Leagues() ([]model.League, error) {
	return list(x.w.Leagues, func(int64, model.League) bool { return true },
		func(a, b model.League) int { return cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)) }), nil
}

func (x leagues) League(id int64) (*model.League, error) { return row(x.w.Leagues, id), nil }

func (x leagues) AddLeague(l model.League) (*model.League, error) {
	for _, other := range x.w.Leagues {
		if strings.EqualFold(other.Name, l.Name) {
			return nil, nil
		}
	}
	l.ID, l.Name, l.CreatedAt = x.w.number("leagues"), engine.TidyText(l.Name), x.now
	x.w.Leagues[l.ID] = l
	return &l, nil
}

func (x leagues) SaveLeague(c model.League) error {
	alter(x.w.Leagues, c.ID, func(l *model.League) { l.Rules, l.EndedAt = c.Rules, c.EndedAt })
	return nil
}

func (x leagues) Organisers(league int64) ([]int64, error) {
	of := []int64{}
	for k := range x.w.Organisers {
		if k[0] == league {
			of = append(of, k[1])
		}
	}
	slices.Sort(of)
	return of, nil
}

func (x leagues) SetOrganiser(league, player int64, off bool) error {
	k := [2]int64{league, player}
	if x.w.Organisers[k] = true; off {
		delete(x.w.Organisers, k)
	}
	return nil
}

func (x leagues) Season(id int64) (*model.Season, error)     { return row(x.w.Seasons, id), nil }
func (x leagues) LockSeason(id int64) (*model.Season, error) { return x.Season(id) }

func (x leagues) SeasonOf(league int64, no int) (*model.Season, error) {
	return first(list(x.w.Seasons, func(_ int64, s model.Season) bool { return s.League == league && fits(no, s.No) },
		func(a, b model.Season) int { return b.No - a.No })), nil
}

func (x leagues) AddSeason(s model.Season) (*model.Season, error) {
	if same, _ := x.SeasonOf(s.League, s.No); same != nil {
		return nil, nil
	}
	s.ID = x.w.number("seasons")
	return &s, x.SaveSeason(s)
}

func (x leagues) SaveSeason(s model.Season) error {
	x.w.Seasons[s.ID] = s
	return nil
}

func (x leagues) Entrants(season int64) ([]model.Entrant, error) {
	return x.entrants(func(e model.Entrant) bool { return e.Season == season })
}

func (x leagues) Entrant(season, player int64) (*model.Entrant, error) {
	return row(x.w.Entrants, [2]int64{season, player}), nil
}

func (x leagues) OpenEntries(player int64) ([]model.Entrant, error) {
	return x.entrants(func(e model.Entrant) bool {
		return e.Player == player && x.w.Seasons[e.Season].State != model.SeasonClosed
	})
}

func (x *state) entrants(wanted func(model.Entrant) bool) ([]model.Entrant, error) {
	return list(x.w.Entrants, func(_ [2]int64, e model.Entrant) bool { return wanted(e) }, func(a, b model.Entrant) int {
		return cmp.Or(cmp.Compare(a.Season, b.Season), a.Division-b.Division, cmp.Compare(a.Player, b.Player))
	}), nil
}

func (x leagues) SaveEntrants(all []model.Entrant) error {
	for _, e := range all {
		e.Name, e.Address = engine.TidyText(e.Name), model.FitKey(e.Address)
		x.w.Entrants[[2]int64{e.Season, e.Player}] = e
	}
	return nil
}

func (x leagues) Groups(f model.GroupFilter) ([]model.LeagueMatch, error) {
	out := list(x.w.Groups, func(_ [2]int64, m model.LeagueMatch) bool {
		theirs := f.Players == nil || slices.ContainsFunc(m.Seats, func(s model.LeagueSeat) bool {
			return slices.Contains(f.Players, s.Player) || slices.Contains(f.Players, s.Drawn)
		})
		return theirs && fits(f.Season, m.Season) && fits(f.Match, m.Match) && fits(f.No, m.No) && fits(f.State, m.State)
	}, func(a, b model.LeagueMatch) int { return cmp.Or(cmp.Compare(a.Season, b.Season), a.No-b.No) })
	for i := range out {
		out[i].Seats = slices.Clone(out[i].Seats) // the caller may change them
	}
	return out, nil
}

func (x leagues) AddGroups(all []model.LeagueMatch) error {
	for _, m := range all {
		m.State = model.GroupPlanned
		_ = x.SaveGroup(m)
	}
	return nil
}

func (x leagues) SaveGroup(m model.LeagueMatch) error {
	m.Seats = slices.Clone(m.Seats)
	x.w.Groups[[2]int64{m.Season, int64(m.No)}] = m
	return nil
}

func (x leagues) NextRated(match int64) (int64, error) {
	next := int64(1)
	for _, r := range x.w.Rated {
		if r.Match == match {
			return 0, nil
		}
		next = max(next, r.No+1)
	}
	return next, nil
}

func (x leagues) Rate(r model.Rated, now rating.Book) error {
	x.w.Rated = append(x.w.Rated, r)
	for _, c := range r.Changes {
		x.w.Ratings[c.Key] = now.Get(c.Key)
	}
	return nil
}

func (x leagues) Ratings(players ...int64) (rating.Book, error) {
	book := maps.Clone(x.w.Ratings)
	maps.DeleteFunc(book, func(k rating.Key, _ rating.Standing) bool {
		return len(players) > 0 && !slices.Contains(players, k.Player)
	})
	return book, nil
}

func (x leagues) RatingChanges(player int64, kind string, most int) ([]model.RatingChange, error) {
	out := []model.RatingChange{}
	for _, r := range slices.Backward(x.w.Rated) {
		var of []model.RatingChange
		for _, c := range r.Changes {
			if c.Player == player && (kind == "" || c.Kind == kind) {
				of = append(of, model.RatingChange{No: r.No, Match: r.Match, Game: x.w.Matches[r.Match].Row.Game, Change: c})
			}
		}
		slices.SortFunc(of, func(a, b model.RatingChange) int { return cmp.Compare(a.Kind, b.Kind) })
		out = append(out, of...)
	}
	return out[:min(most, len(out))], nil
}

func (x leagues) TurnsOf(player int64) (rating.Turns, error) {
	sum := rating.Turns{Player: player}
	for _, r := range x.w.Rated {
		for _, t := range r.Turns {
			if t.Player == player {
				sum.Made, sum.Missed = sum.Made+t.Made, sum.Missed+t.Missed
			}
		}
	}
	return sum, nil
}

func (x leagues) Tally(m model.Match, seats int, counts []tally.Count) error {
	if x.w.Tallied[m.ID] {
		return nil
	}
	x.w.Tallied[m.ID] = true
	for _, n := range counts {
		k := TallyKey{m.Game, m.Edition, seats, n.What, n.Key}
		n.N, n.Total = n.N+x.w.Tallies[k].N, n.Total+x.w.Tallies[k].Total
		x.w.Tallies[k] = n
	}
	return nil
}
