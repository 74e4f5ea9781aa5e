package house

import (
	"context"
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/desk"
	"pitpost.example/house/notice"
	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// Said is what an operator's words came to.
type Said struct {
	Done  bool // false: refused
	Match int64
	Lines []engine.Phrase
	Near  []string
	// Asks is what to say again, surely, to have done what cannot be undone; "" for
	// nothing.
	Asks string
}

// Operate carries out one line of the operator's about a match, with the words
// a host has by mail. Every seat is told as if the host had written.
func (h *House) Operate(ctx context.Context, match int64, text string, now time.Time) (*Said, error) {
	out := &Said{Match: match}
	err := h.play(ctx, model.Cause{Kind: model.CauseOperator, Now: now}, match, func(w *world.Tx) error {
		t := w.Table(match)
		d := &desk.Desk{House: w.Rules(), W: w, Operator: true, Proof: desk.Vouched, Sure: true, Table: t}
		oneLine(d, text, out)
		return nil
	})
	return out, err
}

// OpenFor opens a match on behalf of a host, as if they had written "new …"
// themselves; the answer is mailed to them too.
func (h *House) OpenFor(ctx context.Context, host, display, text string, now time.Time) (*Said, error) {
	out := &Said{}
	err := h.play(ctx, model.Cause{Kind: model.CauseOperator, Now: now}, 0, func(w *world.Tx) error {
		player, _ := w.PlayerByAddress(host)
		d := &desk.Desk{House: w.Rules(), W: w, Player: player, From: strings.ToLower(host), Letter: &desk.Letter{From: host, Display: display, Trust: desk.Unproved, Now: now}}
		a := NewMatch(d, command.Line{Raw: text, Folded: h.Rules.Fold(text)}, "")
		*out = Said{Done: a.State != model.LineRefused, Lines: a.Says, Near: a.Nearest}
		if !out.Done {
			return nil
		}
		out.Match = d.Table.Row.ID
		d.Touch()
		table.Note(w, d.Table, d.Seat, model.PurposeNote, "opened", notice.Note{Subject: table.Say("house.opened-subject", "match", int(out.Match)), Lines: a.Says})
		table.Advance(w, d.Table)
		return nil
	})
	return out, err
}

// Looked notes in the log of a running match that the operator saw its
// secrets; every seat hears of it with its next digest.
func (h *House) Looked(ctx context.Context, match int64, now time.Time) error {
	return h.play(ctx, model.Cause{Kind: model.CauseOperator, Now: now}, match, func(w *world.Tx) error {
		t := w.Table(match)
		if t.Row.Phase == model.PhaseRunning || t.Row.Phase == model.PhasePaused {
			w.Append(t, engine.Fact{Event: engine.Opened{By: "operator"}})
		}
		return nil
	})
}
