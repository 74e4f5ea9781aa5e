package desk

import (
	"encoding/json"
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/table"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/speech"
)

// Trust is how far the sender's address is believed, before anything is known about the letter.
type Trust string

// Proved means that a server vouches for the address, Forged that it says the address is false.
const (
	Proved   Trust = "proved"
	Unproved Trust = "unproved"
	Forged   Trust = "failed"
)

// Ref is what a letter in is about: decoded from a token, or known from the letter that it answers.
type Ref struct {
	Match   int64
	Seat    int
	Purpose Purpose
	// Step is the choice that the answered letter asked for. Some purposes keep another number here.
	Step int64
}

// Purpose is what a letter of ours was for, and so how an answer to it is read.
type Purpose byte

// The purposes that a token can have.
const (
	ForTurn    Purpose = 't' // a digest, receipt or reminder to a seat
	ForAsk     Purpose = 'q' // a question to answer with yes or no; Step is the ask
	ForInvite  Purpose = 'i' // an invitation to answer with yes, no or block
	ForStop    Purpose = 'u' // the unsubscribe address
	ForAnybody Purpose = 'g' // a letter that belongs to no match; Step is the player, 0 if unknown
	ForWatch   Purpose = 'w' // a letter to somebody who follows a match; Step is the player
	ForDaily   Purpose = 'd' // the daily letter about all matches; Step is its notice
	ForReferee Purpose = 'h' // a letter to the referee of a match, who has no seat; Step is the player
)

// Letter is a letter that came in, reduced to what its sender wrote.
type Letter struct {
	From, Display string // address and display name
	Trust         Trust
	Ref           *Ref // nil if there is no token and the answered letter is unknown
	// SentTo is the address that the answered letter was sent to, going by the headers; "" if unknown.
	SentTo string
	// Astray means that the address holds an invalid token and nothing else says which letter is answered.
	Astray bool
	// Unknown means that the headers name a letter of ours that does not exist here.
	Unknown bool
	// Own means that the letter was sent to an address that is used only for the house.
	Own   bool
	Lines []speech.Line
	// Text is what Lines are cut from. It is cut again when the sender's language is known.
	Text string
	// Quoted marks the rows of Text that may be a quote although nothing marks them as one; nil if there are
	// none.
	Quoted        []bool
	SubjectMatch  int64 // "#42" in the subject; 0 if there is none
	East          int   // offset of its Date header from UTC in seconds; 0 says nothing
	MessageID     string
	References    []string // the letters it follows, oldest first; the last is the one it answers
	Door          model.Door
	Subject, Kept string
	Hash          [32]byte
	Signed        [32]byte // as in model.Letter
	WordsHash     [32]byte
	Raw           []byte
	ReceivedAt    time.Time
	Now           time.Time
	// Trouble says why nothing may be carried out although the sender is known: for example, the letter is
	// encrypted, or its text and HTML parts differ. It is nil if there is no trouble.
	Trouble *engine.Phrase
	// Unsure means that Trouble asks what was meant; the letter is held.
	Unsure bool
	// Confusable reports whether a line does not read as what it is: why, nil if it does, and what it looks like.
	// Confusable is nil if nobody checks.
	Confusable func(line string) (looks string, why *engine.Phrase)
	// Unsubscribes means that the lines stop the mail about several matches.
	Unsubscribes bool
	// Receipt is the answer, if the letter came by a door that answers at once. Otherwise the answer is
	// mailed.
	Receipt *notice.Receipt
	// Signs are hashed properties that letters of one person have in common.
	Signs []model.Sign
	// Intruder is the player who wrote it with somebody else's token, 0 if nobody did. It is set by the
	// decision.
	Intruder int64
	// Below holds the lines below the end of the letter, which were not read.
	Below []string
}

