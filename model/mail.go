package model

// Purpose is what a letter out is for.
type Purpose string

// The purposes of letters out. Turn, remind, nudge, round, each and end are
// digests of a match for a seat.
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
	PurposeOrganise  Purpose = "organise" // to who runs a league
	PurposePing      Purpose = "ping"     // a URL that hears of each turn
	PurposePage      Purpose = "page"     // shown on a page or to a program, and never sent
)

// MailState is how far a letter out, or the call of a webhook, has come.
type MailState string

// The states of what goes out.
const (
	MailQueued     MailState = "queued"
	MailWritten    MailState = "written" // its bytes stand, and are sent as they are on every try
	MailSent       MailState = "sent"
	MailFailed     MailState = "failed"
	MailSuperseded MailState = "superseded"
)

// BounceKind is what came back of a letter.
type BounceKind string

// The kinds of bounces.
const (
	BounceHard      BounceKind = "hard" // the address is dead
	BounceSoft      BounceKind = "soft" // it takes no mail just now
	BounceComplaint BounceKind = "complaint"
)

// HookScope is what a webhook is told of.
type HookScope string

// The scopes of webhooks.
const (
	ScopeMatch  HookScope = "match"
	ScopeHouse  HookScope = "house" // all public matches
	ScopeLeague HookScope = "league"
)

// HookForm is how a webhook is told.
type HookForm string

// The forms of webhooks.
const (
	FormStandard HookForm = "standard" // Standard Webhooks, signed
	FormDiscord  HookForm = "discord"
	FormSlack    HookForm = "slack"
	FormMatrix   HookForm = "matrix"
	FormNtfy     HookForm = "ntfy"
)
