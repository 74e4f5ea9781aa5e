package world

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/model"
)

// table is one at which the command is, and what was changed at it.
type table struct {
	*model.Table
	clocks   []model.Clock
	plans    map[int][]model.Plan
	appended []engine.Fact
	saved    bool
}

// Changes of a table, which is to say of a match and what belongs to it.

type (
	// OpenTable makes a match and gives its number. Its seats stand with SaveTable.
	OpenTable struct{ Row model.Match }
	// Append lengthens a log by facts that are numbered and stamped.
	Append struct {
		atEnd
		Match int64
		Facts []engine.Fact
	}
	// SaveTable keeps the row and the seats of a match.
	SaveTable struct {
		atEnd
		Row   model.Match
		Seats []model.Seat
	}
	// SetClock keeps a seat's clock.
	SetClock struct {
		atEnd
		Match int64
		Clock model.Clock
	}
	// DropClock ends it.
	DropClock struct {
		atEnd
		Match int64
		Seat  int
	}
	// SetPlan keeps a plan in place of one of the same kind.
	SetPlan struct {
		atEnd
		Match int64
		Seat  int
		Plan  model.Plan
	}
	// DropPlan drops a plan.
	DropPlan struct {
		atEnd
		Match int64
		Seat  int
		Kind  model.PlanKind
	}
	// Say keeps what somebody said and gives its number.
	Say struct {
		ID        int64
		Match     int64
		By, Words string
	}
)

// sit begins to work at a match.
func (x *Tx) sit(m *Match) *table {
	t := &table{Table: &model.Table{Row: m.Row, Seats: slices.Clone(m.Seats), Match: m.Fold}, clocks: m.Clocks, plans: m.Plans}
	x.tables[m.Row.ID] = t
	return t
}

// HostedBy lists the matches of a host that wait, run or stand paused.
type HostedBy struct{ Host int64 }

func (q HostedBy) In(w *World, _ time.Time) []int64 {
	return w.matches(func(m *Match) bool { return m.open() && m.hostedBy(q.Host) })
}

// Seated lists the matches in which a player has a seat that is not over yet.
func (x *Tx) Seated(player int64) []int64 {
	return value(x, Seated{player}, func() []int64 { return x.sight.matches(func(m *Match) bool { return m.open() && m.holds(player) }) })
}

// Hosts lists who holds the host's chair of a match that is not over, each once; all players
// with all.
type Hosts struct{ All bool }

func (q Hosts) In(w *World, _ time.Time) []int64 {
	who := map[int64]bool{}
	for _, a := range w.Addresses {
		if q.All && a.Proved {
			who[a.Player] = true
		}
	}
	for _, m := range w.Matches {
		if s := m.seat(m.Row.Host); !q.All && m.open() && s != nil && s.Player != 0 && s.State == model.SeatJoined {
			who[s.Player] = true
		}
	}
	return keys(who)
}

// Clocks are the clocks of a table as this transaction left them.
func (x *Tx) Clocks(t *model.Table) []model.Clock {
	return slices.Clone(x.tables[t.Row.ID].clocks)
}

// SetClock keeps a seat's clock.
func (x *Tx) SetClock(t *model.Table, c model.Clock) {
	c.Began, c.Soft, c.Due = micro(c.Began), micro(c.Soft), micro(c.Due)
	if c.StoppedAt != nil {
		at := micro(*c.StoppedAt)
		c.StoppedAt = &at
	}
	own := x.tables[t.Row.ID]
	own.clocks = withClock(own.clocks, c)
	x.Do(SetClock{Match: t.Row.ID, Clock: c})
}

// DropClock ends a seat's clock.
func (x *Tx) DropClock(t *model.Table, seat int) {
	own := x.tables[t.Row.ID]
	own.clocks = withoutClock(own.clocks, seat)
	x.Do(DropClock{Match: t.Row.ID, Seat: seat})
}

// Plans are the moves kept for a seat, as this transaction left them.
func (x *Tx) Plans(t *model.Table, seat int) []model.Plan {
	return slices.Clone(x.tables[t.Row.ID].plans[seat])
}

// SetPlan keeps a plan in place of one of the same kind.
func (x *Tx) SetPlan(t *model.Table, seat int, p model.Plan) {
	p.At = micro(p.At)
	own := x.tables[t.Row.ID]
	own.plans = withPlans(own.plans, seat, p.Kind, p)
	x.Do(SetPlan{Match: t.Row.ID, Seat: seat, Plan: p})
}

// DropPlan drops a plan, if there is one.
func (x *Tx) DropPlan(t *model.Table, seat int, kind model.PlanKind) {
	own := x.tables[t.Row.ID]
	if !slices.ContainsFunc(own.plans[seat], func(p model.Plan) bool { return p.Kind == kind }) {
		return
	}
	own.plans = withPlans(own.plans, seat, kind)
	x.Do(DropPlan{Match: t.Row.ID, Seat: seat, Kind: kind})
}

