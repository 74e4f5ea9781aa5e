// Package model holds the nouns of the house as plain values with typed states.
// It decides nothing and stores nothing. A state is a word that stands in the
// database and in JSON as it is here; the zero value of each is "", for none.
package model

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"time"

	"pitpost.example/engine"
	"pitpost.example/engine/rating"
)

// Phase is how far a match has come, its lobby and pauses too.
type Phase string

// The phases of a match.
const (
	PhaseLobby   Phase = "lobby"
	PhaseRunning Phase = "running"
	PhasePaused  Phase = "paused"
	PhaseOver    Phase = "over"
	PhaseAborted Phase = "aborted" // ended without a result
)

// PhaseOf is the phase of a match as its facts tell it.
func PhaseOf(m *engine.Match) Phase {
	switch {
	case m.Phase == engine.Lobby:
		return PhaseLobby
	case m.Phase == engine.Over:
		return PhaseOver
	case m.Phase == engine.Aborting:
		return PhaseAborted
	case m.Paused:
		return PhasePaused
	}
	return PhaseRunning
}

// InPlay says that the match has begun and not ended, whether it runs or stands paused.
func (p Phase) InPlay() bool { return p == PhaseRunning || p == PhasePaused }

// Ended says that the match is over or aborted.
func (p Phase) Ended() bool { return p == PhaseOver || p == PhaseAborted }

// SeatState is who sits on a seat, or why nobody does.
type SeatState string

// The states of a seat.
const (
	SeatInvited   SeatState = "invited"
	SeatJoined    SeatState = "joined"
	SeatBot       SeatState = "bot"
	SeatDeclined  SeatState = "declined"
	SeatUninvited SeatState = "uninvited"
	SeatLeft      SeatState = "left"
)

// PlanKind is what a plan is for.
type PlanKind string

// The kinds of plans.
const (
	PlanDraft PlanKind = "draft" // kept for the turn that is awaited, until it is confirmed or its time is out
	PlanNext  PlanKind = "next"  // played when the seat's next turn comes
)

// Timeout is what a match does when the time of a seat is out.
type Timeout string

// What happens at a deadline.
const (
	TimeoutPlan Timeout = "plan" // the seat's plan is played, and without one the bot moves
	TimeoutBot  Timeout = "bot"  // the bot moves, whatever is planned
	TimeoutWait Timeout = "wait" // the match waits
)

// Talk is what those at a table may say to whom.
type Talk string

// The ways of talking.
const (
	TalkTable    Talk = "table"
	TalkWhispers Talk = "whispers" // to one seat too
)

// VoteKind is what a table votes on.
type VoteKind string

// The kinds of votes.
const (
	VotePause   VoteKind = "pause"
	VoteResume  VoteKind = "resume"
	VoteExtend  VoteKind = "extend"
	VoteConcede VoteKind = "concede"
)

// OfferState is what became of a seat that was offered to somebody.
type OfferState string

// The states of an offer.
const (
	OfferOpen   OfferState = "open"
	OfferYes    OfferState = "yes"
	OfferNo     OfferState = "no"
	OfferLapsed OfferState = "lapsed"
	OfferBack   OfferState = "back"  // the seat's player came back
	OfferTaken  OfferState = "taken" // by somebody else, or offered to somebody else by the host
)

// Offerer is who offers a seat.
type Offerer string

// Who may offer a seat.
const (
	OfferHouse  Offerer = "house"  // to who is ready to stand in
	OfferHost   Offerer = "host"   // to whom the host names
	OfferLeague Offerer = "league" // to its substitutes
)

// ChangeKind is how a seat changed hands.
type ChangeKind string

// The changes of hands.
const (
	ChangeLeft  ChangeKind = "left"
	ChangeTaken ChangeKind = "taken"
)

// ChangeWhy is why somebody left a seat for good, or which Offerer another has it from.
type ChangeWhy string

// Why somebody left.
const (
	LeftResigned ChangeWhy = "resigned"
	LeftKicked   ChangeWhy = "kicked"
	LeftGiven    ChangeWhy = "given" // away, after an absence
)

// Rally is an evening on which those of a table who agreed to it play fast.
type Rally struct {
	From  time.Time `json:"from"`
	Until time.Time `json:"until"`
	By    int64     `json:"by"`   // the player who proposed it
	With  []int64   `json:"with"` // the players who play along, who proposed it first
}

// Has says whether a player plays along.
func (r *Rally) Has(player int64) bool {
	return r != nil && player != 0 && slices.Contains(r.With, player)
}

// And is the rally with one more player, a copy: what a table held before is compared with
// what it holds now.
func (r Rally) And(player int64) *Rally {
	r.With = append(slices.Clone(r.With), player)
	return &r
}

// Without is the rally without one of its players.
func (r Rally) Without(player int64) *Rally {
	r.With = slices.DeleteFunc(slices.Clone(r.With), func(p int64) bool { return p == player })
	return &r
}

