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
	SeasonMustered SeasonState = "mustered" // the sign-up is closed
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

// GroupState is how far a group of a season has come. A group is played as one match.
type GroupState string

// The states of a group.
const (
	GroupPlanned  GroupState = "planned"
	GroupRunning  GroupState = "running"
	GroupOver     GroupState = "over"
	GroupUnplayed GroupState = "unplayed"
)

// News is what a league tells everybody in a season.
type News string

// The news of a season.
const (
	NewsInvite    News = "invite"
	NewsOpens     News = "opens"
	NewsMuster    News = "muster"
	NewsDraw      News = "draw"
	NewsLater     News = "later" // the sign-up stays open, because too few have entered
	NewsCancelled News = "cancelled"
	NewsClosed    News = "closed"
)

// League is a competition that goes on season after season.
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
	Rules    league.Rules // as they were when it opened
	Seed     Bytes32      // of the draw; secret until DrawnAt
	OpenedAt time.Time
	MusterAt time.Time // when the sign-up closes
	StartsAt time.Time // when the groups are drawn
	EndsAt   time.Time // when bots finish what is still running
	DrawnAt  *time.Time
	ClosedAt *time.Time
	Late     int // draws for late entrants so far
	// Adjusted is what organisers gave and took, in the order in which they did.
	Adjusted []league.Adjustment
}

// Entrant is a player in a season, under the one name that the league shows.
type Entrant struct {
	Season   int64
	Player   int64
	Name     string
	Address  string // where league letters go, "" for the player's first address
	Division int    // from 1, which is the highest; 0 if not placed yet
	State    EntrantState
	JoinedAt time.Time
	LeftAt   *time.Time
	Place    int // in the division when the season closed; 0 if none
	Onward   int // division of the next season; 0 if none
	// Shown is what they are called since they were forgotten, "" for Name, by which the draw and the sums go on.
	Shown string
}

// Plays reports whether the player is to play in the season, now or from the next draw on; false for a nil entrant.
func (e *Entrant) Plays() bool {
	return e != nil && (e.State == EntrantEntered || e.State == EntrantLate)
}

// LeagueMatch is a group of a season, which is drawn and then played as a match.
type LeagueMatch struct {
	Season   int64
	No       int // from 1, in the order of the draw
	Division int
	Round    int // the players' first group is 1, their second 2, and so on
	Wave     int // the day of the round on which it starts, from 0
	Game     string
	Edition  string
	Options  map[string]string
	State    GroupState
	StartsAt time.Time
	Match    int64 // 0 if it has not started
	EndedAt  *time.Time
	ByHouse  bool           // the season closed before it was over
	Result   *league.Result // nil until it is over
	Seats    []LeagueSeat   // by Seat
}

// GroupFilter chooses groups by all that is set in it.
type GroupFilter struct {
	Season, Match int64
	No            int
	State         GroupState
	// Players means that one of them sits there now or was drawn a place; nil means anybody.
	Players []int64
}

// LeagueSeat is a place in a group.
type LeagueSeat struct {
	Seat   int
	Player int64 // who sits, or sat at the end; 0 for a bot
	Name   string
	Drawn  int64      // who was drawn, and whose result it is whoever sits
	Gone   *time.Time // when Drawn left the seat for good
}
