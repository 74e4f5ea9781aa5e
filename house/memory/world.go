// Package memory holds a house as one plain value. It is the world.Port over that value, and so defines what db/store
// must do: the same transcripts run through both. What its methods promise is said in world.Port.
// Tests use it where no letters go out and no pages are read.
package memory

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"pitpost.example/engine"
	"pitpost.example/engine/rating"
	"pitpost.example/engine/tally"
	"pitpost.example/model"
)

// World is everything a house holds, except what no command reads back: webhook calls, sessions and keys.
// Rows are never changed in place; a change replaces the whole row, so a row that was read stays as it was.
type World struct {
	// Games finds a game by its name; nil if there is none.
	Games func(name string) engine.Game

	Players   map[int64]model.Player
	Addresses map[string]Address // by address, in lower case

	Matches    map[int64]*Match
	Due        map[DueKey]Due
	Asks       map[int64]model.Ask
	Notices    []model.Notice // queued, by number
	Letters    []Letter
	Words      map[int64]Words
	Cold       []Cold
	Blocks     map[model.Block]bool
	Offers     map[[2]int64]model.SeatOffer // by match and player
	Changes    []model.SeatChange
	Standins   map[int64]model.Standin    // by player
	Watches    map[[2]int64]model.Watcher // by match and player
	Gone       map[string]model.Forgotten // mailboxes of players who were forgotten, by hash
	Hooks      map[int64]model.Hook       // webhooks
	Signs      map[SignKey]Sign           // of letters: network, device, program
	Leagues    map[int64]model.League
	Organisers map[[2]int64]bool // by league and player
	Seasons    map[int64]model.Season
	Entrants   map[[2]int64]model.Entrant     // by season and player
	Groups     map[[2]int64]model.LeagueMatch // by season and number

	Rated   []model.Rated // in the order they were rated
	Ratings rating.Book
	Tallied map[int64]bool
	Tallies map[TallyKey]tally.Count

	// LastAlive is when the house last gave a sign of life. Last is the last number given to a row, by table.
	LastAlive time.Time
	Last      map[string]int64
}

// Address is an address of a player.
type Address struct {
	model.Address
	BlockedAt time.Time
}

// Match is a match with everything that belongs to it. A command applies its facts to the fold at once;
// refold takes them back if it fails.
type Match struct {
	model.Table
	Facts []engine.Fact
	named map[string]string // what seats are called in Facts, see model.Terms.Former
}

// DueKey is what there is one due row for.
type DueKey struct {
	Owner model.DueOwner
	ID    int64
	Seat  int
	What  model.DueKind
	Of    string
}

// Due is a due row. Set tells rows of the same time apart: the order in which they were set.
type Due struct {
	model.Due
	Set int64
}

// Letter is a letter that came in.
type Letter struct {
	model.Letter
	TakenAt time.Time
}

// Words are what somebody said at a table.
type Words struct {
	Match    int64
	By, Said string
	At       time.Time
}

// Cold is a letter to somebody who did not ask for it.
type Cold struct {
	model.Cold
	Mailbox string
	At      time.Time
}

// SignKey identifies a sign of a player's letters.
type SignKey struct {
	Player int64
	Kind   model.SignKind
	Hash   string
}

// Sign is how many letters had a sign, and when the last of them came.
type Sign struct {
	Letters int
	LastAt  time.Time
}

// TallyKey is what counts are kept by.
type TallyKey struct {
	Game, Edition string
	Seats         int
	What, Key     string
}

// New returns an empty world.
func New(games func(string) engine.Game) *World { return (&World{Games: games}).clone() }

// clone returns a copy that can be changed without changing w. Matches are shared, because a command changes
// only the copies in its tables and the fold.
func (w *World) clone() *World {
	c := *w
	c.Players, c.Addresses, c.Matches, c.Due, c.Asks = copied(w.Players), copied(w.Addresses), copied(w.Matches), copied(w.Due), copied(w.Asks)
	c.Words, c.Blocks, c.Offers, c.Standins, c.Watches = copied(w.Words), copied(w.Blocks), copied(w.Offers), copied(w.Standins), copied(w.Watches)
	c.Gone = copied(w.Gone)
	c.Hooks, c.Signs = copied(w.Hooks), copied(w.Signs)
	c.Leagues, c.Organisers, c.Seasons, c.Entrants, c.Groups = copied(w.Leagues), copied(w.Organisers), copied(w.Seasons), copied(w.Entrants), copied(w.Groups)
	c.Ratings, c.Tallied, c.Tallies, c.Last = copied(w.Ratings), copied(w.Tallied), copied(w.Tallies), copied(w.Last)
	c.Notices, c.Letters, c.Cold, c.Changes = slices.Clip(w.Notices), slices.Clip(w.Letters), slices.Clip(w.Cold), slices.Clip(w.Changes)
	c.Rated = slices.Clip(w.Rated)
	return &c
}