// RefOf returns what an answer to a notice is about.
func RefOf(n *model.Notice) Ref {
	switch n.Purpose {
	case model.PurposeInvite:
		return Ref{Match: n.Match, Seat: n.Seat, Purpose: ForInvite}
	case model.PurposeAsk, model.PurposeOffer, model.PurposeReceipt:
		var p struct{ Ask int64 }
		if json.Unmarshal(n.Params, &p) == nil && p.Ask != 0 {
			return Ref{Match: n.Match, Seat: n.Seat, Purpose: ForAsk, Step: p.Ask}
		}
	case model.PurposeWatch:
		var p notice.Watching
		if json.Unmarshal(n.Params, &p) == nil && p.Referee {
			return Ref{Match: n.Match, Seat: table.NoSeat, Purpose: ForReferee, Step: n.Player}
		}
		return Ref{Match: n.Match, Seat: table.NoSeat, Purpose: ForWatch, Step: n.Player}
	case model.PurposeDaily:
		return Ref{Seat: table.NoSeat, Purpose: ForDaily, Step: n.ID}
	}
	switch {
	case n.Match == 0:
		return Ref{Purpose: ForAnybody, Step: n.Player}
	case n.Seat == table.NoSeat:
		return Ref{Match: n.Match, Seat: table.NoSeat, Purpose: ForReferee, Step: n.Player}
	}
	return Ref{Match: n.Match, Seat: n.Seat, Purpose: ForTurn, Step: int64(n.Step)}
}

// After returns what follows the first word of a line, as it was written.
func After(line speech.Line) string {
	_, rest, _ := strings.Cut(strings.TrimSpace(line.Raw), " ")
	return rest
}

// Match returns the match that a letter is about before its lines are read, 0 if unknown: from its reference,
// its lines or its subject.
func (l *Letter) Match() int64 {
	if l.Ref != nil && l.Ref.Match != 0 {
		return l.Ref.Match
	}
	for _, line := range l.Lines {
		if line.Match != 0 {
			return line.Match
		}
	}
	return l.SubjectMatch
}

// HeldFor is how long a held letter waits for a yes. HeldStops is how long it stops the seat's clock, once
// for each step, because nobody should be able to gain time by having somebody else write.
const (
	HeldFor   = 72 * time.Hour
	HeldStops = time.Hour
)

// QuoteLines joins lines into one row of at most 200 characters.
func QuoteLines(lines []speech.Line) string {
	rows := engine.Each(lines, func(l speech.Line) string { return l.Raw })
	text := strings.Join(rows, " / ")
	if r := []rune(text); len(r) > 200 {
		text = string(r[:200]) + "…"
	}
	return text
}

// Proof is how far a letter is proved to come from the player it names. It belongs to a letter and not to an
// address: somebody who answered once is known, but that does not prove their next letter.
type Proof uint8

// The degrees of proof, least first.
const (
	// Failing means that the receiving server calls the sender forged. Such a letter is ignored.
	Failing Proof = iota
	// Bare means that the letter answers none of ours and nobody vouches for its sender.
	Bare
	// Foreign means that it answers a letter that went to somebody else.
	Foreign
	// Matching means that it comes from the address that the answered letter went to. Nobody vouches for the
	// sender or says that it is forged.
	Matching
	// Vouched means that the receiving server, or our own check, vouches for the sender.
	Vouched
)

// May reports whether the letter is proved well enough for what a line needs. Every command checks it where
// it acts.
func (d *Desk) May(n speech.Need) bool {
	switch {
	case d.Released: // the owner has confirmed it; what cannot be undone asks again
		return true
	case n == speech.ToRead:
		return d.Proof == Bare || d.Proof >= Matching
	}
	return d.Proof >= Matching
}

// HeldBack answers a line that needs more proof than the letter has.
func HeldBack() Answer { return Answer{State: model.LineHeld} }

// ByKey reports whether a program sent the lines with a seat's key.
func (d *Desk) ByKey() bool { return d.Letter != nil && d.Letter.Door == model.DoorKey }
