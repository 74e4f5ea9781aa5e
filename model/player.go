package model

import (
	"cmp"
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

// SignKind is a property that letters of one person have in common.
type SignKind string

// The kinds of signs.
const (
	SignNetwork SignKind = "network"
	SignDevice  SignKind = "device"
	SignProgram SignKind = "program"
)

// SignLife is how long a sign is kept after it was last seen.
const SignLife = 60 * 24 * time.Hour

// SecretKind is what kind of secret a letter tells.
type SecretKind string

// The kinds of secrets.
const (
	SecretKey  SecretKind = "key"    // of a seat, for a program
	SecretHook SecretKind = "secret" // of a webhook
)

// SeatKey is the seat that a key opens.
type SeatKey struct {
	Match  int64
	Seat   int
	Player int64 // who asked for it
}

// Sign is a property that letters of one person have in common, as a keyed hash. It can be compared and says
// nothing else.
type Sign struct {
	Kind SignKind
	Hash []byte
	// Shared is how many players have it, as a question answers it. One that many people share says nothing about two of
	// them.
	Shared int
}

// Block keeps an address, or a player if Address is "", out of a host's matches.
type Block struct {
	Host    int64
	Address string
	Player  int64
}

// HashedBlock is how a block names a mailbox whose player was forgotten: by its hash, which no address looks like.
func HashedBlock(hash string) string { return "#" + hash }

// Standin is a player who is ready to take over a seat.
type Standin struct {
	Player int64
	Games  []string // empty for any game
	Most   int      // how many seats at once
	Since  time.Time
	Asked  *time.Time // when a seat was last offered; nil for never
	// Lang and Address are the language of an offer and where it goes. Sits is how many seats they have taken
	// over that are still played.
	Lang, Address string
	Sits          int
}

// Vacancy is a seat that somebody is sought for.
type Vacancy struct {
	Match int64
	Game  string
	Lang  string    // those who speak it are asked first
	Until time.Time // those who are away before then are not asked
	// Offers is how many offers one person gets in a week at most.
	Offers int
}

// Forgotten is what is kept of an address whose player was forgotten: that nobody is invited there, or that its letters are
// turned away.
type Forgotten struct{ Blocked, Barred bool }

// Forgetting is a player to be forgotten, with a keyed hash for the mailbox behind each of their addresses.
type Forgetting struct {
	Player int64
	Hashes map[string]string // by address
}

// Player is a person.
type Player struct {
	ID        int64
	Lang      string
	Zone      string
	Settings  Settings
	AwayFrom  *time.Time
	AwayUntil *time.Time
	// Keeper is the player whose mailbox this one writes from, 0 for whoever has an address of their own, and Called what
	// they are called there.
	Keeper int64
	Called string
}

// SharesMailbox reports whether two players write from the same mailbox.
func (p *Player) SharesMailbox(other *Player) bool {
	return p != nil && other != nil && p.ID != other.ID && p.mailbox() == other.mailbox()
}

// mailbox returns the player whose mailbox this one writes from.
func (p *Player) mailbox() int64 { return cmp.Or(p.Keeper, p.ID) }

// Number returns the player's ID, 0 for nil.
func (p *Player) Number() int64 {
	if p == nil {
		return 0
	}
	return p.ID
}

// Settings are what a player chose for all their matches. Zero values are the defaults.
type Settings struct {
	Format     Format `json:"format,omitempty"`
	NoPictures bool   `json:"no_pictures,omitempty"`
	JSON       bool   `json:"json,omitempty"` // attach turn.json
	Notify     Notify `json:"notify,omitempty"`
	Quiet      string `json:"quiet,omitempty"` // "22-07"
	NoReceipts bool   `json:"no_receipts,omitempty"`
	Thread     string `json:"thread,omitempty"` // "" for a thread per turn, or "match"
	NoVoice    bool   `json:"no_voice,omitempty"`
	NoHints    bool   `json:"no_hints,omitempty"` // no advice, even if they ask for it
	DailyAt    string `json:"daily_at,omitempty"` // "20:00" in their zone, "" for 8:00
	Remind     string `json:"remind,omitempty"`   // "50%,90%", "off"; "" leaves it to each match
	Ping       string `json:"ping,omitempty"`     // a URL called at each turn, "" for none
	// Slips is the grace that they want for each of their moves, 0 for none.
	Slips time.Duration `json:"slips,omitempty"`
	// NoStandings means that they want no weekly standings of leagues.
	NoStandings bool `json:"no_standings,omitempty"`
	// Calendar is the serial number of their feed of deadlines; 0 if they have none.
	Calendar uint32 `json:"calendar,omitempty"`
	// LangGuessed means that their language was guessed from their host's, until they write themselves.
	LangGuessed bool `json:"lang_guessed,omitempty"`
	// LangOffered means that they wrote in another language than they are written to in, and were told how to change that.
	LangOffered bool `json:"lang_offered,omitempty"`
}

// Address is an address of a player.
type Address struct {
	Address string
	Player  int64
	First   bool
	Proved  bool
	Blocked bool
	Barred  bool // banned by the operator: nothing is taken from it or sent to it
	Failing string
	Display string
}

// FitKey makes a key, an id or an address storable in Postgres, which takes neither NUL nor invalid UTF-8. It
// removes nothing else, because two keys could become one.
func FitKey(s string) string { return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "") }

// FoldAddress returns an address in the form in which it is stored and looked up.
func FoldAddress(address string) string { return FitKey(strings.ToLower(strings.TrimSpace(address))) }

var (
	domainOf = regexp.MustCompile(`[^@]*$`)
	afterAt  = regexp.MustCompile(`@[^@]*$`)
	plus     = regexp.MustCompile(`(.)[+].*$`)
)

// MailboxBehind returns the mailbox behind a folded address. Anything after a plus reaches the same person, and so
// do the dots of Gmail. Postgres has a function of the same name that must agree.
func MailboxBehind(address string) string {
	domain := domainOf.FindString(address)
	local := plus.ReplaceAllString(afterAt.ReplaceAllString(address, ""), "$1")
	if domain == "gmail.com" || domain == "googlemail.com" {
		return strings.ReplaceAll(local, ".", "") + "@gmail.com"
	}
	return local + "@" + domain
}

// NoZone is the zone of a player of whom nothing is known. A zone is a name in the time zone database. While
// a player has set none it is the offset of their latest letter, such as "UTC+05:30".
const NoZone = "UTC"

// FixedZone returns the zone of a clock that many seconds east of UTC.
func FixedZone(seconds int) string {
	sign := "+"
	if seconds < 0 {
		sign, seconds = "-", -seconds
	}
	return fmt.Sprintf("%s%s%02d:%02d", NoZone, sign, seconds/3600, seconds/60%60)
}

// IsZoneGuessed reports whether a zone was guessed, because the player has set none.
func IsZoneGuessed(zone string) bool { return strings.HasPrefix(zone, NoZone) }

// ZoneAsSaid returns the form of a zone that somebody has set, which differs from a guessed one.
func ZoneAsSaid(zone string) string {
	if IsZoneGuessed(zone) {
		return "Etc/UTC"
	}
	return zone
}

// ZoneLocation returns the location of a zone; UTC if it is unknown.
func ZoneLocation(zone string) *time.Location {
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
