package house

import (
	"encoding/json"

	"pitpost/engine"
)

// Receipt is the answer to one letter: what was done about each line. It is
// the params of a notice of purpose "receipt"; what was drawn, who is next and
// until when is added from the log when it is written.
type Receipt struct {
	Lines []Answered `json:"lines"`
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

// Secret is a word that is told once: the key of a seat, the secret of a webhook.
type Secret struct {
	What string `json:"what"` // key, secret
	Box  []byte `json:"box"`  // sealed for SealTold
}

// Answered is one line of a letter and what became of it.
type Answered struct {
	Text    string          `json:"text"`
	State   string          `json:"state"` // done, kept, refused, unread, aside, told
	Says    []engine.Phrase `json:"says,omitempty"`
	Nearest []string        `json:"nearest,omitempty"`
}

// Page is a heading and what stands below it.
type Page struct {
	Title engine.Phrase   `json:"title"`
	Lines []engine.Phrase `json:"lines"`
}

// Note is a letter of the house outside the turns: an invitation, a question,
// news of a lobby. It is the params of notices of purpose "invite", "ask" and
// "note".
type Note struct {
	Subject engine.Phrase   `json:"subject"`
	Lines   []engine.Phrase `json:"lines"`
	// Ask is the number of the question that yes or no answers, 0 for none.
	Ask int64 `json:"ask,omitempty"`
	// Answers are the words offered as ready-written replies.
	Answers   []string `json:"answers,omitempty"`
	InReplyTo string   `json:"in_reply_to,omitempty"`
}

// answer is what a word did with its line.
type answer struct {
	state   string
	says    []engine.Phrase
	nearest []string
	pages   []Page
	// goOn lets the lines after a refused one be read: a late move stops no word.
	goOn bool
	err  error // of the house, not of the player
}

// plainDone says that all the letter asked for was done: it put no question, was
// put none, and nothing in it was refused or left unread.
func (d *desk) plainDone() bool {
	for _, l := range d.receipt.Lines {
		if l.State != "done" && l.State != "kept" && l.State != "aside" {
			return false
		}
	}
	r := d.receipt
	return d.acted && len(r.Pages) == 0 && r.Ask == 0 && !r.Digest && !r.GoesOn
}

func done(says ...engine.Phrase) answer { return answer{state: "done", says: says} }
func told(says ...engine.Phrase) answer { return answer{state: "told", says: says} }

func refuse(key string, pairs ...any) answer {
	return answer{state: "refused", says: []engine.Phrase{engine.Say(key, pairs...)}}
}

func refused(r *engine.Refusal) answer {
	return answer{state: "refused", says: []engine.Phrase{r.Phrase}, nearest: r.Nearest}
}

func params(v any) json.RawMessage {
	b, err := json.Marshal(v)
	if err != nil { // only a type that cannot be JSON at all, a fault of the code
		panic("house: params: " + err.Error())
	}
	return b
}
