package model

import (
	"time"

	"pitpost.example/engine/league"
)

// SeasonState is how far a season of a league has come.
type SeasonState string

// The states of a season.
const (
	SeasonSignup   SeasonState = "signup"
	SeasonMustered SeasonState = "mustered" // sign-up is closed
	SeasonRunning  SeasonState = "running"
	SeasonClosing  SeasonState = "closing"
	SeasonClosed   SeasonState = "closed"
)

// EntrantState is what a player is in a season.
type EntrantState string

// The states of an entrant.
const (
	EntrantInvited    EntrantState = "invited"
	EntrantEntered    EntrantState = "entered"
	EntrantLate       EntrantState = "late" // came after the draw and waits for the next one
	EntrantSubstitute EntrantState = "substitute"
	EntrantDropped    EntrantState = "dropped"
	EntrantDeclined   EntrantState = "declined"
)

// GroupState is how far a group of a season, which is a match, has come.
type GroupState string

// The states of a group.
const (
	GroupPlanned  GroupState = "planned"
	GroupRunning  GroupState = "running"
	GroupOver     GroupState = "over"
	GroupUnplayed GroupState = "unplayed"
)

// News is what a league tells all in a season.
type News string

// The news of a season.
const (
	NewsInvite    News = "invite"
	NewsOpens     News = "opens"
	NewsMuster    News = "muster"
	NewsDraw      News = "draw"
	NewsLater     News = "later" // sign-up stays open, since too few came
	NewsCancelled News = "cancelled"
	NewsClosed    News = "closed"
)

// League is a contest that goes on season after season.
type League struct {
	ID        int64
	Name      string
	Rules     league.Rules // of the seasons to come
	CreatedAt time.Time
	EndedAt   *time.Time // no season opens after this
}

// Season is one run of a league.
type Season struct {
	ID       int64
	League   int64
	No       int // from 1
	State    SeasonState
	Rules    league.Rules // as they stood when it opened
	Seed     Bytes32      // of the draw; secret until DrawnAt
	OpenedAt time.Time
	MusterAt time.Time // sign-up closes
	StartsAt time.Time // the draw
	EndsAt   time.Time // what runs is finished by the house
	DrawnAt  *time.Time
	ClosedAt *time.Time
	Late     int // draws for late entrants so far
}

// Entrant is a player in a season, by the one name that the league shows.
type Entrant struct {
	Season   int64
	Player   int64
	Name     string
	Address  string // where league letters go, "" for the player's first
	Division int    // from 1, the first being the highest; 0: not placed yet
	State    EntrantState
	JoinedAt time.Time
	LeftAt   *time.Time
	Place    int // in the division at the close; 0: none
	Onward   int // the division of the next season; 0: none
}

// LeagueMatch is a group of a season: drawn, then played as a match.
type LeagueMatch struct {
	Season   int64
	No       int // from 1, in the order of the draw
	Division int
	Round    int // the players' how manieth group of the season, from 1
	Wave     int // from 0: the day of the round on which it starts
	Game     string
	Edition  string
	Options  map[string]string
	State    GroupState
	StartsAt time.Time
	Match    int64 // 0: none yet
	EndedAt  *time.Time
	ByHouse  bool           // the season's close ended it
	Result   *league.Result // what it came to; nil before
	Seats    []LeagueSeat   // by Seat
}

// LeagueSeat is a place in a group.
type LeagueSeat struct {
	Seat   int
	Player int64 // who sits, or sat at the end; 0 for a bot
	Name   string
	Drawn  int64      // who has the place and answers for it, whoever sits
	Gone   *time.Time // when Drawn left the seat for good
}
