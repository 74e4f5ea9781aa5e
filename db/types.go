package db

import (
	"encoding/json"
	"time"

	"pitpost.example/engine"
	"pitpost.example/model"
)

// Cause is why something is done: the letter, the clock, the operator. It is
// noted with each fact.
type Cause struct {
	Kind model.CauseKind
	// Now is the time of the deed; nothing in a transaction asks another clock.
	Now time.Time
	// Letter is noted in the same transaction; nil for any other cause.
	Letter *Letter
	// Expect is what is likely to be asked about the letter; nil for nothing.
	Expect *Expected
}

// Letter is a row of letters: what came in and what became of it. State and
// Why may be set until the transaction ends.
type Letter struct {
	ID         int64
	Hash       [32]byte
	MessageID  string
	Door       model.Door
	Sender     string
	Subject    string
	Match      int64 // 0 for none
	Seat       int   // meaningful with Match
	Step       int
	WordsHash  [32]byte
	Kept       string
	State      model.LetterState
	Why        string
	Raw        []byte // kept only if not nil
	ReceivedAt time.Time
}

// Player is a person.
type Player struct {
	ID        int64
	Lang      string
	Zone      string
	Settings  Settings
	AwayFrom  *time.Time
	AwayUntil *time.Time
}

// Settings are what a player chose for all their matches. The zero value is
// the default of each.
type Settings struct {
	Format     model.Format `json:"format,omitempty"`
	NoPictures bool         `json:"no_pictures,omitempty"`
	JSON       bool         `json:"json,omitempty"` // attach turn.json
	Notify     model.Notify `json:"notify,omitempty"`
	Quiet      string       `json:"quiet,omitempty"` // "22-07"
	NoReceipts bool         `json:"no_receipts,omitempty"`
	Thread     string       `json:"thread,omitempty"` // "" by turn, "match"
	NoVoice    bool         `json:"no_voice,omitempty"`
	DailyAt    string       `json:"daily_at,omitempty"` // "20:00" in their zone, "" for 8:00
	Remind     string       `json:"remind,omitempty"`   // "50%,90%", "off"; "" leaves it to each match
	Ping       string       `json:"ping,omitempty"`     // a URL that hears of each turn, "" for none
	// NoStandings says that no weekly standings of leagues are wanted.
	NoStandings bool `json:"no_standings,omitempty"`
	// Calendar is the serial of the feed of deadlines; 0 for none.
	Calendar uint32 `json:"calendar,omitempty"`
	// LangGuessed says that the language is the host's, until a letter of their own.
	LangGuessed bool `json:"lang_guessed,omitempty"`
}

// Address is one address of a player.
type Address struct {
	Address string
	Player  int64
	First   bool
	Proved  bool
	Blocked bool
	Barred  bool // by the operator: nothing is taken from it and nothing sent to it
	Failing string
	Display string
}

// Terms are what the host set for a match beside the game's own options.
type Terms struct {
	Pace     time.Duration `json:"pace"`
	Bank     time.Duration `json:"bank"`
	Weekends bool          `json:"weekends"` // false: clocks stand still on Saturday and Sunday
	Remind   []string      `json:"remind"`   // "50%", "6h"
	Timeout  model.Timeout `json:"timeout"`
	Talk     model.Talk    `json:"talk"`
	Slips    time.Duration `json:"slips,omitempty"`  // how long a move can be taken back before it counts
	Watch    bool          `json:"watch,omitempty"`  // anybody may follow it
	Rally    *Rally        `json:"rally,omitempty"`  // the next evening of fast clocks, nil for none
	Bots     string        `json:"bots,omitempty"`   // the bot for seats the house plays, "" for the usual one
	Hooked   bool          `json:"hooked,omitempty"` // somebody on the web is told of this match
	First    string        `json:"first,omitempty"`
	Cards    string        `json:"cards,omitempty"`    // the hash of the card table it is dealt from, "" for the house's own
	Restored *time.Time    `json:"restored,omitempty"` // to when the house was restored while this was a lobby; nil if never
	League   int64         `json:"league,omitempty"`   // the season it is a group of, 0 for none
	Rematch  bool          `json:"rematch,omitempty"`  // opened by that word
}

// MatchRow is a row of matches.
type MatchRow struct {
	ID        int64
	Game      string
	Edition   string
	Options   map[string]string
	Terms     Terms
	Host      int // seat number
	Phase     model.Phase
	Word      string
	Listed    bool
	Note      string
	Seed      [32]byte
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
	State    model.SeatState
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

// Table is a match with all that belongs to it, locked by the transaction
// that loaded it. Change Row and Seats freely, then say Work.Save.
type Table struct {
	Row   MatchRow
	Seats []Seat // by number
	// Match is the fold of the log; Work.Append keeps it up to date.
	Match *engine.Match
}

// Seat finds a seat by its number; nil for none.
func (t *Table) Seat(no int) *Seat {
	for i := range t.Seats {
		if t.Seats[i].No == no {
			return &t.Seats[i]
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

// Due is something that is to be done at a time, by whichever process sweeps.
type Due struct {
	Owner model.DueOwner
	ID    int64 // of its owner
	Seat  int   // of a match; -1: the whole match
	What  model.DueKind
	Of    string // what of that kind: a question, a group, a vote; "" where an owner has but one
	At    time.Time
	Data  json.RawMessage
}

// Match is the match that it is about, 0 for none.
func (d *Due) Match() int64 {
	if d.Owner == model.DueOfMatch {
		return d.ID
	}
	return 0
}

// Name is what is due and of what, as logs and metrics call it: "vote:pause", "season:draw".
func (d *Due) Name() string {
	name := string(d.What)
	if d.Owner == model.DueOfSeason {
		name = string(d.Owner) + ":" + name
	}
	if d.Of != "" {
		name += ":" + d.Of
	}
	return name
}

// Plan is a move kept for a coming turn: alternatives in the order in which
// they are tried, cards by code.
type Plan struct {
	Kind  model.PlanKind
	Lines []string
	At    time.Time
}

// Ask is a question put to a player by mail.
type Ask struct {
	ID       int64
	Player   int64
	Address  string
	Match    int64 // 0: none
	Seat     int
	Kind     model.AskKind
	Params   json.RawMessage
	AskedAt  time.Time
	LapsesAt time.Time
	Answer   model.Answer // "" while it is open
}

// Notice is a duty to write to somebody. It is queued in the transaction that
// made it true and written when it is sent.
type Notice struct {
	ID        int64
	Key       string // told once, however often it is queued
	Match     int64  // 0: none
	Seat      int
	Player    int64
	Address   string
	Purpose   model.Purpose
	Step      int
	Seq       int // tells up to this fact
	Params    json.RawMessage
	MessageID string
	Rank      int
	State     model.MailState
	Raw       []byte
	Tries     int
	NextAt    time.Time
	QueuedAt  time.Time
	Cause     string // why it was queued, as facts name it
}