// Rated is what the rating of one match left behind.
type Rated struct {
	No      int64 // its number in the order of rated matches
	Match   int64
	Changes []rating.Change
	Turns   []rating.Turns
}

// RatingChange is what one match did to one rating.
type RatingChange struct {
	No, Match int64 // No is the match's in the order of rated matches
	Game      string
	rating.Change
}

// SeatOffer is a seat of a running match that was offered to somebody.
type SeatOffer struct {
	Match  int64
	Player int64
	Seat   int
	Ask    int64
	By     Offerer
	At     time.Time
	Until  time.Time
	State  OfferState
}

// SeatChange says that a player left a seat for good or took it over, and how it stood.
type SeatChange struct {
	Match  int64
	Seat   int
	What   ChangeKind
	Player int64
	// Why is why somebody left or, where somebody took it, the Offerer it came from.
	Why   ChangeWhy
	Seq   int     // the last fact before
	Place float64 // the best is 1; equals share the mean of their places
	Score int
	At    time.Time
}

// Terms are what the host set for a match beside the game's own options.
type Terms struct {
	Pace     time.Duration `json:"pace"`
	Bank     time.Duration `json:"bank"`
	Weekends bool          `json:"weekends"` // false: clocks stand still on Saturday and Sunday
	Remind   []string      `json:"remind"`   // "50%", "6h"
	Timeout  Timeout       `json:"timeout"`
	Talk     Talk          `json:"talk"`
	Slips    time.Duration `json:"slips,omitempty"` // how long a move can be taken back before it counts
	Watch    bool          `json:"watch,omitempty"` // anybody may follow it
	Rally    *Rally        `json:"rally,omitempty"` // the next evening of fast clocks, nil for none
	Bots     string        `json:"bots,omitempty"`  // the bot for seats the house plays, "" for the usual one
	First    string        `json:"first,omitempty"`
	Cards    string        `json:"cards,omitempty"`    // the hash of the card table it is dealt from, "" for the house's own
	Restored *time.Time    `json:"restored,omitempty"` // to when the house was restored while this was a lobby; nil if never
	League   int64         `json:"league,omitempty"`   // the season it is a group of, 0 for none
	Rematch  bool          `json:"rematch,omitempty"`  // opened by that word
}

// Match is a row of matches.
type Match struct {
	ID        int64
	Game      string
	Edition   string
	Options   map[string]string
	Terms     Terms
	Host      int // seat number
	Phase     Phase
	Word      string
	Listed    bool
	Note      string
	Seed      Bytes32
	Seq       int
	CreatedAt time.Time
	StartedAt *time.Time
	EndedAt   *time.Time

	Version int64 // another number after each change
}

// Seat is a row of seats.
type Seat struct {
	No       int
	Name     string
	Player   int64 // 0 for none
	Address  string
	State    SeatState
	Salt     string
	Stopped  *time.Time
	Bank     time.Duration
	Round    int
	Invited  *time.Time
	Reminded *time.Time
	Standing Standing
}

// Standing is what holds of a seat until it is dropped.
type Standing struct {
	// Orders are the standing orders it gave, in the words of its game.
	Orders []string `json:"orders,omitempty"`
	// Dealt is how many deals the match had when they were given: the next one ends them.
	Dealt int `json:"dealt,omitempty"`
	// Noted are the times of the last letters to the seat that nobody asked for, the newest last.
	Noted []time.Time `json:"noted,omitempty"`
	// Untold waits for the seat's next letter.
	Untold []Untold `json:"untold,omitempty"`
	// Since is the step at which its player took the seat over from another, 0 for its first: both know
	// the tokens of steps up to it.
	Since int `json:"since,omitempty"`
	// Newcomer says that its player never played the game before this match.
	Newcomer bool `json:"newcomer,omitempty"`
	// Taught are the steps whose letters taught the game, the first lesson first.
	Taught []int `json:"taught,omitempty"`
	// Nudged is the step for which the seat was asked, at a nudge, to move.
	Nudged int `json:"nudged,omitempty"`
	// Muted keeps the seat's words from the table.
	Muted bool `json:"muted,omitempty"`
	// Bot is the bot that plays the seat when the house does, "" for the usual one.
	Bot string `json:"bot,omitempty"`
	// Waited is how long the match has waited for the seat's absent player.
	Waited time.Duration `json:"waited,omitempty"`
	// Vacant is from when on somebody is looked for who takes the seat; nil for a
	// seat that nobody else may have.
	Vacant *time.Time `json:"vacant,omitempty"`
}

// Untold is a sentence to a seat, and how often it was to be said.
type Untold struct {
	Says  engine.Phrase `json:"says"`
	Times int           `json:"times"`
}

// Opened is the match before its first fact.
func (m *Match) Opened(game engine.Game) *engine.Match {
	return engine.Open(game, engine.Setup{Edition: m.Edition, Options: m.Options, First: m.Terms.First, Cards: m.Terms.Cards}, m.Seed)
}

