package hook

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"pitpost.example/db/webhook"
	"pitpost.example/engine"
	"pitpost.example/model"
)

// errNothing means that a call has nothing to tell, because nothing public happened.
var errNothing = errors.New("nothing public happened")

// news is what happened in a match, as far as it is public.
type news struct {
	Match   int64                `json:"match"`
	Game    string               `json:"game"`
	Edition string               `json:"edition"`
	Phase   model.Phase          `json:"phase"`
	Round   int                  `json:"round,omitempty"`
	Turn    int                  `json:"turn,omitempty"`
	Next    []string             `json:"next"`
	Page    string               `json:"page,omitempty"`
	Seed    string               `json:"seed,omitempty"` // published at the end
	Events  []engine.PublicEvent `json:"events"`         // numbered over the whole match: a gap is a call that was not made, never a hidden event

	at    time.Time       // time of the last event
	lines []engine.Phrase // the same in words
}

// newsOf folds a match up to the last fact of a call. It returns errNothing if nothing public happened. Talk
// between players is not public.
func (h *Caller) newsOf(ctx context.Context, c *webhook.Call) (*news, error) {
	t, err := h.DB.Fold(ctx, c.Match, c.Upto)
	if err != nil {
		return nil, err
	}
	n := &news{Match: c.Match, Game: t.Row.Game, Edition: t.Row.Edition, Phase: model.PhaseOf(t.Match), Next: []string{}}
	if state := t.Match.State(); state != nil {
		view := state.View("")
		n.Round, n.Turn = view.Round, view.Turn
	}
	if next := t.Match.Awaited(); len(next) > 0 && t.Match.Phase == engine.Running {
		n.Next = next
	}
	if t.Match.Phase.Ended() {
		n.Seed = hex.EncodeToString(t.Row.Seed[:])
	}
	if h.PublicURL != "" && (t.Row.Listed || t.Row.Terms.Watch) {
		n.Page = fmt.Sprintf("%s/m/%d", strings.TrimSuffix(h.PublicURL, "/"), c.Match)
	}
	untold := slices.DeleteFunc(t.Match.PublicEvents(), func(e engine.PublicEvent) bool { return e.Seq <= c.Since })
	n.Events = append([]engine.PublicEvent{}, untold...) // never nil, so that JSON has a list
	for _, heard := range t.Match.Heard("", c.Since) {
		if _, said := heard.Data.(engine.Said); !said {
			n.at, n.lines = heard.At, append(n.lines, heard.Lines...)
		}
	}
	if len(n.Events) == 0 && len(n.lines) == 0 {
		return nil, errNothing
	}
	return n, nil
}

// envelope is the body of a call by Standard Webhooks.
type envelope struct {
	Type      string `json:"type"`
	Timestamp string `json:"timestamp"`
	Data      any    `json:"data"`
}
