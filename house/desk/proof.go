package desk

import (
	"strings"

	"pitpost.example/house/command"
	"pitpost.example/model"
)

// Proof is how far a letter is proved to come from whom it names. It belongs to the letter,
// not to the address: having answered once makes an address known, not its next letter proved.
type Proof uint8

// The degrees of proof, the least first.
const (
	// Failing: the receiving server says that the sender is forged. Nothing is done about it.
	Failing Proof = iota
	// Bare: it answers no letter of ours, and nobody vouches for its sender.
	Bare
	// Foreign: it answers a letter of ours that went to somebody else.
	Foreign
	// Matching: it answers a letter of ours from the address that letter went to; nobody says
	// yes or no about the sender.
	Matching
	// Vouched: the receiving server, or our own check, vouches for the sender.
	Vouched
)

// Need is what a command asks of the letter it stands in. The zero value, that of a command
// nobody has put into the table, asks for all.
type Need uint8

const (
	// ToEnd is what cannot be undone: Matching, and the house asks before it does it.
	ToEnd Need = iota
	// ToChange is what plays, votes, sets or writes to somebody: Matching.
	ToChange
	// ToRead is what only tells, and tells it to the sender's own address: Bare.
	ToRead
)

// Needs says for every word of the house, and for lines of a game, what they need.
var Needs = listed(map[Need]string{
	ToRead: "help rules cards story status again matches check plan leagues games my rating standings",
	ToChange: GameLine + " " + StandingOrder + ` next undo clear
		new invite uninvite name resend open join fill start salt decline block rematch note
		say tell suspect mute announce nudge watch fairplay webhook key links
		away back pause resume extend rally
		lang zone format pictures attach notify receipts thread voice calendar quiet daily remind ping
		standin stop`,
	ToEnd: "resign abort kick replace rewind host force concede league",
})

// What a line is that is no word of the vocabulary, as needs lists it.
const (
	GameLine      = "(game-line)"
	StandingOrder = "(standing-order)"
)

func listed(words map[Need]string) map[string]Need {
	all := map[string]Need{}
	for n, list := range words {
		for word := range strings.FieldsSeq(list) {
			all[word] = n
		}
	}
	return all
}

// NeedOf is what a house word with what follows it, or a standing order, needs.
func NeedOf(r command.Reading) Need {
	switch {
	case r.Order:
		return Needs[StandingOrder]
	case r.Word == "standings" && OffOrOn(r.Rest):
		return ToChange
	}
	return Needs[r.Word]
}

// May says whether the letter at hand is proved well enough for what a line needs. Whatever a
// line does asks here, at the one place where it is done.
func (d *Desk) May(n Need) bool {
	switch {
	case d.Released: // its owner said so; what cannot be undone asks by a letter of its own
		return true
	case n == ToRead:
		return d.Proof == Bare || d.Proof >= Matching
	}
	return d.Proof >= Matching
}

// HeldBack is the answer to a line for which the letter is not proved well enough.
func HeldBack() Answer { return Answer{State: model.LineHeld} }

// KeyMay says which house words a program's key is for: those of the seat at its table. What
// concerns the player, the other seats or the match whole needs a letter.
func KeyMay(name string) bool {
	switch name {
	case "rules", "cards", "story", "status", "matches", "check", "next", "plan", "clear", "undo", "say", "tell", "suspect", "nudge", "salt":
		return true
	}
	return false
}

// ByKey says whether the words came by a program's key.
func (d *Desk) ByKey() bool { return d.Letter != nil && d.Letter.Door == model.DoorKey }

// OffOrOn tells "standings off" from a league's name: such a line changes something, and
// needs a proved sender.
func OffOrOn(rest string) bool { return rest == "off" || rest == "on" }
