package model

import (
	"encoding/json"
	"time"
)

// Grace is what a seat's player has sent for a choice and what is played only after a while, so that they can take it back.
// Until then nothing is drawn, and nobody else can tell that it was sent.
type Grace struct {
	Step   int   `json:"step"` // the choice it is for
	Player int64 `json:"player"`
	// Letter is the trace of the letter that it came with last.
	Letter string `json:"letter,omitempty"`
	// At is when it is played. While the match is paused it has no such time, and Left is what is left to wait.
	At   time.Time     `json:"at"`
	Left time.Duration `json:"left,omitempty"`
	// Span is how long it waits in all, before its player asks for as long again; Held means that they have.
	Span      time.Duration `json:"span"`
	Prolonged bool          `json:"held,omitempty"`
	// Commands are its moves as its player reads them; Moves is what they are played from, which only house/play reads.
	Commands []string        `json:"commands"`
	Moves    json.RawMessage `json:"moves"`
}

// Graces counts how often moves for one choice of a seat were kept for a grace.
type Graces struct {
	Step  int `json:"step"`
	Times int `json:"times"`
}