// copied is maps.Clone, but never returns nil.
func copied[M ~map[K]V, K comparable, V any](m M) M {
	if m == nil {
		return M{}
	}
	return maps.Clone(m)
}

// seen reports whether a letter was noted before, or one of which the same was signed.
func (w *World) seen(l *model.Letter) bool {
	return l != nil && slices.ContainsFunc(w.Letters, func(o Letter) bool {
		return o.Hash == l.Hash || o.Signed == l.Signed && l.Signed != [32]byte{}
	})
}

// refold rebuilds the folds that a failed command has added facts to.
func (w *World) refold() {
	for _, m := range w.Matches {
		if m.Match.Seq == m.Row.Seq {
			continue
		}
		m.Match = m.Row.Opened(w.Games(m.Row.Game))
		for _, f := range m.Facts {
			m.Match.Apply(f)
		}
	}
}

// number returns the number of a new row of a table.
func (w *World) number(table string) int64 {
	w.Last[table]++
	return w.Last[table]
}

// Sweep lists at most limit due rows, oldest first, and a deadline before what lapses with it. Others of the same time
// come in the order they were set; Postgres does not promise that.
func (w *World) Sweep(_ context.Context, now time.Time, limit int) ([]model.Due, error) {
	rows := list(w.Due, func(_ DueKey, d Due) bool { return !d.At.After(now) }, func(a, b Due) int {
		return cmp.Or(a.At.Compare(b.At), cmp.Compare(later(a), later(b)), cmp.Compare(a.Set, b.Set))
	})
	return engine.MapList(rows[:min(limit, len(rows))], func(d Due) model.Due { return d.Due }), nil
}

func later(d Due) int {
	if d.What == model.DueDeadline {
		return 0
	}
	return 1
}

// Alive records a sign of life. If the last one is at least most ago, the house was down: every clock that ran
// then gets the missing time back. Alive returns that time, 0 if none.
func (w *World) Alive(_ context.Context, now time.Time, most time.Duration) (time.Duration, error) {
	before := w.LastAlive
	gap := now.Sub(before)
	w.LastAlive = now
	if before.IsZero() || gap < most {
		return 0, nil
	}
	for _, m := range w.Matches {
		for i, c := range m.Clocks {
			if c.StoppedAt == nil {
				c.Began, c.Soft, c.Due = c.Began.Add(gap), c.Soft.Add(gap), c.Due.Add(gap)
				m.Clocks[i] = c
			}
		}
	}
	for k, d := range w.Due {
		if k.Owner == model.DueOfMatch && (k.What == model.DueDeadline || k.What == model.DueRemind) && d.At.After(before) {
			d.At = d.At.Add(gap)
			w.Due[k] = d
		}
	}
	return gap, nil
}

func keyOf(d *model.Due) DueKey { return DueKey{d.Owner, d.ID, d.Seat, d.What, d.Of} }

// setDue adds a due row or replaces the one with the same key.
func (w *World) setDue(d model.Due) {
	d.At = model.TruncateMicro(d.At)
	w.Due[keyOf(&d)] = Due{d, w.number("due")}
}

// list returns the rows that wanted accepts, sorted by order.
func list[K comparable, V any](m map[K]V, wanted func(K, V) bool, order func(a, b V) int) []V {
	out := []V{}
	for k, v := range m {
		if wanted(k, v) {
			out = append(out, v)
		}
	}
	slices.SortFunc(out, order)
	return out
}

// first returns the first of some rows, nil if there is none.
func first[V any](rows []V) *V {
	if len(rows) == 0 {
		return nil
	}
	return &rows[0]
}

// fits reports whether a row's value is the one wanted; the zero value wants any.
func fits[T comparable](want, have T) bool {
	var any T
	return want == any || want == have
}

// row returns a copy of the row with key k, nil if there is none.
func row[K comparable, V any](m map[K]V, k K) *V {
	v, ok := m[k]
	if !ok {
		return nil
	}
	return &v
}

// alter replaces the row with key k, if there is one, by what to makes of it.
func alter[K comparable, V any](m map[K]V, k K, to func(*V)) {
	if v, there := m[k]; there {
		to(&v)
		m[k] = v
	}
}

// take removes the row with key k and reports whether there was one.
func take[K comparable, V any](m map[K]V, k K) bool {
	_, there := m[k]
	delete(m, k)
	return there
}
