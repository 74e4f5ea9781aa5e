package server

import (
	"context"
	"errors"
	"slices"
	"time"

	dbpeople "pitpost.example/db/people"
	"pitpost.example/house/letter"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// ForgetPlayer forgets a player as the operator wants it, without asking them. Letters to them that are still to leave go out
// first, within a day; until then done is false, and a running house does the rest.
func (h *House) ForgetPlayer(ctx context.Context, player int64, now time.Time) (done bool, err error) {
	err = h.play(ctx, model.Cause{Kind: model.CauseOperator, Now: now}, 0, func(w *world.Tx) { letter.StartForgetting(w, player) })
	for err == nil && !done {
		var due []model.Due
		if due, err = h.Store.Sweep(ctx, now, 1_000_000); err != nil {
			break
		}
		due = slices.DeleteFunc(due, func(d model.Due) bool { return d.Owner != model.DueOfPlayer || d.What != model.DueForget })
		for _, d := range due {
			if err = h.play(ctx, model.Cause{Kind: model.CauseOperator, Now: now}, 0, func(w *world.Tx) { doDue(w, d) }); err != nil {
				return false, err
			}
		}
		done = len(due) == 0
	}
	if err != nil {
		return false, err
	}
	left, err := dbpeople.IsForgotten(ctx, h.DB, player)
	return left, errors.Join(err, h.SaveForgotten(ctx))
}

// SaveForgotten hands the hashes of all mailboxes whose players were forgotten to ListForgotten, which keeps them outside the
// database: by that list a restore from an older backup forgets them again.
func (h *House) SaveForgotten(ctx context.Context) error {
	if h.ListForgotten == nil {
		return nil
	}
	known, err := dbpeople.ListForgotten(ctx, h.DB)
	if err == nil {
		_, err = h.ListForgotten(known)
	}
	return err
}

// ForgetAgain starts to forget players whom a restore has brought back: whose mailbox is in the list with a later time
// than that at which they came here. It returns how many.
func (h *House) ForgetAgain(ctx context.Context, now time.Time) (n int, err error) {
	if h.ListForgotten == nil {
		return 0, nil
	}
	known, err := h.ListForgotten(nil)
	if err != nil || len(known) == 0 {
		return 0, err
	}
	all, err := dbpeople.ListOwners(ctx, h.DB)
	if err != nil {
		return 0, err
	}
	for _, a := range all {
		if at := known[h.Rules.Hash(a.Address)]; !at.IsZero() && !a.Since.After(at) {
			if err := h.play(ctx, model.Cause{Kind: model.CauseOperator, Now: now}, 0, func(w *world.Tx) { letter.StartForgetting(w, a.Player) }); err != nil {
				return n, err
			}
			n++
		}
	}
	return n, nil
}
