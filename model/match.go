// Package model holds the nouns of the house as plain values with typed states. It decides nothing and stores
// nothing. The database and JSON hold the words of a state as they are here; the zero value "" means none.
package model

import (
	"slices"
	"time"

	"pitpost.example/engine"
	"pitpost.example/engine/rating"
)

// Phase is how far a match has come, including its lobby and pauses.
type Phase string

// The phases of a match.
const (
	PhaseLobby   Phase = "lobby"
	PhaseRunning Phase = "running"
	PhasePaused  Phase = "paused"
	PhaseOver    Phase = "over"
	PhaseAborted Phase = "aborted" // ended without a result
)

// PhaseOf returns the phase of a match according to its facts.
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

// InPlay reports whether the match has begun and not ended; it may be paused.
func (p Phase) InPlay() bool { return p == PhaseRunning || p == PhasePaused }

// Ended reports whether the match is over or aborted.
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

// Timeout is what a match does when a seat's time runs out.
type Timeout string

// What happens at a deadline.
const (
	TimeoutPlan Timeout = "plan" // play the seat's plan, its draft or a safe move
	TimeoutBot  Timeout = "bot"  // have a bot move, whatever is planned
	TimeoutWait Timeout = "wait" // wait
)

// Talk is what people at a table may say to whom.
type Talk string

// The ways of talking.
const (
	TalkTable    Talk = "table"
	TalkWhispers Talk = "whispers" // to a single seat too
)

// ActKind is an act that touches somebody's turn or seat or the result, and so is nobody's alone who plays.
type ActKind string

// The acts.
const (
	ActForce   ActKind = "force"
	ActKick    ActKind = "kick"
	ActReplace ActKind = "replace"
	ActRewind  ActKind = "rewind"
	ActAbort   ActKind = "abort"
	ActConcede ActKind = "concede"
	ActPause   ActKind = "pause"
	ActResume  ActKind = "resume"
	ActExtend  ActKind = "extend"
	ActMute    ActKind = "mute"
	ActUnmute  ActKind = "unmute"
	ActTerms   ActKind = "terms"   // other times, or who may say what to whom
	ActOptions ActKind = "options" // other options of the game
)

// Right is why somebody may do such an act.
type Right string

// The rights.
const (
	RightOperator Right = "operator"
	RightReferee  Right = "referee" // of somebody who does not play
	RightHost     Right = "host"    // of a host who plays, as far as the act allows
	RightWish     Right = "wish"    // the seat it is about wants it
	RightVote     Right = "vote"
	RightAlone    Right = "alone" // no other person plays
	RightAnybody  Right = "anybody"
)

// OfferState is what became of an offered seat.
type OfferState string

// The states of an offer.
const (
	OfferOpen   OfferState = "open"
	OfferYes    OfferState = "yes"
	OfferNo     OfferState = "no"
	OfferLapsed OfferState = "lapsed"
	OfferBack   OfferState = "back"  // the seat's player came back
	OfferTaken  OfferState = "taken" // by somebody else, or the host has offered it to somebody else
)

// Offerer is who offers a seat.
type Offerer string

// Who may offer a seat.
const (
	OfferHouse  Offerer = "house"  // to a stand-in
	OfferHost   Offerer = "host"   // to somebody the host has named
	OfferLeague Offerer = "league" // to a substitute
)

// ChangeKind is how a seat changed hands.
type ChangeKind string

// The changes of hands.
const (
	ChangeLeft  ChangeKind = "left"
	ChangeTaken ChangeKind = "taken"
)

// ChangeWhy is why somebody left a seat for good, or the Offerer who gave it to somebody.
type ChangeWhy string

// Why somebody left.
const (
	LeftResigned ChangeWhy = "resigned"
	LeftKicked   ChangeWhy = "kicked" // sent away after a miss, or by their own yes: rated as one who left
	LeftSent     ChangeWhy = "sent"   // sent away by a referee without a miss: not rated
	TakenBack    ChangeWhy = "back"   // why a seat was taken: its player had resigned, and came back in time
	LeftGiven    ChangeWhy = "given"  // it went to somebody else during an absence
)

// Rally is an evening on which the people at a table who have agreed to it play fast.
type Rally struct {
	From  time.Time `json:"from"`
	Until time.Time `json:"until"`
	By    int64     `json:"by"`   // the player who proposed it
	With  []int64   `json:"with"` // the players who take part, first the one who proposed it
}

