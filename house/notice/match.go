package notice

import (
	"time"

	"pitpost.example/engine"
)

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

// Taken is the params of the digest by which somebody who took a seat over meets it.
type Taken struct {
	Taken bool `json:"taken"`
}

// Ping is the params of a short word to an address of the player's own on the web. It
// holds nothing of the match but its number.
type Ping struct {
	URL  string        `json:"url"`
	Says engine.Phrase `json:"says"`
}
