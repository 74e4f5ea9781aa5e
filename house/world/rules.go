package world

import (
	"crypto/rand"
	"io"

	"pitpost.example/engine"
)

// Rules are what all decisions of a house go by, beside what it holds: the games on offer, what
// people may do, and chance.
type Rules struct {
	Games func(name string) engine.Game
	// Names lists the games a player can open.
	Names []string
	// Address is the mailbox letters are sent to, such as play@example.org.
	Address string
	// Caps bound invitations, matches and letters to strangers; nil for DefaultCaps.
	Caps *Caps
	// Fold makes the words of a line comparable (case, accents, odd spaces);
	// kept plans and the operator's lines go through it as letters do.
	Fold func(string) string
	// Clean frees a line of odd spaces, quotes and digits, and keeps case and accents.
	Clean func(string) string
	// Bot plays the seats of the house where the host named no other; "" for careful.
	Bot string
	// Patient answers however often nothing could be done: transcripts write a week's letters in a minute.
	Patient bool
	// Seal hides what is kept of the web, for one use; nil where nothing can be hidden, and then
	// there are neither webhooks nor keys.
	Seal func(use string, plain []byte) []byte
	// Random gives the seeds and lobby words; nil for the machine's randomness.
	Random io.Reader
}

// Usual is the game that is named where any would do, the first on offer; "" where there is none.
func (r *Rules) Usual() string {
	if len(r.Names) == 0 {
		return ""
	}
	return r.Names[0]
}

// Draw fills b with what nobody can guess.
func (r *Rules) Draw(b []byte) {
	from := r.Random
	if from == nil {
		from = rand.Reader
	}
	if _, err := io.ReadFull(from, b); err != nil {
		panic("world: randomness: " + err.Error()) // the machine's own never fails
	}
}

// Caps bound what letters can make the house write to people who did not ask for it, and how
// many matches they can open. 0 is no limit. Not counted are invitations of who once said yes
// to that host, rematches, matches of a league and what the operator does.
type Caps struct {
	InvitesALetter int // invitations by one letter
	InvitesAHost   int // … by one host in a day
	InvitesOpen    int // … from one host to one guest that wait for an answer
	InvitesAPair   int // … from one host to one guest in a day
	InvitesAGuest  int // invitations and reminders to one guest in a day, from anybody
	InvitesADay    int // invitations by all hosts in a day
	NewALetter     int // matches opened by one letter
	OpenMatches    int // matches opened by one player that are not over; as many rematches beside them
	StrangersADay  int // answers, in a day, to addresses that never answered, where nobody vouches for the letter
}

// DefaultCaps are those of a house that sets none.
func DefaultCaps() Caps {
	return Caps{InvitesALetter: 20, InvitesAHost: 50, InvitesOpen: 3, InvitesAPair: 5, InvitesAGuest: 20, InvitesADay: 500,
		NewALetter: 5, OpenMatches: 20, StrangersADay: 500}
}

// Limits are the caps in force.
func (r *Rules) Limits() Caps {
	if r.Caps == nil {
		return DefaultCaps()
	}
	return *r.Caps
}
