package model

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
