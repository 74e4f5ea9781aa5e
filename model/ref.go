package model

// Trust is how far the sender's address is believed, before anything is known about the letter.
type Trust string

// TrustProved means that a server vouches for the address, TrustForged that it says the address is false.
const (
	TrustProved   Trust = "proved"
	TrustUnproved Trust = "unproved"
	TrustForged   Trust = "failed"
)

// Ref is what a letter in is about: decoded from a token, or known from the letter that it answers.
type Ref struct {
	Match   int64
	Seat    int
	Purpose RefPurpose
	// Step is the choice that the answered letter asked for. Some purposes keep another number here.
	Step int64
}

// RefPurpose is what a letter of ours was for, and so how an answer to it is read.
type RefPurpose byte

// The purposes that a token can have.
const (
	ForTurn    RefPurpose = 't' // a digest, receipt or reminder to a seat
	ForAsk     RefPurpose = 'q' // a question to answer with yes or no; Step is the ask
	ForInvite  RefPurpose = 'i' // an invitation to answer with yes, no or block
	ForStop    RefPurpose = 'u' // the unsubscribe address
	ForAnybody RefPurpose = 'g' // a letter that belongs to no match; Step is the player, 0 if unknown
	ForWatch   RefPurpose = 'w' // a letter to somebody who follows a match; Step is the player
	ForDaily   RefPurpose = 'd' // the daily letter about all matches; Step is its notice
	ForReferee RefPurpose = 'h' // a letter to the referee of a match, who has no seat; Step is the player
)

// Proof is how far a letter is proved to come from the player it names. It belongs to a letter and not to an
// address: somebody who answered once is known, but that does not prove their next letter.
type Proof uint8

// The degrees of proof, least first.
const (
	// ProofFailing means that the receiving server calls the sender forged. Such a letter is ignored.
	ProofFailing Proof = iota
	// ProofBare means that the letter answers none of ours and nobody vouches for its sender.
	ProofBare
	// ProofForeign means that it answers a letter that went to somebody else.
	ProofForeign
	// ProofMatching means that it comes from the address that the answered letter went to. Nobody vouches for the
	// sender or says that it is forged.
	ProofMatching
	// ProofVouched means that the receiving server, or our own check, vouches for the sender.
	ProofVouched
)
