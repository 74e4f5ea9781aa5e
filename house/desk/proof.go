package desk

import (
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

// May says whether the letter at hand is proved well enough for what a line needs. Whatever a
// line does asks here, at the one place where it is done.
func (d *Desk) May(n command.Need) bool {
	switch {
	case d.Released: // its owner said so; what cannot be undone asks by a letter of its own
		return true
	case n == command.ToRead:
		return d.Proof == Bare || d.Proof >= Matching
	}
	return d.Proof >= Matching
}

// HeldBack is the answer to a line for which the letter is not proved well enough.
func HeldBack() Answer { return Answer{State: model.LineHeld} }

// ByKey says whether the words came by a program's key.
func (d *Desk) ByKey() bool { return d.Letter != nil && d.Letter.Door == model.DoorKey }
