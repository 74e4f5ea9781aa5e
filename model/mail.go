package model

import (
	"encoding/json"
	"errors"
	"time"
)

// ErrSuperseded says that a notice is no longer worth sending: its turn is over, and what it would
// have told stands in the next.
var ErrSuperseded = errors.New("superseded")

// Purpose is what a letter out is for.
type Purpose string

// The purposes of letters out. Turn, remind, nudge, round, each and end are
// digests of a match for a seat.
const (
	PurposeTurn      Purpose = "turn"
	PurposeRemind    Purpose = "remind"
	PurposeNudge     Purpose = "nudge"
	PurposeRound     Purpose = "round"
	PurposeEach      Purpose = "each"
	PurposeEnd       Purpose = "end"
	PurposeReceipt   Purpose = "receipt"
	PurposeAsk       Purpose = "ask"
	PurposeInvite    Purpose = "invite"
	PurposeOffer     Purpose = "offer" // of a seat
	PurposeNote      Purpose = "note"
	PurposeDaily     Purpose = "daily" // one letter about all matches of a player
	PurposeWatch     Purpose = "watch" // to somebody who follows a match
	PurposeStandings Purpose = "standings"
	PurposeOrganise  Purpose = "organise" // to who runs a league
	PurposePing      Purpose = "ping"     // a URL that hears of each turn
	PurposePage      Purpose = "page"     // shown on a page or to a program, and never sent
)

// MailState is how far a letter out, or the call of a webhook, has come.
type MailState string

// The states of what goes out.
const (
	MailQueued     MailState = "queued"
	MailWritten    MailState = "written" // its bytes stand, and are sent as they are on every try
	MailSent       MailState = "sent"
	MailFailed     MailState = "failed"
	MailSuperseded MailState = "superseded"
)

// BounceKind is what came back of a letter.
type BounceKind string

// The kinds of bounces.
const (
	BounceHard      BounceKind = "hard" // the address is dead
	BounceSoft      BounceKind = "soft" // it takes no mail just now
	BounceComplaint BounceKind = "complaint"
)

// HookScope is what a webhook is told of.
type HookScope string

// The scopes of webhooks.
const (
	ScopeMatch  HookScope = "match"
	ScopeHouse  HookScope = "house" // all public matches
	ScopeLeague HookScope = "league"
)

// HookForm is how a webhook is told.
type HookForm string

// The forms of webhooks.
const (
	FormStandard HookForm = "standard" // Standard Webhooks, signed
	FormDiscord  HookForm = "discord"
	FormSlack    HookForm = "slack"
	FormMatrix   HookForm = "matrix"
	FormNtfy     HookForm = "ntfy"
)

// Cold is a letter to somebody who did not ask for it.
type Cold struct {
	Kind    ColdKind
	Host    int64 // who invites; 0 for nobody
	Address string
	Match   int64 // 0 for none
	Seat    int
}

// ColdKind says why somebody is written to who did not ask for it.
type ColdKind string

// The kinds of cold letters.
const (
	ColdInvite ColdKind = "invite" // somebody wants them at a table
	ColdRemind ColdKind = "remind" // … and they have not answered
	ColdNews   ColdKind = "news"   // what became of an invitation
	ColdAnswer ColdKind = "answer" // to a letter that nobody vouches for, at an address that never answered
	ColdKnown  ColdKind = "known"  // to such a letter, at the address of a player

	ColdWelcome ColdKind = "welcome" // to a stranger who said nothing that we know
)

// Taken is a letter that came in, as far as it says how its sender goes on.
type Taken struct {
	Words   Bytes32 // hashed
	Refused bool    // nothing in it was carried out
	At      time.Time
}

// ColdCounts is how many cold letters there were, in a day where nothing else is said.
// Plus-addressed variants of one mailbox count together.
type ColdCounts struct {
	Host      int // invitations by the host
	Pair      int // by the host to this mailbox
	Open      int // of those the ones that wait for an answer, however old
	Guest     int // invitations and reminders to this mailbox, by anybody
	All       int // invitations
	Hour, Day int // cold letters of any kind to this mailbox
	KnownHour int // of those the ColdKnown ones
	KnownDay  int
	Strangers int // answers to addresses that never answered
	Welcomed  int // welcomes to this mailbox in a week
	Welcomes  int
}

// Reminds says whether a letter tells again what the first letter of its step told.
func (n *Notice) Reminds() bool { return n.Purpose == PurposeRemind || n.Purpose == PurposeNudge }

// Notice is a duty to write to somebody. It is queued in the transaction that
// made it true and written when it is sent.
type Notice struct {
	ID        int64
	Key       string // told once, however often it is queued
	Match     int64  // 0: none
	Seat      int
	Player    int64
	Address   string
	Purpose   Purpose
	Step      int
	Seq       int // tells up to this fact
	Params    json.RawMessage
	MessageID string
	Rank      int
	State     MailState
	Raw       []byte
	Tries     int
	NextAt    time.Time
	QueuedAt  time.Time
	Cause     string // why it was queued, as facts name it
}

// Hook is somebody on the web who is told what happens. URL and secrets are sealed: only who
// holds the house's secret can read them.
type Hook struct {
	ID        int64
	Scope     HookScope
	Match     int64  // of scope match
	League    string // of scope league, its name
	Player    int64  // the host who set it, 0 for the operator
	Form      HookForm
	Lang      string
	Host      string // the server's name
	URL       []byte
	Secret    []byte // nil where nothing is signed
	OldSecret []byte // signs too until OldUntil
	OldUntil  *time.Time
	Off       string // why it is told no more, "" while it is
	FailingAt *time.Time
	MadeAt    time.Time
}

// Written is a letter as it was written.
type Written struct {
	To  string
	Raw []byte
	// Params, if not nil, stand in place of the notice's from here on.
	Params any
}
