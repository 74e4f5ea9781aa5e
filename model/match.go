// Package model holds the nouns of the house as plain values with typed states.
// It decides nothing and stores nothing. A state is a word that stands in the
// database and in JSON as it is here; the zero value of each is "", for none.
package model

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
