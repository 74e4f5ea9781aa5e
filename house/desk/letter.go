package desk

import (
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/speech"
)

// Letter is a letter that came in, reduced to what its sender wrote.
type Letter struct {
	From, Display string // address and display name
	Trust         model.Trust
	Ref           *model.Ref // nil if there is no token and the answered letter is unknown
	// SentTo is the address that the answered letter was sent to, going by the headers; "" if unknown.
	SentTo string
	Lines  []speech.Line
	// Text is what Lines are cut from. It is cut again when the sender's language is known.
	Text string
	// Quoted marks the rows of Text that may be a quote although nothing marks them as one; nil if there are
	// none.
	Quoted          []bool
	Door            model.Door
	Subject, Kept   string
	MessageID       string
	Hash, WordsHash [32]byte
	ReceivedAt, Now time.Time
	// Receipt is the answer, if the letter came by a door that answers at once. Otherwise the answer is
	// mailed.
	Receipt *notice.Receipt

	Headers
	Doubts
	Decided
}

// Headers is what else a letter's headers say.
type Headers struct {
	// Astray means that the address holds an invalid token and nothing else says which letter is answered.
	Astray bool
	// Unknown means that the headers name a letter of ours that does not exist here.
	Unknown bool
	// Own means that the letter was sent to an address that is used only for the house.
	Own bool
	// Machine means that a program wrote it. It came to an unsubscribe address, or it would not be here.
	Machine bool
	// Note means that it has the words of an automatic answer by somebody who is away; a person may write them too. Reaction
	// means that its writer chose a picture and wrote nothing.
	Note, Reaction bool
	// Others are the addresses in To and Cc that are not the house's, as typed.
	Others       []string
	SubjectMatch int64    // "#42" in the subject; 0 if there is none
	East         int      // offset of its Date header from UTC in seconds; 0 says nothing
	References   []string // the letters it follows, oldest first; the last is the one it answers
	Signed       [32]byte // as in model.Letter
	Raw          []byte
	// Signs are hashed properties that letters of one person have in common.
	Signs []model.Sign
}

// Doubts is what may be wrong with a letter.
type Doubts struct {
	// Trouble says why nothing may be carried out although the sender is known: for example, the letter is
	// encrypted, or its text and HTML parts differ. It is nil if there is no trouble.
	Trouble *engine.Phrase
	// Unsure means that Trouble asks what was meant; the letter is held.
	Unsure bool
	// Confusable reports whether a line does not read as what it is: why, nil if it does, and what it looks like.
	// Confusable is nil if nobody checks.
	Confusable func(line string) (looks string, why *engine.Phrase)
	// Below holds the lines below the end of the letter, which were not read.
	Below []string
}

// Decided is what the decision finds out about a letter.
type Decided struct {
	// Unsubscribes means that the lines stop the mail about several matches.
	Unsubscribes bool
	// Intruder is the player who wrote it with somebody else's token, 0 if nobody did.
	Intruder int64
}

// AfterFirstWord returns what follows the first word of a line, as it was written.
func AfterFirstWord(line speech.Line) string {
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
	rows := engine.MapList(lines, func(l speech.Line) string { return l.Raw })
	text := strings.Join(rows, " / ")
	if r := []rune(text); len(r) > 200 {
		text = string(r[:200]) + "…"
	}
	return text
}

// May reports whether the letter is proved well enough for what a line needs. Every command checks it where
// it acts.
func (d *Desk) May(n speech.Need) bool {
	switch {
	case d.Released: // the owner has confirmed it; what cannot be undone asks again
		return true
	case n == speech.ToRead:
		return d.Proof == model.ProofBare || d.Proof >= model.ProofMatching
	}
	return d.Proof >= model.ProofMatching
}

// AskForProof answers a line that needs more proof than the letter has.
func AskForProof() Result { return Result{State: model.LineHeld} }

// ByKey reports whether a program sent the lines with a seat's key.
func (d *Desk) ByKey() bool { return d.Letter != nil && d.Letter.Door == model.DoorKey }
