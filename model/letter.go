package model

import (
	"crypto/sha256"
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

// Unheard reports whether a letter that ended so changed nothing and nobody was asked about it.
func (s LetterState) Unheard(why string) bool {
	return s == LetterDrop || s == LetterHold && (why == AskedTooOften || why == AskedOfSender || why == NoSender)
}

// Why a letter is held although nobody was asked about it.
const (
	AskedTooOften = "asked too often this hour"
	AskedOfSender = "a letter of the same sender was asked about this hour"
	NoSender      = "no single sender"
)

// LineState is what became of one line of a letter.
type LineState string

// The states of a line.
const (
	LineDone    LineState = "done"
	LineKept    LineState = "kept" // as a plan or a draft, or for a grace
	LineShown   LineState = "told" // it asked for something to read
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
	AskForget  AskKind = "forget"  // do you want to be forgotten? Only the answer to that letter counts.
	AskWhose   AskKind = "whose"   // is this the move of the other seat at your mailbox?
	AskReport  AskKind = "report"  // have you read what a player reports?
	AskReferee AskKind = "referee" // do you want to host a match without a seat?
	AskSeat    AskKind = "seat"    // do you want to take over a seat?
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
	Signed     [32]byte // what it is known by under any Message-ID, from what its sender's servers signed; zero if nothing
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

// LastLetter is what somebody wrote last, as far as the house kept it.
type LastLetter struct {
	Words string
	At    time.Time
}

// End sets what became of a letter. If it changed nothing, and nobody was asked about it, it is noted apart from its
// copies, so that it stands in no better one's way.
func (l *Letter) End(state LetterState, why string) {
	l.State, l.Why = state, why
	if state.Unheard(why) {
		l.Part()
	}
}

// Part has a letter noted apart from its copies.
func (l *Letter) Part() { l.Hash, l.Signed = HashUnheard(l.Hash, l.Why), [32]byte{} }

// HashUnheard returns the hash that a copy is noted by that was not heard, and why. It begins as the other, so that the
// log calls all copies the same.
func HashUnheard(hash [32]byte, why string) [32]byte {
	apart := sha256.Sum256([]byte("unheard " + string(hash[:]) + why))
	copy(apart[:], hash[:6])
	return apart
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

// AskFilter chooses questions by all that is set in it.
type AskFilter struct {
	Player, Match          int64
	Kind                   AskKind
	Open                   bool // not answered
	AskedAfter, LapseAfter time.Time
}

// Invites reports whether a question invites to play, as an invitation does: friendly words answer it too. A nil one does not.
func (a *Ask) Invites() bool {
	return a != nil && (a.Kind == AskLeague || a.Kind == AskRally || a.Kind == AskReferee || a.Kind == AskSeat)
}
