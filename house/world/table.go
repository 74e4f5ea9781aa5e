package world

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
	"time"

	"pitpost.example/engine"
	"pitpost.example/model"
)

// table is a match that the command works on, and the facts added to it so far.
type table struct {
	*model.Table
	appended []engine.Fact
}

// Changes to a table: a match and everything that belongs to it.

type (
	// OpenTable creates a match and answers with it. SaveTable saves its seats later.
	OpenTable struct{ Row model.Match }
	// SaveTable keeps what has become of a match. Facts are the new ones, already numbered and stamped.
	SaveTable struct {
		Row    model.Match
		Seats  []model.Seat
		Clocks []model.Clock
		Plans  map[int][]model.Plan
		Facts  []engine.Fact
	}
	// Say keeps what somebody said and answers with its number.
	Say struct {
		ID        int64
		Match     int64
		By, Words string
	}
)

// addTable puts a match among the tables of this command. Seats are copied, because the command changes them in
// place.
func (x *Tx) addTable(m *Match) *table {
	own := m.Table
	own.Seats = slices.Clone(m.Seats)
	t := &table{Table: &own}
	x.tables[m.Row.ID] = t
	return t
}

// Hosts lists, once each, the players who host a match that is not over. With All it lists every player who
// has proved an address.
type Hosts struct{ All bool }

func (q Hosts) In(w *World, _ time.Time) []int64 {
	who := map[int64]bool{}
	for _, a := range w.Addresses {
		if q.All && a.Proved {
			who[a.Player] = true
		}
	}
	for _, m := range w.Matches {
		if s := m.Seat(m.Row.Host); !q.All && m.open() && s != nil && s.Player != 0 && s.State == model.SeatJoined {
			who[s.Player] = true
		}
	}
	return slices.Sorted(maps.Keys(who))
}

// SaidYes reports whether a player ever took a seat in a match of this host.
type SaidYes struct{ Player, Host int64 }

func (q SaidYes) In(w *World, _ time.Time) bool {
	return len(w.matches(func(m *Match) bool {
		host := m.Seat(m.Row.Host)
		return host != nil && host.Player == q.Host && m.sits(q.Player, model.SeatJoined, model.SeatBot, model.SeatLeft)
	})) > 0
}

// Opened counts the matches that a player opened and that are not over: rematches, or all others. League
// groups do not count.
type Opened struct {
	Player    int64
	Rematches bool
}

func (q Opened) In(w *World, _ time.Time) int {
	return len(w.matches(func(m *Match) bool {
		s := m.Seat(0)
		return s != nil && s.Player == q.Player && m.open() && m.Row.Terms.Rematch == q.Rematches && m.Row.Terms.League == 0
	}))
}

// MatchesOf lists a player's matches that are waiting, running or paused, and unless Open is set those that
// ended in the last thirty days.
type MatchesOf struct {
	Player int64
	Open   bool
}

func (q MatchesOf) In(w *World, now time.Time) []int64 {
	return w.matches(func(m *Match) bool {
		late := !q.Open && m.Row.EndedAt != nil && m.Row.EndedAt.After(now.Add(-30*day)) && m.Row.StartedAt != nil
		return m.sits(q.Player, model.SeatInvited, model.SeatJoined, model.SeatBot) && (m.open() || late)
	})
}

// Acquainted returns, in order, those of Players who have a seat in a match of this game that has started.
type Acquainted struct {
	Game    string
	Players []int64
}

func (q Acquainted) In(w *World, _ time.Time) []int64 {
	return slices.DeleteFunc(slices.Sorted(slices.Values(q.Players)), func(player int64) bool {
		return len(w.matches(func(m *Match) bool {
			return m.Row.Game == q.Game && m.Row.StartedAt != nil && m.sits(player, model.SeatJoined, model.SeatBot)
		})) == 0
	})
}