// Has reports whether a player takes part.
func (r *Rally) Has(player int64) bool {
	return r != nil && player != 0 && slices.Contains(r.With, player)
}

// And returns a copy of the rally with one more player. The original must stay as it is, because tables
// compare it with the new one to see what to save.
func (r Rally) And(player int64) *Rally {
	r.With = append(slices.Clone(r.With), player)
	return &r
}

// Without returns a copy of the rally without one of its players.
func (r Rally) Without(player int64) *Rally {
	r.With = slices.DeleteFunc(slices.Clone(r.With), func(p int64) bool { return p == player })
	return &r
}

// Rated is the result of rating one match.
type Rated struct {
	No      int64 // its number in the order of rated matches
	Match   int64
	Rules   rating.Rules // by which it was rated
	Changes []rating.Change
	Turns   []rating.Turns
}

// RatingChange is what one match did to one rating.
type RatingChange struct {
	No, Match int64 // No is the match's number in the order of rated matches
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

// SeatChange records that a player left a seat for good or took it over, and how the seat stood.
type SeatChange struct {
	Match  int64
	Seat   int
	What   ChangeKind
	Player int64
	// Why is why somebody left or, if somebody took it, the Offerer.
	Why   ChangeWhy
	Seq   int     // the last fact before
	Place float64 // the best is 1; equals share the mean of their places
	Score int
	At    time.Time
}

// Terms are what the host has set for a match, apart from the game's own options.
type Terms struct {
	Pace     time.Duration `json:"pace"`
	Bank     time.Duration `json:"bank"`
	Weekends bool          `json:"weekends"` // if false, clocks stand still on Saturdays and Sundays
	Remind   []string      `json:"remind"`   // "50%", "6h"
	Timeout  Timeout       `json:"timeout"`
	Talk     Talk          `json:"talk"`
	Hints    string        `json:"hints,omitempty"` // "on" or "off", whether the house advises; "" is off in leagues alone
	Slips    time.Duration `json:"slips,omitempty"` // the grace of every move, see Grace
	Watch    bool          `json:"watch,omitempty"` // anybody may follow it
	Rally    *Rally        `json:"rally,omitempty"` // nil if there is none
	Bots     string        `json:"bots,omitempty"`  // the bot for seats that the house plays, "" for the usual one
	First    string        `json:"first,omitempty"`
	Rules    int           `json:"rules,omitempty"`    // number of the rules it is played by, see engine.Setup; 0 is 1
	Cards    string        `json:"cards,omitempty"`    // hash of the card table it is dealt from, "" for the house's own
	Restored *time.Time    `json:"restored,omitempty"` // to when the house was restored while this was a lobby; nil if never
	League   int64         `json:"league,omitempty"`   // the season that it is a group of, 0 if none
	Rematch  bool          `json:"rematch,omitempty"`  // opened with "rematch"
	Refereed []int64       `json:"refereed,omitempty"` // players who were its referee and are no longer
	Unrated  bool          `json:"unrated,omitempty"`  // two of its players share a mailbox
	// Former has the names that seats bear in the log, and what they are called since their players were forgotten.
	Former map[string]string `json:"former,omitempty"`
	Later  *LaterTerms       `json:"later,omitempty"` // what the table has changed from a later round on; nil for nothing
}

// LaterTerms are terms that hold from a deal on, by name and as they are written in "new".
type LaterTerms struct {
	Deal int               `json:"deal"`
	Set  map[string]string `json:"set"`
}

// Advises reports whether the house advises players who ask for it.
func (t Terms) Advises() bool { return t.Hints == "on" || t.Hints == "" && t.League == 0 }

// NoSeat is the number of no seat, for those who have none.
const NoSeat = -1

// Match is a row of matches.
type Match struct {
	ID        int64
	Game      string
	Edition   string
	Options   map[string]string
	Terms     Terms
	Host      int // seat number; NoSeat if a referee hosts it or nobody does
	Phase     Phase
	Word      string
	Listed    bool
	Note      string
	Seed      Bytes32
	Seq       int
	CreatedAt time.Time
	StartedAt *time.Time
	EndedAt   *time.Time
	// Referee is the player who hosts the match without a seat, 0 if there is none. RefereeAddress is where their mail
	// about it goes, and RefereeName what the table calls them.
	Referee                     int64
	RefereeAddress, RefereeName string

	Version int64 // changes with every change of the row
}

// Seat is a row of seats.
type Seat struct {
	No       int
	Name     string
	Player   int64 // 0 if none
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

// Played reports whether a player or a bot plays the seat; false for a nil seat.
func (s *Seat) Played() bool { return s != nil && (s.State == SeatJoined || s.State == SeatBot) }

// Standing is what is kept about a seat until it is dropped.
type Standing struct {
	// Orders are its standing orders, in the words of its game.
	Orders []string `json:"orders,omitempty"`
	// Dealt is how many deals the match had when they were given. The next deal ends them.
	Dealt int `json:"dealt,omitempty"`
	// Noted holds the times of the last unrequested notes to the seat, newest last.
	Noted []time.Time `json:"noted,omitempty"`
	// Untold is what waits for the seat's next letter, and Acts what was done to the table since the last: they
	// stand right behind its first line.
	Untold []Untold        `json:"untold,omitempty"`
	Acts   []engine.Phrase `json:"acts,omitempty"`
	// Since is the step at which its player took over the seat, 0 for its first player. Tokens of steps up to
	// it are known to the previous player too.
	Since int `json:"since,omitempty"`
	// Newcomer means that its player had never played the game before this match.
	Newcomer bool `json:"newcomer,omitempty"`
	// Taught lists the steps whose letters gave a lesson, in the order of lessons.
	Taught []int `json:"taught,omitempty"`
	// Nudged is the step for which the seat was last nudged.
	Nudged int `json:"nudged,omitempty"`
	// Muted means that the table does not see what the seat says.
	Muted bool `json:"muted,omitempty"`
	// Memo is a line of its player's own, printed in each of their letters and shown to nobody else. Deaf lists the seats
	// whose words its player does not want to read.
	Memo string `json:"memo,omitempty"`
	Deaf []int  `json:"deaf,omitempty"`
	// Bot is the bot that plays the seat if the house does, "" for the usual one.
	Bot string `json:"bot,omitempty"`
	// Waited is how long the match has waited for the seat's absent player.
	Waited time.Duration `json:"waited,omitempty"`
	// Vacant is from when on the house looks for somebody to take the seat; nil if nobody else may have it.
	Vacant *time.Time `json:"vacant,omitempty"`
	// Shown means that a token of the seat stood in To or Cc of a letter to friends, so that it proves nobody any more.
	Shown bool `json:"shown,omitempty"`
	// Grace is what its player has sent and can still take back, nil if there is nothing; Graces counts them.
	Grace  *Grace `json:"grace,omitempty"`
	Graces Graces `json:"graces,omitzero"`
}

// Untold is a sentence to a seat, and how often it was to be said.
type Untold struct {
	Says  engine.Phrase `json:"says"`
	Times int           `json:"times"`
}

// Refereed reports whether a player is the match's referee or was once. Such a player never has a seat in it.
func (m *Match) Refereed(player int64) bool {
	return player != 0 && (m.Referee == player || slices.Contains(m.Terms.Refereed, player))
}

// Opened returns the match before its first fact.
func (m *Match) Opened(game engine.Game) *engine.Match {
	setup := engine.Setup{Edition: m.Edition, Rules: m.Terms.Rules, Options: m.Options, First: m.Terms.First, Cards: m.Terms.Cards}
	return engine.OpenMatch(game, setup, m.Seed)
}

// Watcher is somebody who follows a public match without a seat in it.
type Watcher struct {
	Match, Player int64
	Known         int // the last fact they know of
	KnownAt       time.Time
}

// Bytes32 is a seed or a hash as a column holds it.
type Bytes32 [32]byte

// ScanBytes implements pgtype.BytesScanner; NULL becomes zeros.
func (b *Bytes32) ScanBytes(kept []byte) error {
	copy(b[:], kept)
	return nil
}

// TruncateMicro returns t with the precision of a row. Times in memory must not be more precise, because they are
// compared with times from rows.
func TruncateMicro(t time.Time) time.Time { return t.Truncate(time.Microsecond) }

// TruncateMicroAt is TruncateMicro for a time that may be nil.
func TruncateMicroAt(t *time.Time) *time.Time {
	if t == nil {
		return nil
	}
	at := TruncateMicro(*t)
	return &at
}
