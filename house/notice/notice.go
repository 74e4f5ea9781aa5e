// Package notice is what stands in a notice beside its address: one shape for each purpose,
// which the house fills when it queues a letter and the mailer reads when it writes it. The
// words are keys; a shape that was queued once must be readable as long as it waits.
package notice

import (
	"encoding/json"

	"pitpost.example/engine"
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
	Answers   []string `json:"answers,omitempty"`
	InReplyTo string   `json:"in_reply_to,omitempty"`
}

// Params is a shape as a notice, a question or what is due keeps it, in JSON.
func Params(v any) json.RawMessage {
	b, err := json.Marshal(v)
	if err != nil { // only a type that cannot be JSON at all, a fault of the code
		panic("notice: " + err.Error())
	}
	return b
}
