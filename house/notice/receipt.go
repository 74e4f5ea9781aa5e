package notice

import (
	"pitpost.example/engine"
	"pitpost.example/model"
)

// Receipt is the answer to one letter: what was done about each line. It is
// the params of a notice of purpose "receipt"; what was drawn, who is next and
// until when is added from the log when it is written.
type Receipt struct {
	Lines []Answered `json:"lines"`
	// More is how many further lines it had no room for.
	More int `json:"more,omitempty"`
	// Says come after the lines, in order.
	Says []engine.Phrase `json:"says,omitempty"`
	// Pages are longer answers (rules, cards, the table of words), each a
	// heading and lines.
	Pages []Page `json:"pages,omitempty"`
	// Digest encloses the seat's present digest.
	Digest bool `json:"digest,omitempty"`
	// Data encloses turn.json with it, for a program that asked for the digest or answered an
	// old one. One that has just asked for turn.json is asked to move by the digest alone.
	Data bool `json:"data,omitempty"`
	// GoesOn says that the letter began or went on with a turn that is not over:
	// the receipt is the digest for the rest of it.
	GoesOn bool `json:"goes_on,omitempty"`
	// Ask is the number of a question that yes or no answers, 0 for none.
	Ask int64 `json:"ask,omitempty"`
	// Since is the fact after which news belong to this letter; 0 for none.
	Since int `json:"since,omitempty"`
	// Moved says that the letter played a move.
	Moved bool `json:"moved,omitempty"`
	// Subject of the letter answered, so that the receipt lands in its thread.
	Subject   string `json:"subject,omitempty"`
	InReplyTo string `json:"in_reply_to,omitempty"`
	// Calendar tells the address of the player's feed of deadlines.
	Calendar bool `json:"calendar,omitempty"`
	// Sealed are secrets told in this letter and in no other.
	Sealed []Secret `json:"sealed,omitempty"`
	// Lang is what somebody who is no player yet wrote in.
	Lang string `json:"lang,omitempty"`
}

// Answered is one line of a letter and what became of it.
type Answered struct {
	Text    string          `json:"text"`
	State   model.LineState `json:"state"`
	Says    []engine.Phrase `json:"says,omitempty"`
	Nearest []string        `json:"nearest,omitempty"`
}

// Page is a heading and what stands below it.
type Page struct {
	Title engine.Phrase   `json:"title"`
	Lines []engine.Phrase `json:"lines"`
}

// Secret is a word that is told once: the key of a seat, the secret of a webhook.
type Secret struct {
	What model.SecretKind `json:"what"`
	Box  []byte           `json:"box"` // sealed for SealTold
}