// Table returns a match with everything that belongs to it. It is read once and locked until the transaction
// ends. If there is none, the command ends with ErrNoMatch.
func (x *Tx) Table(id int64) *model.Table {
	t := x.FindTable(id)
	if t == nil {
		stop(model.ErrNoMatch)
	}
	return t
}

// FindTable is like Table but returns nil if there is no such match.
func (x *Tx) FindTable(id int64) *model.Table {
	if t := x.tables[id]; t != nil {
		return t.Table
	}
	x.look(Table{id})
	m := x.sight.Matches[id]
	if m == nil {
		return nil
	}
	return x.addTable(m).Table
}

// OpenTable creates a match with its first seats and gives it a number.
func (x *Tx) OpenTable(row model.Match, seats []model.Seat) *model.Table {
	if row.Options == nil {
		row.Options = map[string]string{}
	}
	t := x.addTable(Tell(x, &OpenTable{row}))
	t.Seats = seats
	return t.Table
}

// Append adds facts to the log of a table. It numbers them, stamps them with Now and folds them into t.Match;
// they are written when the command ends.
func (x *Tx) Append(t *model.Table, facts ...engine.Fact) {
	own := x.tables[t.Row.ID]
	for _, f := range facts {
		t.Row.Seq++
		f.Seq, f.At = t.Row.Seq, model.Micro(x.Now().UTC())
		f = Must(asStored(t.Match.Game, f))
		t.Match.Apply(f)
		own.appended = append(own.appended, f)
	}
}

// Appended returns the facts that this command has added to a table.
func (x *Tx) Appended(t *model.Table) []engine.Fact { return x.tables[t.Row.ID].appended }

// Say keeps what somebody said, which is no fact, and returns its number.
func (x *Tx) Say(t *model.Table, by, words string) int64 {
	return Tell(x, &Say{Match: t.Row.ID, By: by, Words: words})
}

func (c *OpenTable) tell(w *World, _ time.Time) *Match {
	c.Row.ID = w.number("matches", c.Row.ID)
	m := &Match{Table: model.Table{Row: c.Row}}
	if w.Games != nil {
		m.Match = c.Row.Opened(w.Games(c.Row.Game))
	}
	w.Matches[c.Row.ID] = m
	return m
}

func (c SaveTable) apply(w *World, _ time.Time) {
	m := w.Matches[c.Row.ID]
	m.Row, m.Seats = c.Row, slices.Clone(c.Seats)
	m.Row.Note = engine.Tidy(m.Row.Note)
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

func (c *Say) tell(w *World, now time.Time) int64 {
	c.ID = w.number("words", c.ID)
	w.Words[c.ID] = Words{c.Match, c.By, engine.Tidy(c.Words), now}
	return c.ID
}

// asStored returns f as it will be read back from the log, so that the fold never knows more than the log.
func asStored(game engine.Game, f engine.Fact) (engine.Fact, error) {
	f.Version = cmp.Or(f.Version, 1)
	data, err := f.Data()
	if err != nil {
		return f, err
	}
	if tidy := engine.TidyJSON(data); !bytes.Equal(tidy, data) {
		f.Event, err = engine.Decode(game, f.Event.Kind(), f.Version, tidy)
	}
	return f, err
}

// matches returns the numbers of the matches that wanted accepts, sorted.
func (w *World) matches(wanted func(*Match) bool) []int64 {
	all := list(w.Matches, wanted, func(a, b *Match) int { return cmp.Compare(a.Row.ID, b.Row.ID) })
	return engine.Each(all, func(m *Match) int64 { return m.Row.ID })
}

func (m *Match) open() bool { return !m.Row.Phase.Ended() }

func (m *Match) played() bool { return m.Row.Phase.InPlay() }

// sits reports whether a player has a seat in one of these states.
func (m *Match) sits(player int64, states ...model.SeatState) bool {
	return slices.ContainsFunc(m.Seats, func(s model.Seat) bool { return s.Player == player && slices.Contains(states, s.State) })
}
