// Package notice is what stands in a notice beside its address: one shape for each purpose,
// which the house fills when it queues a letter and the mailer reads when it writes it. The
// words are keys; a shape that was queued once must be readable as long as it waits.
package notice

import (
	"encoding/json"
	"time"

	"pitpost.example/engine"
	"pitpost.example/model"
)

// Note is a letter of the house outside the turns: an invitation, a question,
// news of a lobby. It is the params of notices of purpose "invite", "ask" and
// "note".
type Note struct {
	Subject engine.Phrase   `json:"subject"`
	Lines   []engine.Phrase `json:"lines"`
	// Ask is the number of the question that yes or no answers, 0 for none.
	Ask int64 `json:"ask,omitempty"`
	// Answers are the words offered as ready-written replies.
	Answers []string `json:"answers,omitempty"`
	// Pressing says that it cannot wait for the seat's next letter: there may be none, or it asks
	// for something.
	Pressing bool `json:"-"`
	// Logged says that the seat's next digest tells it anyway, out of the match's log.
	Logged bool `json:"-"`
}

// Params is a shape as a notice, a question or what is due keeps it, in JSON.
func Params(v any) json.RawMessage {
	b, err := json.Marshal(v)
	if err != nil { // only a type that cannot be JSON at all, a fault of the code
		panic("notice: " + err.Error())
	}
	return b
}

// Daily is the params of the one letter a day about all matches of a player.
type Daily struct {
	Matches []DailyMatch `json:"matches"`
}

// DailyMatch is what the letter tells of one match: the step it asks for and the fact it
// tells up to.
type DailyMatch struct {
	Match int64 `json:"match"`
	Seat  int   `json:"seat"`
	Step  int   `json:"step"`
	Seq   int   `json:"seq"`
	// Also is what waited for this letter.
	Also []engine.Phrase `json:"also,omitempty"`
}

// Watching is the params of a notice to somebody who follows a match.
type Watching struct {
	Since int  `json:"since"` // told up to this fact before
	End   bool `json:"end,omitempty"`
}

// Offer is the params of a letter that offers a seat to somebody: what anybody may know
// of the match, and a question.
type Offer struct {
	Ask   int64     `json:"ask"`
	Seat  string    `json:"seat"`
	By    string    `json:"by"` // house, host, league
	Until time.Time `json:"until"`
	// Stranger says that the reader never answered a letter: no name at the table is told.
	Stranger bool `json:"stranger,omitempty"`
}

// Digest is the params of a seat's digest.
type Digest struct {
	// Taken says that its reader meets the seat, which was another's.
	Taken bool `json:"taken,omitempty"`
	// Also is what waited for this letter.
	Also []engine.Phrase `json:"also,omitempty"`
	// Lesson is the number of the lesson that it gives a newcomer, 0 for none.
	Lesson int `json:"lesson,omitempty"`
}

// Ping is the params of a short word to an address of the player's own on the web. It
// holds nothing of the match but its number.
type Ping struct {
	URL  string        `json:"url"`
	Says engine.Phrase `json:"says"`
}

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
	// Chips are answers that are one tap away, beside those of the lines.
	Chips []string `json:"chips,omitempty"`
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
	// References are what that letter said it followed, the oldest first.
	References []string `json:"references,omitempty"`
	// Home leads to the front page of the house.
	Home bool `json:"home,omitempty"`
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
	// Chips are answers about the line that are one tap away.
	Chips []string `json:"chips,omitempty"`
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

// WeekStandings is the params of a notice of purpose "standings": how one entrant stands
// after a week of the season.
type WeekStandings struct {
	League   string    `json:"league"`
	No       int       `json:"no"`
	Week     int       `json:"week"`
	Name     string    `json:"name"` // the reader's
	Division int       `json:"division"`
	Of       int       `json:"of"` // players in the division
	EndsAt   time.Time `json:"ends_at"`
	Rows     []WeekRow `json:"rows"` // the reader's among them
	Ahead    []WeekDue `json:"ahead,omitempty"`
}

// WeekRow is one line of it.
type WeekRow struct {
	Rank   int    `json:"rank"`
	Was    int    `json:"was"` // a week before
	Name   string `json:"name"`
	Points string `json:"points"` // decimal
	Played int    `json:"played"`
	Move   int    `json:"move,omitempty"` // +1 would go up, -1 down
	Left   bool   `json:"left,omitempty"`
	Gap    bool   `json:"gap,omitempty"` // rows are left out before it
}

// WeekDue is a group of the reader's that runs or will begin.
type WeekDue struct {
	Match    int64     `json:"match,omitempty"` // 0: not begun
	Game     string    `json:"game"`
	StartsAt time.Time `json:"starts_at"`
	Names    []string  `json:"names"`
}

// WeekWatch is the params of a notice of purpose "organise": the organiser's letter, which
// tells how the season stands when it is written.
type WeekWatch struct {
	Season int64 `json:"season"`
	Week   int   `json:"week"`
}
