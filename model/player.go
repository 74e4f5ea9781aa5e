package model

import (
	"fmt"
	"regexp"
	"strings"
	"time"
)

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

// SeatKey is whose seat a key opens.
type SeatKey struct {
	Match  int64
	Seat   int
	Player int64 // who asked for it
}

// Sign is one of the marks by which letters of one person resemble each other: a keyed hash
// that is equal where the mark is, and says nothing else.
type Sign struct {
	Kind SignKind
	Hash []byte
	// Letters is how many letters bore it; counted by the table.
	Letters int
}

// Standin is a player ready to take a seat that somebody left.
type Standin struct {
	Player int64
	Games  []string // empty: any game
	Most   int      // seats at once
	Since  time.Time
	Asked  *time.Time // when a seat was last offered; nil for never
	// Lang and Address are where an offer goes and what it is written in; Sits
	// counts the seats taken over that are still played.
	Lang, Address string
	Sits          int
}

// Vacancy is a seat for which somebody is looked for.
type Vacancy struct {
	Match int64
	Game  string
	Lang  string    // preferred: whoever speaks it is asked first
	Until time.Time // who is away before then is not asked
	// Offers is how many offers one person gets in a week at the most.
	Offers int
}

// Player is a person.
type Player struct {
	ID        int64
	Lang      string
	Zone      string
	Settings  Settings
	AwayFrom  *time.Time
	AwayUntil *time.Time
}

// Number is that of a player, 0 for nobody.
func (p *Player) Number() int64 {
	if p == nil {
		return 0
	}
	return p.ID
}

// Settings are what a player chose for all their matches. The zero value is
// the default of each.
type Settings struct {
	Format     Format `json:"format,omitempty"`
	NoPictures bool   `json:"no_pictures,omitempty"`
	JSON       bool   `json:"json,omitempty"` // attach turn.json
	Notify     Notify `json:"notify,omitempty"`
	Quiet      string `json:"quiet,omitempty"` // "22-07"
	NoReceipts bool   `json:"no_receipts,omitempty"`
	Thread     string `json:"thread,omitempty"` // "" by turn, "match"
	NoVoice    bool   `json:"no_voice,omitempty"`
	DailyAt    string `json:"daily_at,omitempty"` // "20:00" in their zone, "" for 8:00
	Remind     string `json:"remind,omitempty"`   // "50%,90%", "off"; "" leaves it to each match
	Ping       string `json:"ping,omitempty"`     // a URL that hears of each turn, "" for none
	// NoStandings says that no weekly standings of leagues are wanted.
	NoStandings bool `json:"no_standings,omitempty"`
	// Calendar is the serial of the feed of deadlines; 0 for none.
	Calendar uint32 `json:"calendar,omitempty"`
	// LangGuessed says that the language is the host's, until a letter of their own.
	LangGuessed bool `json:"lang_guessed,omitempty"`
}

// Address is one address of a player.
type Address struct {
	Address string
	Player  int64
	First   bool
	Proved  bool
	Blocked bool
	Barred  bool // by the operator: nothing is taken from it and nothing sent to it
	Failing string
	Display string
}

// Fit makes a key, an id or an address fit for Postgres, which takes neither NUL nor bytes
// that are no UTF-8. Nothing else is taken out, or two of them could become one.
func Fit(s string) string { return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "") }

// Folded is the form in which an address is kept and looked for.
func Folded(address string) string { return Fit(strings.ToLower(strings.TrimSpace(address))) }

var (
	domainOf = regexp.MustCompile(`[^@]*$`)
	afterAt  = regexp.MustCompile(`@[^@]*$`)
	plus     = regexp.MustCompile(`(.)[+].*$`)
)

// Mailbox is the one behind an address as it is kept: what follows a plus reaches the same person, and
// so do the points of Gmail. Postgres has it as a function of that name.
func Mailbox(address string) string {
	domain := domainOf.FindString(address)
	local := plus.ReplaceAllString(afterAt.ReplaceAllString(address, ""), "$1")
	if domain == "gmail.com" || domain == "googlemail.com" {
		return strings.ReplaceAll(local, ".", "") + "@gmail.com"
	}
	return local + "@" + domain
}

// NoZone is the zone of a player of whom nothing is known. A zone is a name of the time zone database,
// or as long as they have said none what their latest letter was dated by, such as "UTC+05:30".
const NoZone = "UTC"

// ZoneEast is the zone of a clock so many seconds east of UTC, as players keep it.
func ZoneEast(seconds int) string {
	sign := "+"
	if seconds < 0 {
		sign, seconds = "-", -seconds
	}
	return fmt.Sprintf("%s%s%02d:%02d", NoZone, sign, seconds/3600, seconds/60%60)
}

// ZoneGuessed says that a player has not said where their clock stands.
func ZoneGuessed(zone string) bool { return strings.HasPrefix(zone, NoZone) }

// ZoneSaid is a zone as somebody named it, told apart from one that was guessed.
func ZoneSaid(zone string) string {
	if ZoneGuessed(zone) {
		return "Etc/UTC"
	}
	return zone
}

// Location is where a player's clock stands; UTC for a zone that nobody knows.
func Location(zone string) *time.Location {
	if east, ok := strings.CutPrefix(zone, NoZone); ok && east != "" {
		t, err := time.Parse("-07:00", east)
		if err != nil {
			return time.UTC
		}
		_, seconds := t.Zone()
		name := zone[:len(NoZone)+1] + strings.TrimSuffix(strings.TrimPrefix(east[1:], "0"), ":00")
		return time.FixedZone(name, seconds)
	}
	where, err := time.LoadLocation(zone)
	if err != nil {
		return time.UTC
	}
	return where
}
