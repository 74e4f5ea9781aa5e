package desk

import (
	"encoding/json"
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/notice"
	"pitpost.example/house/table"
	"pitpost.example/model"
)

// Trust is how far the sender of a letter is believed.
type Trust string

// The degrees of trust.
const (
	Proved   Trust = "proved"
	Unproved Trust = "unproved"
	Forged   Trust = "failed"
)

// Ref is what a token or an answered letter points at.
type Ref struct {
	Match   int64
	Seat    int
	Purpose Purpose
	// Step is the choice the answered letter asked for; for a question the
	// number of the ask.
	Step int64
}

// Purpose says what a letter out asks for, and so what an answer to it means.
type Purpose byte

// The purposes of a token.
const (
	ForTurn    Purpose = 't' // a digest, receipt or reminder of a seat
	ForAsk     Purpose = 'q' // a question: yes or no
	ForInvite  Purpose = 'i' // an invitation: yes, no or block
	ForStop    Purpose = 'u' // unsubscribe
	ForAnybody Purpose = 'g' // an answer outside any match; its step is the player, 0 for nobody known
	ForWatch   Purpose = 'w' // a letter to somebody who follows a match; its step is the player
	ForDaily   Purpose = 'd' // the letter of the day about all matches; its step is the number of the letter
)

// Letter is a letter in, cut down to what its sender wrote.
type Letter struct {
	From, Display string // address and display name
	Trust         Trust
	Ref           *Ref // nil without token and answered letter
	// SentTo is the address that the letter of ours went to which its headers name as answered;
	// "" for none.
	SentTo string
	// Astray says that a word stood in the token's place that is none of ours, and nothing
	// else says which letter is answered.
	Astray bool
	// Unknown says that it answers, by its headers alone, a letter of ours that is not known
	// here.
	Unknown bool
	// Own says that it was written to an address that only letters for the house come to.
	Own   bool
	Lines []command.Line
	// Text is what Lines were cut from, to cut it anew in the sender's language.
	Text string
	// Quoted tells the rows of Text that may be quoted although they have no mark; nil for none.
	Quoted        []bool
	SubjectMatch  int64 // "#42" in the subject; 0 for none
	East          int   // seconds east of UTC by which its date was written; 0 says nothing
	MessageID     string
	References    []string // what it says it follows, the oldest first; the letter it answers last
	Door          model.Door
	Subject, Kept string
	Hash          [32]byte
	WordsHash     [32]byte
	Raw           []byte
	ReceivedAt    time.Time
	Now           time.Time
	// Trouble says why nothing in the letter may be carried out although its
	// sender is known (it is encrypted, its two forms disagree); nil for none.
	Trouble *engine.Phrase
	// Unsure says that the trouble is a question, what was meant, and the letter is held.
	Unsure bool
	// Odd says of a line that it reads other than it is, why, and what it looks like; why is
	// nil for a sound one. Nil where nobody looks.
	Odd func(line string) (looks string, why *engine.Phrase)
	// Unsubscribes says that its lines stop the mail about several matches.
	Unsubscribes bool
	// Receipt is what was answered, by a door that answers at once; else it is mailed.
	Receipt *notice.Receipt
	// Signs are marks by which letters of one person resemble each other, hashed.
	Signs []model.Sign
	// Intruder is the player who wrote it with the token of another, found out as it is decided; 0
	// for nobody.
	Intruder int64
	// Below are lines that were not read since they stand below the end of the letter.
	Below []string
}

// RefOf is what an answer to a letter of ours is about.
func RefOf(n *model.Notice) Ref {
	switch n.Purpose {
	case model.PurposeInvite:
		return Ref{Match: n.Match, Seat: n.Seat, Purpose: ForInvite}
	case model.PurposeAsk, model.PurposeOffer:
		return Ref{Match: n.Match, Seat: n.Seat, Purpose: ForAsk, Step: AskOf(n)}
	case model.PurposeWatch:
		return Ref{Match: n.Match, Seat: table.NoSeat, Purpose: ForWatch, Step: n.Player}
	case model.PurposeDaily:
		return Ref{Seat: table.NoSeat, Purpose: ForDaily, Step: n.ID}
	case model.PurposeReceipt:
		if ask := AskOf(n); ask != 0 {
			return Ref{Match: n.Match, Seat: n.Seat, Purpose: ForAsk, Step: ask}
		}
	}
	if n.Match == 0 {
		return Ref{Purpose: ForAnybody, Step: n.Player}
	}
	return Ref{Match: n.Match, Seat: n.Seat, Purpose: ForTurn, Step: int64(n.Step)}
}

// AskOf is the number of the question a notice puts, 0 for none.
func AskOf(n *model.Notice) int64 {
	var p struct{ Ask int64 }
	if json.Unmarshal(n.Params, &p) != nil {
		return 0
	}
	return p.Ask
}

// After is what stands behind the first word of a line, as it was written.
func After(line command.Line) string {
	_, rest, _ := strings.Cut(strings.TrimSpace(line.Raw), " ")
	return rest
}

// Match is the one match a letter is about before it is read line by line.
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

// heldFor is how long a held letter waits for its yes, and heldStops how long it stops the
// clock of its seat, once a step: somebody else's letter must not buy anybody time.
const (
	HeldFor   = 72 * time.Hour
	HeldStops = time.Hour
)

// TooOften is why a letter of an address that wrote too many is not answered.
const TooOften = "asked too often this hour"

// QuoteLines is what some lines say, in one row of 200 characters at most.
func QuoteLines(lines []command.Line) string {
	rows := engine.Each(lines, func(l command.Line) string { return l.Raw })
	text := strings.Join(rows, " / ")
	if r := []rune(text); len(r) > 200 {
		text = string(r[:200]) + "…"
	}
	return text
}

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