// SaidYes says whether a player ever took a seat that a host had offered.
type SaidYes struct{ Player, Host int64 }

func (q SaidYes) In(w *World, _ time.Time) bool {
	return len(w.matches(func(m *Match) bool {
		return m.hostedBy(q.Host) && m.sits(q.Player, model.SeatJoined, model.SeatBot, model.SeatLeft)
	})) > 0
}

// Opened counts the matches that a player opened and that are not over: rematches, or all
// others. Groups of leagues are opened by nobody.
type Opened struct {
	Player    int64
	Rematches bool
}

func (q Opened) In(w *World, _ time.Time) int {
	return len(w.matches(func(m *Match) bool {
		s := m.seat(0)
		return s != nil && s.Player == q.Player && m.open() && m.Row.Terms.Rematch == q.Rematches && m.Row.Terms.League == 0
	}))
}

// MatchesOf lists a player's matches: waiting, running and paused ones, and
// those that ended in the last thirty days.
type MatchesOf struct{ Player int64 }

func (q MatchesOf) In(w *World, now time.Time) []int64 {
	return w.matches(func(m *Match) bool {
		late := m.Row.EndedAt != nil && m.Row.EndedAt.After(now.Add(-30*day)) && m.Row.StartedAt != nil
		return m.holds(q.Player) && (m.open() || late)
	})
}

// Table is a match with all that belongs to it, locked until the transaction
// ends, and read once; ErrNoMatch if there is none.
func (x *Tx) Table(id int64) *model.Table {
	t := x.FindTable(id)
	if t == nil {
		stop(ErrNoMatch)
	}
	return t
}

// FindTable is Table, nil where there is no such match.
func (x *Tx) FindTable(id int64) *model.Table {
	if t := x.tables[id]; t != nil {
		return t.Table
	}
	x.rows(Table{id})
	m := x.sight.Matches[id]
	if m == nil {
		return nil
	}
	return x.sit(m).Table
}

// OpenTable makes a match with its first seats and gives it its number.
func (x *Tx) OpenTable(row model.Match, seats []model.Seat) *model.Table {
	if row.Options == nil {
		row.Options = map[string]string{}
	}
	t := x.sit(tell[*Match](x, &OpenTable{row}))
	t.Seats, t.saved = seats, true
	return t.Table
}

// Append lengthens the log of a table: the facts are numbered, stamped with
// Now, folded into t.Match and written at the end.
func (x *Tx) Append(t *model.Table, facts ...engine.Fact) {
	if len(facts) == 0 {
		return
	}
	own := x.tables[t.Row.ID]
	added := make([]engine.Fact, len(facts))
	for i, f := range facts {
		t.Row.Seq++
		f.Seq, f.At = t.Row.Seq, micro(x.Now().UTC())
		added[i] = Must(kept(t.Match.Game, f))
		t.Match.Apply(added[i])
	}
	own.appended = append(own.appended, added...)
	x.Do(Append{Match: t.Row.ID, Facts: added})
}

// Appended lists the facts this transaction has added to a table.
func (x *Tx) Appended(t *model.Table) []engine.Fact {
	return x.tables[t.Row.ID].appended
}

// Save keeps what was changed in a table's Row and Seats.
func (x *Tx) Save(t *model.Table) {
	x.tables[t.Row.ID].saved = true
}

// Say keeps what somebody said, apart from the facts, and gives its number.
func (x *Tx) Say(t *model.Table, by, words string) int64 {
	return tell[int64](x, &Say{Match: t.Row.ID, By: by, Words: words})
}

func (c *OpenTable) apply(w *World, _ time.Time) any {
	c.Row.ID = w.number("matches", c.Row.ID)
	m := &Match{Row: c.Row}
	if w.Games != nil {
		m.Fold = opened(w.Games(c.Row.Game), &c.Row)
	}
	w.Matches[c.Row.ID] = m
	return m
}

func (c Append) apply(w *World, _ time.Time) any {
	m := w.Matches[c.Match]
	since := m.Row.Seq
	for _, f := range c.Facts {
		m.Facts = append(m.Facts, f)
		m.Row.Seq = f.Seq
		if m.Fold.Seq < f.Seq {
			m.Fold.Apply(f)
		}
	}
	for _, h := range w.Hooks {
		if h.Off == "" && w.listens(&h, &m.Row) {
			w.Calls = append(w.Calls, Call{Hook: h.ID, Match: c.Match, Since: since, Upto: m.Row.Seq, State: model.MailQueued, At: c.Facts[0].At})
		}
	}
	return nil
}

