package house

import (
	"context"
	"strings"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/command"
	"pitpost.example/house/notice"
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
		d := &desk{house: w.Rules(), w: w, operator: true, proof: Vouched, sure: true, table: t}
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
		d := &desk{house: w.Rules(), w: w, player: player, from: strings.ToLower(host), letter: &Letter{From: host, Display: display, Trust: Unproved, Now: now}}
		a := NewMatch(d, command.Line{Raw: text, Folded: h.Rules.Fold(text)}, "")
		*out = Said{Done: a.state != model.LineRefused, Lines: a.says, Near: a.nearest}
		if !out.Done {
			return nil
		}
		out.Match = d.table.Row.ID
		d.touch()
		note(w, d.table, d.seat, model.PurposeNote, "opened", notice.Note{Subject: say("house.opened-subject", "match", int(out.Match)), Lines: a.says})
		settle(w, d.table)
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
