// Package notice defines the Params of notices, a type for each purpose. The house fills one when it queues a
// letter, and the mailer reads it when it writes the letter. Text is kept as keys. A type must stay readable
// as long as notices of it may be queued.
package notice

import (
	"encoding/json"
	"time"

	"pitpost.example/engine"
	"pitpost.example/model"
)

// Cut ends words that a letter offers to say and shows in part. The house says nothing that ends so.
const Cut = "[…]"

// Note is the Params of purposes "invite", "ask" and "note": letters outside of turns, such as invitations,
// questions and news of a lobby.
type Note struct {
	Subject engine.Phrase   `json:"subject"`
	Lines   []engine.Phrase `json:"lines"`
	// Ask is the number of the question to answer with yes or no, 0 if there is none.
	Ask int64 `json:"ask,omitempty"`
	// Answers are offered as ready-made replies.
	Answers []string `json:"answers,omitempty"`
	// Foot has sentences for the foot of the letter.
	Foot []engine.Phrase `json:"foot,omitempty"`
	// Known means that the guest has sat in a match with the host, whose note the invitation then has in it. It is
	// read as the letter is written, because hosts write it below the line that invites.
	Known bool `json:"known,omitempty"`
	// Pressing means that the note must not wait for the seat's next letter, because there may be none or
	// because it asks for something.
	Pressing bool `json:"-"`
	// Logged means that the seat's next digest reports it anyway, from the match's log.
	Logged bool `json:"-"`
	// OfAct means that the note is about what was done to the table: what Standing.Acts holds comes first.
	OfAct bool `json:"-"`
}

// EncodeParams encodes v as the JSON that a notice, an ask or a due row keeps.
func EncodeParams(v any) json.RawMessage {
	b, err := json.Marshal(v)
	if err != nil { // only a type that cannot be JSON at all, which is a bug
		panic("notice: " + err.Error())
	}
	return b
}

// Daily is the Params of a daily letter about all matches of a player.
type Daily struct {
	Matches []DailyMatch `json:"matches"`
}

// DailyMatch is one match in it: the step that it asks for, and the last fact that it tells.
type DailyMatch struct {
	Match int64 `json:"match"`
	Seat  int   `json:"seat"`
	Step  int   `json:"step"`
	Seq   int   `json:"seq"`
	// Also holds sentences that were waiting for this letter, and Acts what was done to the table.
	Also []engine.Phrase `json:"also,omitempty"`
	Acts []engine.Phrase `json:"acts,omitempty"`
}

// Watching is the Params of a letter to somebody who follows a match.
type Watching struct {
	Since int  `json:"since"` // the last fact they were told before
	End   bool `json:"end,omitempty"`
	// Referee means that the reader is the match's referee, who need not follow it.
	Referee bool `json:"referee,omitempty"`
}

// Offer is the Params of a letter that offers somebody a seat. It holds only what anybody may know of the
// match.
type Offer struct {
	Ask   int64     `json:"ask"`
	Seat  string    `json:"seat"`
	By    string    `json:"by"` // house, host or league
	Until time.Time `json:"until"`
	// Stranger means that the reader has never answered a letter, so that no names are told.
	Stranger bool `json:"stranger,omitempty"`
}

// Digest is the Params of a seat's digest.
type Digest struct {
	// Taken means that the seat is new to its reader.
	Taken bool `json:"taken,omitempty"`
	// Also holds sentences that were waiting for this letter, and Acts what was done to the table.
	Also []engine.Phrase `json:"also,omitempty"`
	Acts []engine.Phrase `json:"acts,omitempty"`
	// Lesson is the number of the lesson for a newcomer, 0 if there is none.
	Lesson int `json:"lesson,omitempty"`
	// Begins means that the match begins, and that others move first.
	Begins bool `json:"begins,omitempty"`
	// Answers is what became of the reader's letter, if that made the match begin.
	Answers *Receipt `json:"answers,omitempty"`
}

// Ping is the Params of a short message to a URL that the player has set. It says nothing about the match but
// its number.
type Ping struct {
	URL  string        `json:"url"`
	Says engine.Phrase `json:"says"`
}

