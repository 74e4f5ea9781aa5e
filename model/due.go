package model

import (
	"encoding/json"
	"time"
)

// DueOwner is whose something is that is due.
type DueOwner string

// The owners of what is due.
const (
	DueOfMatch  DueOwner = "match"
	DueOfPlayer DueOwner = "player"
	DueOfSeason DueOwner = "season" // of a league
)

// DueKind is what is to be done at a time.
type DueKind string

// What is due of a match, or of a seat in it.
const (
	DueDeadline DueKind = "deadline"
	DueRemind   DueKind = "remind"
	DueInvite   DueKind = "invite"  // an invitation to be said again
	DueStandin  DueKind = "standin" // somebody to be looked for who takes a seat
	DueLapse    DueKind = "lapse"   // a lobby that nobody starts
	DueRally    DueKind = "rally"   // an evening of fast clocks: its call, start and end, and a seat's time in it
	DueWatch    DueKind = "watch"   // the week's letter to who follows the match
	DueRestored DueKind = "restored"
	DueRate     DueKind = "rate"
	DueTally    DueKind = "tally"
	DueHeld     DueKind = "held" // a clock stands for a letter that waits for its sender's yes
	DueSlip     DueKind = "slip" // a move that may still be taken back
	DueVote     DueKind = "vote"
)

// What is due of a player.
const (
	DueBack  DueKind = "back" // an absence ends
	DueDaily DueKind = "daily"
	DueSigns DueKind = "signs" // old signs to be forgotten
)

// What is due of a season.
const (
	DueMuster DueKind = "muster" // sign-up closes
	DueDraw   DueKind = "draw"
	DueStart  DueKind = "start"  // a group
	DueEnded  DueKind = "ended"  // a group
	DueLate   DueKind = "late"   // groups for who came after the draw
	DueClose  DueKind = "close"  // no group begins any more
	DueFinish DueKind = "finish" // a group, by the house
	DueShut   DueKind = "shut"   // the season, once its groups are over
	DueNext   DueKind = "next"   // the season after
	DueTell   DueKind = "tell"   // a letter to all, in batches
	DueWeek   DueKind = "week"   // the standings of the week
)

// Due is something that is to be done at a time, by whichever process sweeps.
type Due struct {
	Owner DueOwner
	ID    int64 // of its owner
	Seat  int   // of a match; -1: the whole match
	What  DueKind
	Of    string // what of that kind: a question, a group, a vote; "" where an owner has but one
	At    time.Time
	Data  json.RawMessage
}

// Match is the match that it is about, 0 for none.
func (d *Due) Match() int64 {
	if d.Owner == DueOfMatch {
		return d.ID
	}
	return 0
}

// Name is what is due and of what, as logs and metrics call it: "vote:pause", "season:draw".
func (d *Due) Name() string {
	name := string(d.What)
	if d.Owner == DueOfSeason {
		name = string(d.Owner) + ":" + name
	}
	if d.Of != "" {
		name += ":" + d.Of
	}
	return name
}
