package world

import (
	"slices"
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/engine/rating"
	"pitpost.example/engine/tally"
	"pitpost.example/model"
)

// Outcome is what a command came to: what it changes, in its order. It is data, to be compared,
// carried out by Apply, or written down.
type Outcome struct {
	Now     time.Time
	Changes []Change
}

// Change is one of the changes below. Those that answer are pointers: they get the number of a
// new row, or say whether anything changed.
type Change interface {
	apply(w *World, now time.Time) any
}

// atEnd marks changes that are seen only when the command has ended: those of tables, which a
// command sees at the table itself, and what no command looks at before.
type atEnd struct{}

func (atEnd) waits() {}

// Waits says whether a change is seen only when the command has ended.
func Waits(c Change) bool {
	_, yes := c.(interface{ waits() })
	return yes
}

// Apply carries out an outcome.
func (w *World) Apply(o Outcome) {
	for _, waits := range []bool{false, true} {
		for _, c := range o.Changes {
			if Waits(c) == waits {
				c.apply(w, o.Now)
			}
		}
	}
}

// number is the number of a new row of a table: the next, or one that is given already.
func (w *World) number(table string, given int64) int64 {
	if given == 0 {
		given = w.Last[table] + 1
	}
	w.Last[table] = max(w.Last[table], given)
	return given
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

// Changes of what is due, and of what is said to people and asked of them.

type (
	// SetDue makes something due; what was due under the same name is replaced.
	SetDue struct {
		atEnd
		model.Due
	}
	// DropDue takes something off; with no What all that is its owner's.
	DropDue struct {
		atEnd
		DueKey
	}
	// TakeDue claims something due; it answers false where it was moved, or taken by another.
	TakeDue struct{ model.Due }
	// Queue makes a notice a duty, once under its key.
	Queue struct {
		atEnd
		model.Notice
	}
	// NoteLetter keeps the letter that was decided.
	NoteLetter struct {
		atEnd
		model.Letter
	}
	// NewAsk keeps a question and gives its number.
	NewAsk struct{ model.Ask }
	// SaveAsk keeps what it was answered.
	SaveAsk struct {
		ID     int64
		Answer model.Answer
	}
	// NoteCold counts a cold letter.
	NoteCold struct{ model.Cold }
)

func keyOf(d *model.Due) DueKey { return DueKey{d.Owner, d.ID, d.Seat, d.What, d.Of} }

func (c SetDue) apply(w *World, _ time.Time) any {
	w.setDue(c.Due)
	return nil
}

func (c DropDue) apply(w *World, _ time.Time) any {
	delete(w.Due, c.DueKey)
	for k := range w.Due {
		if c.What == "" && k.Owner == c.Owner && k.ID == c.ID {
			delete(w.Due, k)
		}
	}
	return nil
}

func (c *TakeDue) apply(w *World, _ time.Time) any {
	d, there := w.Due[keyOf(&c.Due)]
	if mine := there && d.At.Equal(c.At); !mine {
		return false
	}
	delete(w.Due, keyOf(&c.Due))
	return true
}

func (c Queue) apply(w *World, now time.Time) any {
	n := c.Notice
	n.Key = fit(n.Key)
	if slices.ContainsFunc(w.Notices, func(o model.Notice) bool { return o.Key == n.Key }) {
		return nil
	}
	n.ID, n.Address, n.Params = w.number("outbox", 0), Folded(n.Address), engine.TidyJSON(n.Params)
	n.State, n.QueuedAt, n.NextAt = model.MailQueued, now, now
	w.Notices = append(w.Notices, n)
	return nil
}

func (c NoteLetter) apply(w *World, now time.Time) any {
	c.Sender = fit(c.Sender)
	w.Letters = append(w.Letters, Letter{c.Letter, now})
	return nil
}

func (c *NewAsk) apply(w *World, _ time.Time) any {
	c.ID = w.number("asks", c.ID)
	c.Address, c.Params = Folded(c.Address), engine.TidyJSON(c.Params)
	if c.Match == 0 {
		c.Seat = 0
	}
	w.Asks[c.ID] = c.Ask
	return c.ID
}

func (c SaveAsk) apply(w *World, _ time.Time) any {
	if a, there := w.Asks[c.ID]; there {
		a.Answer = c.Answer
		w.Asks[c.ID] = a
	}
	return nil
}

func (c NoteCold) apply(w *World, now time.Time) any {
	w.Cold = append(w.Cold, Cold{c.Cold, mailbox(Folded(c.Address)), now})
	return nil
}

// Changes of people.

type (
	// NewPlayer makes a player with a first address and gives their number.
	NewPlayer struct {
		ID               int64
		Address, Display string
	}
	// SavePlayer keeps what a player changed.
	SavePlayer struct{ model.Player }
	// AddAddress gives a player one more; one that is somebody's stays theirs.
	AddAddress struct{ model.Address }
	// SaveAddress keeps whether an address is proved, blocked or failing.
	SaveAddress struct{ model.Address }
	// Bar turns the letters of a player away, or lets them in again; it answers whether that
	// changed anything.
	Bar struct {
		Player int64
		Off    bool
	}
	// HostBlocks does so for the matches of one host.
	HostBlocks struct {
		Block
		Off bool
	}
	// KeepSigns notes the signs of a player's letter.
	KeepSigns struct {
		atEnd
		Player int64
		Signs  []model.Sign
	}
	// ForgetSigns forgets a player's old ones.
	ForgetSigns struct {
		atEnd
		Player int64
	}
	// AddCode keeps a code that opens a session.
	AddCode struct {
		atEnd
		Nonce  [32]byte
		Player int64
		Code   [32]byte
		At     time.Time
	}
	// StopLinks kills the links in letters to a seat, and the codes of its player; off keeps
	// new letters without links.
	StopLinks struct {
		atEnd
		Match  int64
		Seat   int
		Player int64
		Off    bool
	}
	// KeepKey lets a key open a seat in place of the one before.
	KeepKey struct {
		atEnd
		model.SeatKey
		Hash [32]byte
	}
	// DropKey lets no key open a seat.
	DropKey struct {
		atEnd
		Match int64
		Seat  int
	}
)

func (c *NewPlayer) apply(w *World, _ time.Time) any {
	c.ID = w.number("players", c.ID)
	w.Players[c.ID] = model.Player{ID: c.ID, Lang: "en", Zone: "UTC"}
	address := Folded(c.Address)
	w.Addresses[address] = Address{Address: model.Address{Address: address, Player: c.ID, First: true, Display: engine.Tidy(c.Display)}}
	return c.ID
}

func (c SavePlayer) apply(w *World, _ time.Time) any {
	w.Players[c.ID] = c.Player
	return nil
}

func (c AddAddress) apply(w *World, _ time.Time) any {
	a := c.Address
	a.Address, a.Display, a.First = Folded(a.Address), engine.Tidy(a.Display), false
	a.Blocked, a.Barred, a.Failing = false, false, ""
	if _, there := w.Addresses[a.Address]; !there {
		w.Addresses[a.Address] = Address{Address: a}
	}
	return nil
}

func (c SaveAddress) apply(w *World, now time.Time) any {
	a, there := w.Addresses[Folded(c.Address.Address)]
	if !there {
		return nil
	}
	if c.Blocked && !a.Blocked {
		a.BlockedAt = now
	}
	a.Proved, a.Blocked, a.Failing = c.Proved, c.Blocked, engine.Tidy(c.Failing)
	w.Addresses[a.Address.Address] = a
	return nil
}

func (c *Bar) apply(w *World, _ time.Time) any {
	changed := false
	for k, a := range w.Addresses {
		if a.Player == c.Player && a.Barred == c.Off {
			a.Barred, changed = !c.Off, true
			w.Addresses[k] = a
		}
	}
	if !c.Off {
		w.dropCodes(c.Player)
		for k := range w.Watches {
			if k[1] == c.Player {
				delete(w.Watches, k)
			}
		}
	}
	return changed
}

func (w *World) dropCodes(player int64) {
	w.Codes = slices.DeleteFunc(slices.Clone(w.Codes), func(o AddCode) bool { return o.Player == player })
}

func (c *HostBlocks) apply(w *World, _ time.Time) any {
	b := c.Block
	b.Address = Folded(b.Address)
	if b.Address != "" {
		b.Player = 0
	}
	if !c.Off {
		was := w.Blocks[b]
		w.Blocks[b] = true
		return !was
	}
	changed := false
	for o := range w.Blocks {
		if o.Host == b.Host && o.Player == b.Player && mailbox(o.Address) == mailbox(b.Address) {
			delete(w.Blocks, o)
			changed = true
		}
	}
	return changed
}

func (c KeepSigns) apply(w *World, now time.Time) any {
	for _, s := range c.Signs {
		k := SignKey{c.Player, s.Kind, string(s.Hash)}
		w.Signs[k] = Sign{w.Signs[k].Letters + 1, now}
	}
	w.dueSigns(c.Player, now)
	return nil
}

// dueSigns looks at a player's signs again when the week is over.
func (w *World) dueSigns(player int64, now time.Time) {
	w.setDue(model.Due{Owner: model.DueOfPlayer, ID: player, What: model.DueSigns, At: now.UTC().Truncate(7 * day).Add(7 * day)})
}

func (c ForgetSigns) apply(w *World, now time.Time) any {
	left := false
	for k, s := range w.Signs {
		if old := s.LastAt.Before(now.Add(-signLife)); k.Player == c.Player && old {
			delete(w.Signs, k)
		} else if k.Player == c.Player {
			left = true
		}
	}
	if left {
		w.dueSigns(c.Player, now)
	}
	return nil
}

func (c AddCode) apply(w *World, now time.Time) any {
	c.At = now
	w.Codes = append(slices.DeleteFunc(slices.Clone(w.Codes), func(o AddCode) bool { return o.At.Before(now.Add(-day)) }), c)
	return nil
}

func (c StopLinks) apply(w *World, now time.Time) any {
	k := [2]int64{c.Match, int64(c.Seat)}
	s, there := w.Stops[k]
	if c.Off {
		w.Stops[k] = Stop{now, true}
		w.dropCodes(c.Player)
	} else if there {
		w.Stops[k] = Stop{s.At, false}
	}
	return nil
}

func (c KeepKey) apply(w *World, _ time.Time) any {
	w.Keys[[2]int64{c.Match, int64(c.Seat)}] = c
	return nil
}

func (c DropKey) apply(w *World, _ time.Time) any {
	delete(w.Keys, [2]int64{c.Match, int64(c.Seat)})
	return nil
}

// Changes of what becomes of matches beside the table.

type (
	// Rate keeps what the rating of a match did, with the ratings that it changed as they
	// are now.
	Rate struct {
		model.Rated
		Now rating.Book
	}
	// Tally adds the counts of a match to the sums, once.
	Tally struct {
		Match  model.Match
		Seats  int
		Counts []tally.Count
	}
	// AddOffer puts a seat to somebody, in place of what they were offered in the match before.
	AddOffer struct{ model.SeatOffer }
	// EndOffer keeps how what a player was offered ended.
	EndOffer struct {
		Match, Player int64
		State         model.OfferState
	}
	// EndOffers keeps how the open offer of a seat ended.
	EndOffers struct {
		Match int64
		Seat  int
		State model.OfferState
	}
	// NoteSeatChange keeps a change of hands.
	NoteSeatChange struct{ model.SeatChange }
	// SaveStandin puts a player on the list of who stands in.
	SaveStandin struct{ model.Standin }
	// DropStandin takes them off and answers whether they were on it.
	DropStandin struct{ Player int64 }
	// Watch lets a player follow a match, told up to a fact.
	Watch struct {
		Match, Player int64
		Told          int
	}
	// Unwatch ends that and answers whether they followed it.
	Unwatch struct{ Match, Player int64 }
	// UnwatchAll ends it for all.
	UnwatchAll struct{ Match int64 }
	// AddHook keeps a hook and gives its number.
	AddHook struct{ model.Hook }
	// DropHook forgets a hook and its calls.
	DropHook struct{ ID int64 }
	// TurnHook gives it another secret; the one before signs too until a time.
	TurnHook struct {
		ID     int64
		Secret []byte
		Until  time.Time
	}
	// HookOff ends a hook and answers with it, nil where it was off.
	HookOff struct {
		ID  int64
		Why string
	}
	// Greet queues the first call of a hook.
	Greet struct{ Hook, Match int64 }
	// ReplayFailed lets the calls that were given up, of hooks that hosts of a match set, be
	// made once more, and counts them.
	ReplayFailed struct{ Match int64 }
)

func (c Rate) apply(w *World, _ time.Time) any {
	w.Rated = append(w.Rated, c.Rated)
	for _, change := range c.Changes {
		w.Ratings[change.Key] = c.Now.Get(change.Key)
	}
	return nil
}

func (c Tally) apply(w *World, _ time.Time) any {
	if w.Tallied[c.Match.ID] {
		return nil
	}
	w.Tallied[c.Match.ID] = true
	for _, n := range c.Counts {
		k := TallyKey{c.Match.Game, c.Match.Edition, c.Seats, n.What, n.Key}
		n.N, n.Total = n.N+w.Tallies[k].N, n.Total+w.Tallies[k].Total
		w.Tallies[k] = n
	}
	return nil
}

func (c AddOffer) apply(w *World, now time.Time) any {
	c.At, c.State = now, model.OfferOpen
	w.Offers[[2]int64{c.Match, c.Player}] = c.SeatOffer
	if s, on := w.Standins[c.Player]; on {
		s.Asked = &now
		w.Standins[c.Player] = s
	}
	return nil
}

func (c EndOffer) apply(w *World, _ time.Time) any {
	k := [2]int64{c.Match, c.Player}
	if o, there := w.Offers[k]; there {
		o.State = c.State
		w.Offers[k] = o
	}
	return nil
}

func (c EndOffers) apply(w *World, _ time.Time) any {
	for k, o := range w.Offers {
		if o.Match == c.Match && o.Seat == c.Seat && o.State == model.OfferOpen {
			o.State = c.State
			w.Offers[k] = o
		}
	}
	return nil
}

func (c NoteSeatChange) apply(w *World, now time.Time) any {
	same := func(o model.SeatChange) bool {
		return o.Match == c.Match && o.Seat == c.Seat && o.What == c.What && o.Seq == c.Seq
	}
	if !slices.ContainsFunc(w.Changes, same) {
		c.At, c.Place = now, float64(float32(c.Place))
		w.Changes = append(w.Changes, c.SeatChange)
	}
	return nil
}

func (c SaveStandin) apply(w *World, now time.Time) any {
	s, on := w.Standins[c.Player]
	blocked := w.firstAddress(c.Player)
	if !on || blocked != nil && blocked.Blocked && blocked.BlockedAt.After(s.Since) {
		s.Since = now
	}
	s.Player, s.Games, s.Most = c.Player, c.Games, c.Most
	w.Standins[c.Player] = s
	for id, m := range w.Matches {
		for _, seat := range m.Seats {
			if !m.played() || seat.State != model.SeatBot || seat.Standing.Vacant == nil || w.offered(id, seat.No, now) {
				continue
			}
			d := model.Due{Owner: model.DueOfMatch, ID: id, Seat: seat.No, What: model.DueStandin, At: later(now, *seat.Standing.Vacant)}
			if was, due := w.Due[keyOf(&d)]; !due || d.At.Before(was.At) {
				w.setDue(d)
			}
		}
	}
	return nil
}

// offered says whether a seat is offered to somebody who may still take it.
func (w *World) offered(match int64, seat int, now time.Time) bool {
	o := w.openOffer(match, seat)
	return o != nil && o.Until.After(now)
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

func (c *DropStandin) apply(w *World, _ time.Time) any {
	_, on := w.Standins[c.Player]
	delete(w.Standins, c.Player)
	return on
}

func (c Watch) apply(w *World, now time.Time) any {
	w.Watches[[2]int64{c.Match, c.Player}] = model.Watcher{Player: c.Player, Told: c.Told, ToldAt: now}
	return nil
}

func (c *Unwatch) apply(w *World, _ time.Time) any {
	k := [2]int64{c.Match, c.Player}
	_, on := w.Watches[k]
	delete(w.Watches, k)
	return on
}

func (c UnwatchAll) apply(w *World, _ time.Time) any {
	for k := range w.Watches {
		if k[0] == c.Match {
			delete(w.Watches, k)
		}
	}
	return nil
}

func (c *AddHook) apply(w *World, now time.Time) any {
	c.ID, c.MadeAt = w.number("webhooks", c.ID), now
	w.Hooks[c.ID] = c.Hook
	return c.ID
}

func (c DropHook) apply(w *World, _ time.Time) any {
	delete(w.Hooks, c.ID)
	w.Calls = slices.DeleteFunc(w.Calls, func(o Call) bool { return o.Hook == c.ID })
	return nil
}

func (c TurnHook) apply(w *World, _ time.Time) any {
	if h, there := w.Hooks[c.ID]; there && h.Secret != nil {
		h.OldSecret, h.OldUntil, h.Secret = h.Secret, &c.Until, c.Secret
		w.Hooks[c.ID] = h
	}
	return nil
}

func (c *HookOff) apply(w *World, _ time.Time) any {
	h, there := w.Hooks[c.ID]
	if !there || h.Off != "" {
		return (*model.Hook)(nil)
	}
	h.Off = engine.Tidy(c.Why)
	w.Hooks[c.ID] = h
	w.eachCall(func(o *Call) bool { return o.Hook == c.ID && o.State == model.MailQueued }, model.MailFailed)
	return &h
}

// eachCall puts the calls that are wanted into another state, and counts them.
func (w *World) eachCall(wanted func(*Call) bool, state model.MailState) (n int) {
	for i := range w.Calls {
		if wanted(&w.Calls[i]) {
			w.Calls[i].State = state
			n++
		}
	}
	return n
}

func (c Greet) apply(w *World, now time.Time) any {
	w.Calls = append(w.Calls, Call{Hook: c.Hook, Match: c.Match, State: model.MailQueued, At: now})
	return nil
}

func (c *ReplayFailed) apply(w *World, _ time.Time) any {
	return w.eachCall(func(o *Call) bool {
		h := w.Hooks[o.Hook]
		return o.State == model.MailFailed && h.Match == c.Match && h.Player != 0
	}, model.MailQueued)
}

// Changes of leagues.

type (
	// NewLeague makes a league and answers with it, nil where the name is taken.
	NewLeague struct{ model.League }
	// SaveLeague keeps its rules and its end.
	SaveLeague struct{ model.League }
	// Organise lets a player run a league, or no more.
	Organise struct {
		League, Player int64
		Off            bool
	}
	// NewSeason opens a season and answers with it, nil where the league has one of that No.
	NewSeason struct{ model.Season }
	// SaveSeason keeps its state, rules and times.
	SaveSeason struct{ model.Season }
	// SaveEntrants keeps entrants, new ones too.
	SaveEntrants struct{ All []model.Entrant }
	// AddGroups keeps groups that were drawn.
	AddGroups struct{ All []model.LeagueMatch }
	// SaveGroup keeps where one stands and who sits in it.
	SaveGroup struct{ model.LeagueMatch }
)

func (c *NewLeague) apply(w *World, now time.Time) any {
	if w.leagueNamed(c.Name) != nil {
		return (*model.League)(nil)
	}
	c.ID, c.Name, c.CreatedAt = w.number("leagues", c.ID), engine.Tidy(c.Name), now
	w.Leagues[c.ID] = c.League
	return row(w.Leagues, c.ID)
}

func (c SaveLeague) apply(w *World, _ time.Time) any {
	if l, there := w.Leagues[c.ID]; there {
		l.Rules, l.EndedAt = c.Rules, c.EndedAt
		w.Leagues[c.ID] = l
	}
	return nil
}

func (c Organise) apply(w *World, _ time.Time) any {
	k := [2]int64{c.League, c.Player}
	if c.Off {
		delete(w.Organisers, k)
	} else {
		w.Organisers[k] = true
	}
	return nil
}

func (c *NewSeason) apply(w *World, _ time.Time) any {
	if w.seasonOf(c.League, c.No) != nil {
		return (*model.Season)(nil)
	}
	c.ID = w.number("seasons", c.ID)
	w.Seasons[c.ID] = c.Season
	return row(w.Seasons, c.ID)
}

func (c SaveSeason) apply(w *World, _ time.Time) any {
	w.Seasons[c.ID] = c.Season
	return nil
}

func (c SaveEntrants) apply(w *World, _ time.Time) any {
	for _, e := range c.All {
		e.Name, e.Address = engine.Tidy(e.Name), fit(e.Address)
		w.Entrants[[2]int64{e.Season, e.Player}] = e
	}
	return nil
}

func (c AddGroups) apply(w *World, _ time.Time) any {
	for _, m := range c.All {
		m.Seats, m.State = slices.Clone(m.Seats), model.GroupPlanned
		w.Groups[[2]int64{m.Season, int64(m.No)}] = m
	}
	return nil
}

func (c SaveGroup) apply(w *World, _ time.Time) any {
	k := [2]int64{c.Season, int64(c.No)}
	m, there := w.Groups[k]
	if !there {
		m = c.LeagueMatch
	}
	m.State, m.StartsAt, m.Match, m.EndedAt, m.ByHouse, m.Result = c.State, c.StartsAt, c.LeagueMatch.Match, c.EndedAt, c.ByHouse, c.Result
	m.Seats = slices.Clone(c.Seats)
	w.Groups[k] = m
	return nil
}
