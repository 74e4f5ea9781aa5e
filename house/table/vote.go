package table

import (
	"encoding/json"
	"time"

	"pitpost.example/model"
)

// VoteLasts is how long a vote stays open; silence is no.
const VoteLasts = 48 * time.Hour

// Ballot is the params of an ask of kind "vote".
type Ballot struct {
	What  model.VoteKind `json:"what"`
	By    string         `json:"by"`
	Span  time.Duration  `json:"span,omitempty"`
	Round string         `json:"round"` // one vote has one name
	Yes   []string       `json:"yes"`   // kept on the proposer's own row
	Step  int            `json:"step"`
}

// Silence says what no answer means: yes to a concession, no to all else.
func Silence(what model.VoteKind) string {
	if what == model.VoteConcede {
		return "yes"
	}
	return "no"
}

func BallotOf(a model.Ask) (Ballot, bool) {
	var b Ballot
	err := json.Unmarshal(a.Params, &b)
	return b, err == nil
}
