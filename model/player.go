package model

// Format is how a player's letters are written; "" is text and HTML.
type Format string

// The formats.
const (
	FormatText   Format = "text"
	FormatHTML   Format = "html"
	FormatReader Format = "reader" // for a screen reader
)

// Notify is when a player hears of a match; "" is at each turn.
type Notify string

// When a player hears.
const (
	NotifyTurn  Notify = "turn"
	NotifyEach  Notify = "each" // after each move
	NotifyDaily Notify = "daily"
)

// SignKind is in what letters of one person resemble each other.
type SignKind string

// The kinds of signs.
const (
	SignNetwork SignKind = "network"
	SignDevice  SignKind = "device"
	SignProgram SignKind = "program"
)

// SecretKind is what a secret is that a letter tells once.
type SecretKind string

// The kinds of secrets.
const (
	SecretKey  SecretKind = "key"    // of a seat, for a program
	SecretHook SecretKind = "secret" // of a webhook
)
