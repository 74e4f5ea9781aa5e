package hook

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"pitpost.example/db/webhook"
	"pitpost.example/engine"
	"pitpost.example/model"
)

// The types of the bodies by Standard Webhooks.
const (
	newsType  = "match.news" // what happened in a match
	helloType = "webhook.hello"
)

// errNothing says that a call has nothing to tell: what happened is not public.
var errNothing = errors.New("nothing public happened")

// news is what happened in a match, as anybody may know it.
type news struct {
	Match   int64       `json:"match"`
	Game    string      `json:"game"`
	Edition string      `json:"edition"`
	Phase   model.Phase `json:"phase"`
	Round   int         `json:"round,omitempty"`
	Turn    int         `json:"turn,omitempty"`
	Next    []string    `json:"next"`
	Page    string      `json:"page,omitempty"`
	Seed    string      `json:"seed,omitempty"` // opened with the end
	Events  []event     `json:"events"`

	at    time.Time       // of the last event
	lines []engine.Phrase // the same in words
}

// event is an event as a record spells it; n counts what is public of the match, so that
// a gap is something that was not told, and never something that was hidden.
type event struct {
	N    int          `json:"n"`
	At   string       `json:"at"`
	Kind string       `json:"kind"`
	Seat string       `json:"seat,omitempty"`
	Data engine.Event `json:"data"`
}

// newsOf folds a match up to the last fact of a call; errNothing where the public learned
// nothing. What the players say to each other is theirs.
func (h *Caller) newsOf(ctx context.Context, c *webhook.Call) (*news, error) {
	t, err := h.DB.Fold(ctx, c.Match, c.Upto)
	if err != nil {
		return nil, err
	}
	n := &news{Match: c.Match, Game: t.Row.Game, Edition: t.Row.Edition, Phase: model.PhaseOf(t.Match), Next: []string{}, Events: []event{}}
	if state := t.Match.State(); state != nil {
		view := state.View("")
		n.Round, n.Turn = view.Round, view.Turn
	}
	if next := t.Match.Awaited(); len(next) > 0 && t.Match.Phase == engine.Running {
		n.Next = next
	}
	if t.Match.Phase == engine.Over || t.Match.Phase == engine.Aborting {
		n.Seed = hex.EncodeToString(t.Row.Seed[:])
	}
	if h.PublicURL != "" && (t.Row.Listed || t.Row.Terms.Watch) {
		n.Page = fmt.Sprintf("%s/m/%d", strings.TrimSuffix(h.PublicURL, "/"), c.Match)
	}
	n.gather(t.Match, c.Since)
	if len(n.Events) == 0 && len(n.lines) == 0 {
		return nil, errNothing
	}
	return n, nil
}

// gather collects what the public learned after a fact.
func (n *news) gather(m *engine.Match, since int) {
	facts := map[int]engine.Fact{}
	for _, f := range m.Facts() {
		facts[f.Seq] = f
	}
	count := 0
	for _, heard := range m.Heard("", 0) {
		if _, ok := heard.Data.(engine.Said); ok {
			continue
		}
		if heard.Data != nil {
			count++
		}
		if heard.Seq <= since {
			continue
		}
		f := facts[heard.Seq]
		n.at = f.At
		n.lines = append(n.lines, heard.Lines...)
		if heard.Data != nil {
			n.Events = append(n.Events, event{N: count, At: f.At.UTC().Format(time.RFC3339), Kind: heard.Kind, Seat: f.Seat, Data: heard.Data})
		}
	}
}

// envelope is the body of a call by Standard Webhooks.
type envelope struct {
	Type      string `json:"type"`
	Timestamp string `json:"timestamp"`
	Data      any    `json:"data"`
}
