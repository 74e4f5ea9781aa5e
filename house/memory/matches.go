package memory

import (
	"cmp"
	"maps"
	"slices"

	"pitpost.example/engine"
	"pitpost.example/model"
)

func (x matches) Table(id int64) (*model.Table, error) {
	m := x.w.Matches[id]
	if m == nil {
		return nil, model.ErrNoMatch
	}
	t := m.Table
	t.Seats = slices.Clone(m.Seats)
	x.tables[id] = &t
	return &t, nil
}

func (x matches) OpenTable(row model.Match, seats []model.Seat) (*model.Table, error) {
	row.ID = x.w.number("matches")
	x.w.Matches[row.ID] = &Match{Table: model.Table{Row: row, Match: row.Opened(x.w.Games(row.Game)), Seats: seats}}
	return x.Table(row.ID)
}

func (x matches) Append(t *model.Table, facts ...engine.Fact) {
	x.facts[t.Row.ID] = append(x.facts[t.Row.ID], facts...)
}

func (x matches) Say(match int64, by, words string) (int64, error) {
	id := x.w.number("words")
	x.w.Words[id] = Words{match, by, engine.TidyText(words), x.now}
	return id, nil
}

// saveTable keeps what has become of a table. Its facts are folded already.
func (x *state) saveTable(t *model.Table) {
	m := x.w.Matches[t.Row.ID]
	m.Row, m.Match, m.Seats = t.Row, t.Match, slices.Clone(t.Seats)
	m.Row.Note, m.Row.RefereeName, m.Row.RefereeAddress = engine.TidyText(m.Row.Note), engine.TidyText(m.Row.RefereeName), model.FitKey(m.Row.RefereeAddress)
	for i := range m.Seats {
		s := &m.Seats[i]
		s.Name, s.Address, s.Salt = engine.TidyText(s.Name), model.FitKey(s.Address), engine.TidyText(s.Salt)
	}
	m.Clocks, m.Plans = t.Clocks, t.Plans
	renamed := !maps.Equal(m.named, t.Row.Terms.Former)
	m.Facts = append(m.Facts, x.facts[t.Row.ID]...)
	if renamed {
		m.named = t.Row.Terms.Former
		m.renameSeats()
	}
}

// renameSeats calls seats in the facts as they are called now, and folds them anew.
func (m *Match) renameSeats() {
	m.Match = m.Row.Opened(m.Match.Game)
	for i, f := range m.Facts {
		f, err := engine.RenameFact(m.Match.Game, f, m.named)
		if err != nil {
			panic(err) // it was decoded before
		}
		m.Facts[i] = f
		m.Match.Apply(f)
	}
}

func (x matches) Hosts(all bool) ([]int64, error) {
	who := map[int64]bool{}
	for _, a := range x.w.Addresses {
		if all && a.Proved {
			who[a.Player] = true
		}
	}
	for _, m := range x.w.Matches {
		if !all && m.open() && m.Row.Referee != 0 {
			who[m.Row.Referee] = true
		}
		if s := m.Seat(m.Row.Host); !all && m.open() && s != nil && s.Player != 0 && s.State == model.SeatJoined {
			who[s.Player] = true
		}
	}
	return slices.Sorted(maps.Keys(who)), nil
}

func (x matches) SaidYes(player, host int64) (bool, error) {
	return len(x.w.matches(func(m *Match) bool {
		return host != 0 && m.HostPlayer() == host && m.sits(player, model.SeatJoined, model.SeatBot, model.SeatLeft)
	})) > 0, nil
}

func (x matches) CountOpened(player int64, rematches bool) (int, error) {
	return len(x.w.matches(func(m *Match) bool {
		s := m.Seat(0)
		counts := m.open() || rematches && m.Row.CreatedAt.After(x.now.Add(-day))
		theirs := s != nil && s.Player == player || m.Row.Referee == player
		return theirs && counts && m.Row.Terms.Rematch == rematches && m.Row.Terms.League == 0
	})), nil
}

func (x matches) OpenTables(most int) ([]int64, error) {
	all := x.w.matches(func(m *Match) bool { return m.Row.Phase == model.PhaseLobby && m.Row.Listed })
	slices.Reverse(all)
	return all[:min(len(all), most)], nil
}

func (x matches) Finished(player int64, most int) ([]int64, error) {
	all := x.w.matches(func(m *Match) bool {
		return m.Row.Phase == model.PhaseOver && m.sits(player, model.SeatJoined, model.SeatBot)
	})
	slices.SortFunc(all, func(a, b int64) int {
		return cmp.Or(x.w.Matches[b].Row.EndedAt.Compare(*x.w.Matches[a].Row.EndedAt), cmp.Compare(b, a))
	})
	return all[:min(len(all), most)], nil
}

func (x matches) MatchesOf(player int64) ([]int64, error) {
	return x.w.matches(func(m *Match) bool {
		late := m.Row.EndedAt != nil && m.Row.EndedAt.After(x.now.Add(-30*day)) && m.Row.StartedAt != nil
		return m.has(player) && (m.open() || late)
	}), nil
}

func (x matches) OpenMatchesOf(player int64) ([]int64, error) {
	return x.w.matches(func(m *Match) bool { return m.has(player) && m.open() }), nil
}

func (x matches) Acquainted(game string, players []int64) ([]int64, error) {
	return slices.DeleteFunc(slices.Sorted(slices.Values(players)), func(player int64) bool {
		return len(x.w.matches(func(m *Match) bool {
			return m.Row.Game == game && m.Row.StartedAt != nil && m.sits(player, model.SeatJoined, model.SeatBot)
		})) == 0
	}), nil
}

func (x matches) Watchers(match int64) ([]model.Watcher, error) {
	return list(x.w.Watches, func(k [2]int64, _ model.Watcher) bool { return k[0] == match },
		func(a, b model.Watcher) int { return cmp.Compare(a.Player, b.Player) }), nil
}

func (x matches) Watched(player int64) ([]int64, error) {
	return x.w.matches(func(m *Match) bool {
		_, yes := x.w.Watches[[2]int64{m.Row.ID, player}]
		return yes && m.open()
	}), nil
}

func (x matches) SaveWatcher(v model.Watcher) error {
	v.KnownAt = x.now
	x.w.Watches[[2]int64{v.Match, v.Player}] = v
	return nil
}

func (x matches) Unwatch(match, player int64) (bool, error) {
	return take(x.w.Watches, [2]int64{match, player}), nil
}

// matches returns the numbers of the matches that wanted accepts, sorted.
func (w *World) matches(wanted func(*Match) bool) []int64 {
	all := list(w.Matches, func(_ int64, m *Match) bool { return wanted(m) }, func(a, b *Match) int { return cmp.Compare(a.Row.ID, b.Row.ID) })
	return engine.MapList(all, func(m *Match) int64 { return m.Row.ID })
}

func (m *Match) open() bool   { return !m.Row.Phase.Ended() }
func (m *Match) played() bool { return m.Row.Phase.InPlay() }

// sits reports whether a player has a seat in one of these states.
func (m *Match) sits(player int64, states ...model.SeatState) bool {
	return slices.ContainsFunc(m.Seats, func(s model.Seat) bool { return s.Player == player && slices.Contains(states, s.State) })
}

// has reports whether a match is one of a player's: they sit in it, are invited, or are its referee.
func (m *Match) has(player int64) bool {
	return player != 0 && (m.sits(player, model.SeatInvited, model.SeatJoined, model.SeatBot) || m.Row.Referee == player)
}
