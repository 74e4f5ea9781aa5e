package model

// SeasonState is how far a season of a league has come.
type SeasonState string

// The states of a season.
const (
	SeasonSignup   SeasonState = "signup"
	SeasonMustered SeasonState = "mustered" // sign-up is closed
	SeasonDrawn    SeasonState = "drawn"
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