// Table is a match with all that belongs to it, locked by the transaction
// that loaded it. Change Row and Seats freely: what differs at the end is kept.
type Table struct {
	Row   Match
	Seats []Seat // by number
	// Match is the fold of the log; Append keeps it up to date.
	Match  *engine.Match
	Clocks []Clock        // by seat
	Plans  map[int][]Plan // by seat, the newest kind last
}

// SetClock keeps a seat's clock. Like all that changes clocks and plans it makes lists of its own,
// so that what was read stays as it was.
func (t *Table) SetClock(c Clock) {
	c.Began, c.Soft, c.Due, c.StoppedAt = Micro(c.Began), Micro(c.Soft), Micro(c.Due), MicroAt(c.StoppedAt)
	t.DropClock(c.Seat)
	t.Clocks = append(t.Clocks, c)
	slices.SortFunc(t.Clocks, func(a, b Clock) int { return a.Seat - b.Seat })
}

// DropClock ends a seat's clock.
func (t *Table) DropClock(seat int) {
	t.Clocks = slices.DeleteFunc(slices.Clone(t.Clocks), func(c Clock) bool { return c.Seat == seat })
}

// SetPlan keeps a plan in place of one of the same kind.
func (t *Table) SetPlan(seat int, p Plan) {
	p.At = Micro(p.At)
	t.DropPlan(seat, p.Kind)
	of := append(slices.Clone(t.Plans[seat]), p)
	slices.SortFunc(of, func(a, b Plan) int { return cmp.Compare(b.Kind, a.Kind) })
	t.Plans = maps.Clone(t.Plans)
	if t.Plans == nil {
		t.Plans = map[int][]Plan{}
	}
	t.Plans[seat] = of
}

// PlanFor is what a seat keeps of a kind; no lines for nothing.
func (t *Table) PlanFor(seat int, kind PlanKind) []string {
	for _, p := range t.Plans[seat] {
		if p.Kind == kind {
			return slices.Clip(p.Lines)
		}
	}
	return nil
}

// DropPlan drops the plans of some kinds, where there are any.
func (t *Table) DropPlan(seat int, kinds ...PlanKind) {
	rest := slices.DeleteFunc(slices.Clone(t.Plans[seat]), func(p Plan) bool { return slices.Contains(kinds, p.Kind) })
	if len(rest) == len(t.Plans[seat]) {
		return
	}
	t.Plans = maps.Clone(t.Plans)
	if t.Plans[seat] = rest; len(rest) == 0 {
		delete(t.Plans, seat)
	}
}

// Bytes32 are the 32 bytes of a seed or a hash in a column.
type Bytes32 [32]byte

// ScanBytes reads them; there are none where nothing was kept.
func (b *Bytes32) ScanBytes(kept []byte) error {
	copy(b[:], kept)
	return nil
}

// Micro is a time as a row keeps it: no more may stand in memory, since what is compared with a row
// must not be later than it.
func Micro(t time.Time) time.Time { return t.Truncate(time.Microsecond) }

// MicroAt is Micro for a time that may be missing.
func MicroAt(t *time.Time) *time.Time {
	if t == nil {
		return nil
	}
	at := Micro(*t)
	return &at
}

// In are the seats in one of some states, in their order; with none named, all.
func (t *Table) In(states ...SeatState) iter.Seq[*Seat] {
	return func(yield func(*Seat) bool) {
		for i := range t.Seats {
			if s := &t.Seats[i]; (len(states) == 0 || slices.Contains(states, s.State)) && !yield(s) {
				return
			}
		}
	}
}

// Count is how many seats are in one of some states.
func (t *Table) Count(states ...SeatState) (n int) {
	for range t.In(states...) {
		n++
	}
	return n
}

// NamesOf are the names of the seats in one of some states; nil for none.
func (t *Table) NamesOf(states ...SeatState) (names []string) {
	for s := range t.In(states...) {
		names = append(names, s.Name)
	}
	return names
}

// Seat finds a seat by its number; nil for none.
func (t *Table) Seat(no int) *Seat {
	for s := range t.In() {
		if s.No == no {
			return s
		}
	}
	return nil
}

// Clock is a row of clocks: the time of a seat whose choice is awaited.
type Clock struct {
	Seat       int
	Step       int
	Began      time.Time
	Soft       time.Time
	Due        time.Time
	Reminded   int
	StoppedAt  *time.Time
	StoppedWhy string
}

// Plan is a move kept for a coming turn: alternatives in the order in which
// they are tried, cards by code.
type Plan struct {
	Kind  PlanKind
	Lines []string
	At    time.Time
}

// Watcher is somebody who follows a public match without a seat in it.
type Watcher struct {
	Player int64
	Told   int // up to this fact
	ToldAt time.Time
}
