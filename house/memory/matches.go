package memory

import (
	"cmp"
	"maps"
	"slices"

	"pitpost.example/engine"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// lookAtMatches answers who hosts, opens, plays and follows matches.
func (w *command) lookAtMatches(question any) any {
	switch q := question.(type) {
	case world.Table:
		return w.Matches[q.ID].own()
	case world.Hosts:
		return w.hosts(q)
	case world.SaidYes:
		return len(w.matches(func(m *Match) bool {
			return q.Host != 0 && m.HostPlayer() == q.Host && m.sits(q.Player, model.SeatJoined, model.SeatBot, model.SeatLeft)
		})) > 0
	case world.Opened:
		return len(w.matches(func(m *Match) bool {
			s := m.Seat(0)
			counts := m.open() || q.Rematches && m.Row.CreatedAt.After(w.now.Add(-day))
			return (s != nil && s.Player == q.Player || m.Row.Referee == q.Player) && counts && m.Row.Terms.Rematch == q.Rematches && m.Row.Terms.League == 0
		}))
	case world.MatchesOf:
		return w.matches(func(m *Match) bool {
			late := !q.Open && m.Row.EndedAt != nil && m.Row.EndedAt.After(w.now.Add(-30*day)) && m.Row.StartedAt != nil
			theirs := m.sits(q.Player, model.SeatInvited, model.SeatJoined, model.SeatBot) || q.Player != 0 && m.Row.Referee == q.Player
			return theirs && (m.open() || late)
		})
	case world.Acquainted:
		return slices.DeleteFunc(slices.Sorted(slices.Values(q.Players)), func(player int64) bool {
			return len(w.matches(func(m *Match) bool {
				return m.Row.Game == q.Game && m.Row.StartedAt != nil && m.sits(player, model.SeatJoined, model.SeatBot)
			})) == 0
		})
	case world.Watchers:
		return list(w.Watches, func(k [2]int64, _ model.Watcher) bool { return k[0] == q.Match },
			func(a, b model.Watcher) int { return cmp.Compare(a.Player, b.Player) })
	case world.Watched:
		return w.matches(func(m *Match) bool {
			_, yes := w.Watches[[2]int64{m.Row.ID, q.Player}]
			return yes && m.open()
		})
	}
	return nil
}

func (w *command) hosts(q world.Hosts) []int64 {
	who := map[int64]bool{}
	for _, a := range w.Addresses {
		if q.All && a.Proved {
			who[a.Player] = true
		}
	}
	for _, m := range w.Matches {
		if !q.All && m.open() && m.Row.Referee != 0 {
			who[m.Row.Referee] = true
		}
		if s := m.Seat(m.Row.Host); !q.All && m.open() && s != nil && s.Player != 0 && s.State == model.SeatJoined {
			who[s.Player] = true
		}
	}
	return slices.Sorted(maps.Keys(who))
}

func (w *command) openTable(c *world.OpenTable) *model.Table {
	c.Row.ID = w.number("matches", c.Row.ID)
	m := &Match{Table: model.Table{Row: c.Row, Match: c.Row.Opened(w.Games(c.Row.Game))}}
	w.Matches[c.Row.ID] = m
	return m.own()
}

func (w *command) saveTable(c world.SaveTable) {
	m := w.Matches[c.Row.ID]
	m.Row, m.Seats = c.Row, slices.Clone(c.Seats)
	m.Row.Note, m.Row.RefereeName, m.Row.RefereeAddress = engine.Tidy(m.Row.Note), engine.Tidy(m.Row.RefereeName), model.Fit(m.Row.RefereeAddress)
	for i := range m.Seats {
		s := &m.Seats[i]
		s.Name, s.Address, s.Salt = engine.Tidy(s.Name), model.Fit(s.Address), engine.Tidy(s.Salt)
	}
	m.Clocks, m.Plans = c.Clocks, c.Plans
	m.Facts = append(m.Facts, c.Facts...)
	for _, f := range c.Facts {
		if m.Match.Seq < f.Seq {
			m.Match.Apply(f)
		}
	}
}

// matches returns the numbers of the matches that wanted accepts, sorted.
func (w *World) matches(wanted func(*Match) bool) []int64 {
	all := list(w.Matches, func(_ int64, m *Match) bool { return wanted(m) }, func(a, b *Match) int { return cmp.Compare(a.Row.ID, b.Row.ID) })
	return engine.Each(all, func(m *Match) int64 { return m.Row.ID })
}

// own returns a table for a command to change in place; nil for no match.
func (m *Match) own() *model.Table {
	if m == nil {
		return nil
	}
	t := m.Table
	t.Seats = slices.Clone(m.Seats)
	return &t
}

func (m *Match) open() bool { return !m.Row.Phase.Ended() }

func (m *Match) played() bool { return m.Row.Phase.InPlay() }

// sits reports whether a player has a seat in one of these states.
func (m *Match) sits(player int64, states ...model.SeatState) bool {
	return slices.ContainsFunc(m.Seats, func(s model.Seat) bool { return s.Player == player && slices.Contains(states, s.State) })
}
