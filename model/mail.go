package model

import (
	"encoding/json"
	"errors"
	"time"
)

// ErrSuperseded means that a notice is not worth sending any more: its turn is over, and the next letter
// tells what it would have told.
var ErrSuperseded = errors.New("superseded")

// Purpose is what a letter out is for.
type Purpose string

// Turn, remind, nudge, round, each and end are digests of a match for a seat.
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
	PurposeOrganise  Purpose = "organise" // to an organiser of a league
	PurposeData      Purpose = "data"     // all that is kept of a player, as a file
	PurposePing      Purpose = "ping"     // a call of the URL that a player has set
	PurposePage      Purpose = "page"     // shown on a page or to a program, and never sent
)

// Digests are the purposes of letters that show a seat's player the table.
var Digests = []Purpose{PurposeTurn, PurposeRemind, PurposeNudge, PurposeRound, PurposeEach, PurposeEnd}

// MailState is how far a letter out, or a webhook call, has come.
type MailState string

// The states of what goes out that the program tells apart. "failed" and "superseded" occur in statements alone.
const (
	MailQueued  MailState = "queued"
	MailWritten MailState = "written" // its bytes are fixed, and every try sends the same ones
	MailSent    MailState = "sent"
)

// BounceKind is how a letter bounced.
type BounceKind string

// The kinds of bounces.
const (
	BounceHard      BounceKind = "hard" // the address is dead
	BounceSoft      BounceKind = "soft" // it takes no mail at the moment
	BounceComplaint BounceKind = "complaint"
)

// BounceReason is why a letter came back, as far as the report says it.
type BounceReason string

// The reasons. The first three mean that the address is dead.
const (
	BackNobody   BounceReason = "nobody"    // the domain has no such address
	BackNoDomain BounceReason = "no-domain" // the domain does not exist or takes no mail at all
	BackClosed   BounceReason = "closed"    // the address was closed
	BackFull     BounceReason = "full"      // the mailbox is full
	BackBusy     BounceReason = "busy"      // too much mail at once, or the server has a passing trouble
	BackRefused  BounceReason = "refused"   // a policy, a block list or the sender's address
	BackLarge    BounceReason = "large"     // the letter is too large
	BackAway     BounceReason = "away"      // no server was reached
	BackUnknown  BounceReason = "unknown"
)

// IsDead reports whether a reason means that nobody will ever read a letter to the address.
func (r BounceReason) IsDead() bool {
	return r == BackNobody || r == BackNoDomain || r == BackClosed
}

// HookScope is what a webhook reports.
type HookScope string

// The scopes of webhooks.
const (
	ScopeMatch  HookScope = "match"
	ScopeHouse  HookScope = "house" // all public matches
	ScopeLeague HookScope = "league"
)

// HookForm is the format of a webhook's calls.
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
	Host    int64 // who invites; 0 if nobody
	Address string
	Match   int64 // 0 if none
	Seat    int
}

// ColdKind is why somebody is written to who did not ask for it.
type ColdKind string

// The kinds of cold letters.
const (
	ColdInvite ColdKind = "invite" // somebody wants them at a table
	ColdRemind ColdKind = "remind" // and they have not answered
	ColdNews   ColdKind = "news"   // what became of an invitation
	ColdAnswer ColdKind = "answer" // the answer to an unvouched letter, to an address that has never answered
	ColdKnown  ColdKind = "known"  // the same, to the address of a player

	ColdWelcome ColdKind = "welcome" // to a stranger whose letter holds nothing we understand
)

// Reply is an answer of the house to somebody's letter.
type Reply struct {
	At    time.Time
	Idle  bool   // nothing in the letter was carried out; asking back is nothing
	Moved bool   // the letter made a move
	Same  string // what such letters and their answers have in common if they are the same, "" if it does not matter
}

// Sender is what is known of who writes from an address. Player is zero, and Address has none, if nobody owns it.
type Sender struct {
	Address  Address
	Player   Player
	Keeps    bool // others write from their mailbox
	Answered int  // receipts and questions that the house queued to the address in the last hour
	Asked    int  // the questions of these
	// Last is the Params of the last of these receipts, "" if there was none.
	Last string
}

// ColdCounts counts cold letters, of the last day unless something else is said. Plus-addressed variants of a
// mailbox count as one.
type ColdCounts struct {
	Host      int // invitations by the host
	Pair      int // invitations by the host to this mailbox
	Open      int // those of them that are not answered, however old
	Guest     int // invitations and reminders to this mailbox, by anybody
	All       int // invitations by anybody to anybody
	Hour, Day int // cold letters of any kind to this mailbox
	KnownHour int // the ColdKnown ones of these
	KnownDay  int
	Strangers int // answers to addresses that have never answered
	Welcomed  int // welcomes to this mailbox in a week
	Welcomes  int
}

// Reminds reports whether a notice repeats what the first letter of its step told.
func (n *Notice) Reminds() bool { return n.Purpose == PurposeRemind || n.Purpose == PurposeNudge }

// Notice is a duty to write to somebody. It is queued in the transaction that gives rise to it and written
// when it is sent.
type Notice struct {
	ID        int64
	Key       string // a key is queued only once
	Match     int64  // 0 if none
	Seat      int
	Player    int64
	Address   string
	Purpose   Purpose
	Step      int
	Seq       int // the last fact that it tells
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

// Hook is a webhook. URL and secrets are sealed with the house's own secret.
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
	Secret    []byte // nil if calls are not signed
	OldSecret []byte // signs too until OldUntil
	OldUntil  *time.Time
	Off       string // why it is called no more, "" while it is
	FailingAt *time.Time
	MadeAt    time.Time
}

// Written is a letter that has been written.
type Written struct {
	To  string
	Raw []byte
	// Params, if not nil, replace those of the notice.
	Params any
}
