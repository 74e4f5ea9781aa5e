package world

import (
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"io"

	"pitpost.example/engine"
	"pitpost.example/model"
)

// Rules has a house's fixed settings, which every decision may use: the games on offer, what people may do,
// and randomness.
type Rules struct {
	Games func(name string) engine.Game
	// Names lists the games that a player can open.
	Names []string
	// Address is the house's mailbox, such as play@example.org.
	Address string
	// Begin is the address that a first letter is written to: Address, or the door of a mailbox that a person reads too.
	Begin string
	// Also lists other addresses whose letters reach the house.
	Also []string
	// Operator is the address of whoever runs the house, "" if that is not told.
	Operator string
	// Caps limit invitations, matches and letters to strangers; nil means DefaultCaps.
	Caps *Caps
	// Fold makes the words of a line comparable by evening out case, accents and odd spaces. Kept plans and
	// the operator's lines are folded in the same way as letters.
	Fold func(string) string
	// Clean removes odd spaces, quotes and digits from a line and leaves case and accents alone.
	Clean func(string) string
	// Bot names the kind of bot that plays a seat if the host named none; "" means careful.
	Bot string
	// SendLimit is how many letters may leave in a day, 0 if that is not limited.
	SendLimit int
	// Patient turns off the limit on answers to letters that could not be carried out. Transcripts need that,
	// because they send a week of letters in a minute.
	Patient bool
	// Seal encrypts a webhook's secret or a key, separately for each use. It is nil if the house has no key
	// to seal with; then there are neither webhooks nor keys.
	Seal func(use string, plain []byte) []byte
	// HashAddress returns a keyed hash of a mailbox, by which it is known after its player was forgotten. If it is nil, the
	// hash has no key; only tests do without.
	HashAddress func(mailbox string) string
	// Random is where seeds and lobby words come from; nil means crypto/rand.
	Random io.Reader
}

// Usual returns the first game on offer, which examples name if any game would do; "" if there is none.
func (r *Rules) Usual() string {
	if len(r.Names) == 0 {
		return ""
	}
	return r.Names[0]
}

// Example returns that game's name as sentences print it, with a capital.
func (r *Rules) Example() string { return engine.CapitaliseFirst(r.Usual()) }

// Draw returns n unpredictable bytes.
func (r *Rules) Draw(n int) []byte {
	b, from := make([]byte, n), r.Random
	if from == nil {
		from = rand.Reader
	}
	if _, err := io.ReadFull(from, b); err != nil {
		panic("world: randomness: " + err.Error()) // crypto/rand itself never fails
	}
	return b
}

// Hash returns the hash of the mailbox behind an address.
func (r *Rules) Hash(address string) string {
	box := model.MailboxBehind(model.FoldAddress(address))
	if r.HashAddress == nil {
		return fmt.Sprintf("%x", sha256.Sum256([]byte(box)))
	}
	return r.HashAddress(box)
}

// Caps limit how many letters the house can be made to write to people who did not ask for them, and how many
// matches can be opened. 0 means no limit. They do not count invitations to somebody who once accepted one
// from that host, rematches, league matches or what the operator does.
type Caps struct {
	InvitesALetter int // invitations in one letter
	InvitesAHost   int // invitations by one host in a day
	InvitesOpen    int // unanswered invitations from one host to one guest
	InvitesAPair   int // invitations from one host to one guest in a day
	InvitesAGuest  int // invitations and reminders to one guest in a day, from anybody
	InvitesADay    int // invitations by all hosts in a day
	NewALetter     int // matches opened in one letter; as many rematches again
	OpenMatches    int // matches opened by one player that are not over; as many rematches again, with those of the last day
	StrangersADay  int // answers in a day to addresses that never wrote back, for letters that nobody vouches for
}

// DefaultCaps are the caps of a house that sets none.
func DefaultCaps() Caps {
	return Caps{InvitesALetter: 20, InvitesAHost: 50, InvitesOpen: 3, InvitesAPair: 5, InvitesAGuest: 20, InvitesADay: 500,
		NewALetter: 5, OpenMatches: 20, StrangersADay: 500}
}

// Limits returns the caps in force.
func (r *Rules) Limits() Caps {
	if r.Caps == nil {
		return DefaultCaps()
	}
	return *r.Caps
}