// Receipt is the Params of the answer to one letter: what became of each line. Drawn cards, who is next and
// until when are added from the log when it is written.
type Receipt struct {
	Lines []Answered `json:"lines"`
	// More is how many lines there was no room for.
	More int `json:"more,omitempty"`
	// Says are sentences after the lines, and Acts what others did to the table since the last letter.
	Says []engine.Phrase `json:"says,omitempty"`
	Acts []engine.Phrase `json:"acts,omitempty"`
	// Pages are longer answers, such as rules, cards or help.
	Pages []Page `json:"pages,omitempty"`
	// Chips are ready-made replies, in addition to those of lines.
	Chips []string `json:"chips,omitempty"`
	// Digest includes the seat's current digest.
	Digest bool `json:"digest,omitempty"`
	// GoesOn means that the letter left its sender in the middle of a turn: the receipt is the digest for the
	// rest of it.
	GoesOn bool `json:"goes_on,omitempty"`
	// Ask is the number of the question to answer with yes or no, 0 if there is none.
	Ask int64 `json:"ask,omitempty"`
	// Since is the fact after which news belong to this letter, 0 if there are none.
	Since int `json:"since,omitempty"`
	// Moved means that the letter made a move.
	Moved bool `json:"moved,omitempty"`
	// Idle means that nothing in the letter was carried out, and Same is as in model.Reply.
	Idle bool   `json:"idle,omitempty"`
	Same string `json:"same,omitempty"`
	// Subject and InReplyTo are those of the answered letter, to keep its thread.
	Subject   string `json:"subject,omitempty"`
	InReplyTo string `json:"in_reply_to,omitempty"`
	// References are those of the answered letter, oldest first.
	References []string `json:"references,omitempty"`
	// Home links to the house's front page.
	Home bool `json:"home,omitempty"`
	// Calendar tells the address of the player's feed of deadlines.
	Calendar bool `json:"calendar,omitempty"`
	// Sealed holds secrets that are told in this letter only.
	Sealed []Secret `json:"sealed,omitempty"`
	// Lang is the language of a sender who is no player yet.
	Lang string `json:"lang,omitempty"`
}

// Answered is one line of a letter and its answer.
type Answered struct {
	Text    string          `json:"text"`
	State   model.LineState `json:"state"`
	Says    []engine.Phrase `json:"says,omitempty"`
	Nearest []string        `json:"nearest,omitempty"`
	// Chips are ready-made replies about this line.
	Chips []string `json:"chips,omitempty"`
}

// Page is a heading with lines below it.
type Page struct {
	Title engine.Phrase   `json:"title"`
	Lines []engine.Phrase `json:"lines"`
}

// Secret is a word that is told only once: the key of a seat, or the secret of a webhook.
type Secret struct {
	What model.SecretKind `json:"what"`
	Box  []byte           `json:"box"` // sealed for SealTold
}

// WeekStandings is the Params of purpose "standings": an entrant's standings after a week of the season.
type WeekStandings struct {
	League   string    `json:"league"`
	No       int       `json:"no"`
	Week     int       `json:"week"`
	Name     string    `json:"name"` // the reader's
	Division int       `json:"division"`
	Of       int       `json:"of"` // number of players in the division
	EndsAt   time.Time `json:"ends_at"`
	Rows     []WeekRow `json:"rows"` // including the reader's
	Ahead    []WeekDue `json:"ahead,omitempty"`
	// Adjusted says which points were given or taken in the division beside the matches, and why.
	Adjusted []engine.Phrase `json:"adjusted,omitempty"`
}

// WeekRow is one line of standings.
type WeekRow struct {
	Rank   int    `json:"rank"`
	Was    int    `json:"was"` // rank a week ago, 0 if there was no result
	Name   string `json:"name"`
	Points string `json:"points"` // decimal
	Played int    `json:"played"`
	Move   int    `json:"move,omitempty"` // +1 moves up as things stand, -1 down
	Left   bool   `json:"left,omitempty"`
	Gap    bool   `json:"gap,omitempty"` // rows are left out before this one
}

// WeekDue is a group of the reader's that is running or will start.
type WeekDue struct {
	Match    int64     `json:"match,omitempty"` // 0 if it has not started
	Game     string    `json:"game"`
	StartsAt time.Time `json:"starts_at"`
	Names    []string  `json:"names"`
}

// WeekWatch is the Params of purpose "organise", a weekly letter to organisers. Its content is read from the
// season when it is written.
type WeekWatch struct {
	Season int64 `json:"season"`
	Week   int   `json:"week"`
}
