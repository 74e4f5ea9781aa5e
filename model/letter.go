package model

import (
	"encoding/json"
	"time"
)

// CauseKind is what a command comes from.
type CauseKind string

// The causes.
const (
	CauseLetter   CauseKind = "letter"
	CauseClock    CauseKind = "clock"
	CauseOperator CauseKind = "operator"
	CausePage     CauseKind = "page"
)

// Door is the way a letter came in: one of these, or the name of the mail provider whose webhook brought it.
type Door string

// The doors.
const (
	DoorIMAP Door = "imap"
	DoorLMTP Door = "lmtp"
	DoorPage Door = "page" // a form on a page
	DoorKey  Door = "key"  // a program that plays a seat over HTTP
)

// LetterState is what became of a letter that came in.
type LetterState string

// The states of a letter.
const (
	LetterApply    LetterState = "apply"     // at least one line was carried out
	LetterHold     LetterState = "hold"      // until its sender confirms it
	LetterRefuse   LetterState = "refuse"    // and its sender is told why
	LetterDrop     LetterState = "drop"      // in silence
	LetterSetAside LetterState = "set-aside" // for the operator
)

// LineState is what became of one line of a letter.
type LineState string

// The states of a line.
const (
	LineDone    LineState = "done"
	LineKept    LineState = "kept" // as a plan or a draft
	LineTold    LineState = "told" // it asked for something to read
	LineRefused LineState = "refused"
	LineUnread  LineState = "unread" // a line before it stopped the letter
	LineAside   LineState = "aside"  // it was no command
	LineHeld    LineState = "held"   // with the rest of the letter
	LineQuiet   LineState = "quiet"  // the receipt does not mention it
)

// AskKind is what a player is asked about.
type AskKind string

// The kinds of questions.
const (
	AskAddress AskKind = "address" // may another address speak for you?
	AskDeed    AskKind = "deed"    // are you sure of this command?
	AskHeld    AskKind = "held"    // is this letter yours?
	AskLate    AskKind = "late"
	AskLeague  AskKind = "league"  // do you want to enter?
	AskMeant   AskKind = "meant"   // was this the move you meant?
	AskOpen    AskKind = "open"    // no question: what was asked back about a line
	AskRally   AskKind = "rally"   // do you want to play fast that evening?
	AskReferee AskKind = "referee" // do you want to host a match without a seat?
	AskSeat    AskKind = "seat"    // do you want to take over a seat?
	AskSlip    AskKind = "slip"    // no question: a move that can still be taken back
	AskVote    AskKind = "vote"
)

// Answer is what became of an ask; "" while it is open.
type Answer string

// The answers.
const (
	AnswerYes    Answer = "yes"
	AnswerNo     Answer = "no"
	AnswerLapsed Answer = "lapsed"
)

// Cause is what a command comes from: a letter, the clock, the operator or a page. It is noted with each
// fact.
type Cause struct {
	Kind CauseKind
	// Now is the time of the command. Nothing in the transaction looks at another clock.
	Now time.Time
	// Letter is noted in the same transaction; nil for any other cause.
	Letter *Letter
}

// Letter is a row of letters: what came in and what became of it. State and Why may be set until the
// transaction ends.
type Letter struct {
	Hash       [32]byte
	MessageID  string
	Door       Door
	Sender     string
	Subject    string
	Match      int64 // 0 if none
	Seat       int   // meaningful with Match
	Step       int
	WordsHash  [32]byte
	Kept       string
	State      LetterState
	Why        string
	Raw        []byte // kept only if not nil
	ReceivedAt time.Time
}

// Ask is a question put to a player by mail.
type Ask struct {
	ID       int64
	Player   int64
	Address  string
	Match    int64 // 0 if none
	Seat     int
	Kind     AskKind
	Params   json.RawMessage
	AskedAt  time.Time
	LapsesAt time.Time
	Answer   Answer // "" while it is open
}

// Invites reports whether a question invites to play, as an invitation does: friendly words answer it too. A nil one does not.
func (a *Ask) Invites() bool {
	return a != nil && (a.Kind == AskLeague || a.Kind == AskRally || a.Kind == AskReferee || a.Kind == AskSeat)
}
