package model

import (
	"encoding/json"
	"time"
)

// DueOwner is the kind of thing that owns a due row.
type DueOwner string

// The owners of due rows.
const (
	DueOfMatch  DueOwner = "match"
	DueOfPlayer DueOwner = "player"
	DueOfSeason DueOwner = "season" // of a league
)

// DueKind is what is done when a row is due.
type DueKind string

// What can be due for a match or a seat.
const (
	DueDeadline DueKind = "deadline"
	DueRemind   DueKind = "remind"
	DueInvite   DueKind = "invite"  // repeat an invitation
	DueStandin  DueKind = "standin" // find somebody to take a seat
	DueLapse    DueKind = "lapse"   // end a lobby that nobody has started
	DueRally    DueKind = "rally"   // a rally: its reminder, start and end, and the time of a seat in it
	DueWatch    DueKind = "watch"   // the weekly letter to those who follow the match
	DueRestored DueKind = "restored"
	DueRate     DueKind = "rate"
	DueTally    DueKind = "tally"
	DueHeld     DueKind = "held"  // restart a clock that stopped for a held letter
	DueGrace    DueKind = "grace" // play what was kept for a grace
	DueVote     DueKind = "vote"
)

// What can be due for a player.
const (
	DueBack  DueKind = "back" // an absence ends
	DueDaily DueKind = "daily"
	// DueForget goes on forgetting a player: match by match, then the rest. Of is the last match that is done.
	DueForget DueKind = "forget"
)

// What can be due for a season.
const (
	DueMuster DueKind = "muster" // close the sign-up
	DueDraw   DueKind = "draw"
	DueStart  DueKind = "start"  // of a group
	DueEnded  DueKind = "ended"  // of a group
	DueLate   DueKind = "late"   // groups for those who came after the draw
	DueClose  DueKind = "close"  // start no more groups
	DueFinish DueKind = "finish" // finish a group with bots
	DueShut   DueKind = "shut"   // close the season when its groups are over
	DueNext   DueKind = "next"   // open the next season
	DueTell   DueKind = "tell"   // a letter to everybody, in batches
	DueWeek   DueKind = "week"   // the weekly standings
)

// Due is something to be done at a time, by whichever process sweeps first.
type Due struct {
	Owner DueOwner
	ID    int64 // of the owner
	Seat  int   // in a match; -1 for the whole match
	What  DueKind
	Of    string // tells several rows of a kind apart: an ask, a group, a vote; otherwise ""
	At    time.Time
	Data  json.RawMessage
}

// Match returns the match that it is about, 0 if it is about none.
func (d *Due) Match() int64 {
	if d.Owner == DueOfMatch {
		return d.ID
	}
	return 0
}

// Name names what is due in logs and metrics: "vote:pause", "season:draw".
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