func (c SaveTable) apply(w *World, _ time.Time) any {
	m := w.Matches[c.Row.ID]
	m.Row, m.Seats = c.Row, slices.Clone(c.Seats)
	m.Row.Note = engine.Tidy(m.Row.Note)
	for i := range m.Seats {
		s := &m.Seats[i]
		s.Name, s.Address, s.Salt = engine.Tidy(s.Name), fit(s.Address), engine.Tidy(s.Salt)
	}
	return nil
}

func (c SetClock) apply(w *World, _ time.Time) any {
	m := w.Matches[c.Match]
	m.Clocks = withClock(m.Clocks, c.Clock)
	return nil
}

func (c DropClock) apply(w *World, _ time.Time) any {
	m := w.Matches[c.Match]
	m.Clocks = withoutClock(m.Clocks, c.Seat)
	return nil
}

func (c SetPlan) apply(w *World, _ time.Time) any {
	m := w.Matches[c.Match]
	m.Plans = withPlans(m.Plans, c.Seat, c.Plan.Kind, c.Plan)
	return nil
}

func (c DropPlan) apply(w *World, _ time.Time) any {
	m := w.Matches[c.Match]
	m.Plans = withPlans(m.Plans, c.Seat, c.Kind)
	return nil
}

func (c *Say) apply(w *World, now time.Time) any {
	c.ID = w.number("words", c.ID)
	w.Words[c.ID] = Words{c.Match, c.By, engine.Tidy(c.Words), now}
	return c.ID
}

// withClock is a list of clocks with one in the place of its seat's, by seat.
func withClock(clocks []model.Clock, c model.Clock) []model.Clock {
	clocks = append(withoutClock(clocks, c.Seat), c)
	slices.SortFunc(clocks, func(a, b model.Clock) int { return a.Seat - b.Seat })
	return clocks
}

// withoutClock is a list of clocks without a seat's.
func withoutClock(clocks []model.Clock, seat int) []model.Clock {
	return slices.DeleteFunc(slices.Clone(clocks), func(o model.Clock) bool { return o.Seat == seat })
}

// withPlans are the plans of all seats, those of one kind of a seat being others; the newest
// kind stands last.
func withPlans(plans map[int][]model.Plan, seat int, kind model.PlanKind, with ...model.Plan) map[int][]model.Plan {
	plans = copied(plans)
	of := slices.DeleteFunc(slices.Clone(plans[seat]), func(o model.Plan) bool { return o.Kind == kind })
	of = append(of, with...)
	slices.SortFunc(of, func(a, b model.Plan) int { return cmp.Compare(b.Kind, a.Kind) })
	plans[seat] = of
	return plans
}

// kept is a fact as the log keeps it: the fold must not know more.
func kept(game engine.Game, f engine.Fact) (engine.Fact, error) {
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

// listens says whether a hook is told of a match.
func (w *World) listens(h *model.Hook, r *model.Match) bool {
	switch h.Scope {
	case model.ScopeMatch:
		return h.Match == r.ID
	case model.ScopeHouse:
		return r.Listed || r.Terms.Watch
	}
	of := w.Leagues[w.Seasons[r.Terms.League].League]
	return r.Terms.League != 0 && strings.EqualFold(of.Name, h.League)
}

// matches lists, by number, the matches that are wanted.
func (w *World) matches(wanted func(*Match) bool) []int64 {
	ids := []int64{}
	for id, m := range w.Matches {
		if wanted(m) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

func (m *Match) open() bool {
	return m.Row.Phase == model.PhaseLobby || m.Row.Phase == model.PhaseRunning || m.Row.Phase == model.PhasePaused
}

func (m *Match) played() bool {
	return m.Row.Phase == model.PhaseRunning || m.Row.Phase == model.PhasePaused
}

// seat finds a seat by its number; nil for none.
func (m *Match) seat(no int) *model.Seat {
	if m == nil {
		return nil
	}
	return (&model.Table{Seats: m.Seats}).Seat(no)
}

// sits says whether a player has a seat in one of some states.
func (m *Match) sits(player int64, states ...model.SeatState) bool {
	return slices.ContainsFunc(m.Seats, func(s model.Seat) bool { return s.Player == player && slices.Contains(states, s.State) })
}

// holds says whether a player holds a seat, or is to.
func (m *Match) holds(player int64) bool {
	return m.sits(player, model.SeatInvited, model.SeatJoined, model.SeatBot)
}

// hostedBy says whether a player has the host's chair.
func (m *Match) hostedBy(player int64) bool {
	s := m.seat(m.Row.Host)
	return s != nil && s.Player == player
}

// keys are those of a set, in order.
func keys[K cmp.Ordered](set map[K]bool) []K {
	out := []K{}
	for k := range set {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}
