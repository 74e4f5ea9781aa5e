package score

import (
	"context"
	"fmt"
	"time"

	"pitpost.example/db"
	"pitpost.example/engine/tally"
	"pitpost.example/model"
)

// count adds a match between people to the sums by a way to keep them. One against bots alone
// tells nothing.
func count(t *model.Table, keep func(t *model.Table, seats int, counts []tally.Count)) {
	met, seats := 0, 0
	for _, s := range t.Seats {
		if t.Match.Chair(s.Name) == nil || s.State != model.SeatJoined && s.State != model.SeatBot && s.State != model.SeatLeft {
			continue
		}
		seats++
		if s.Player != 0 {
			met++
		}
	}
	if t.Row.Phase != model.PhaseOver || met < 2 {
		return
	}
	keep(t, seats, tally.Of(t.Match))
}

// Recount makes the statistics anew from the log and gives how many matches it looked at.
// Matches that end meanwhile are counted as ever, each once.
func Recount(ctx context.Context, store *db.DB, now time.Time) (int, error) {
	ids, err := store.Recount(ctx)
	if err != nil {
		return 0, fmt.Errorf("emptying the sums: %w", err)
	}
	for n, id := range ids {
		err := store.Play(ctx, model.Cause{Kind: model.CauseOperator, Now: now}, id, func(tx *db.Tx) error {
			t, err := tx.Table(id)
			if err != nil {
				return err
			}
			count(t, func(t *model.Table, seats int, counts []tally.Count) { err = tx.Tally(t, seats, counts) })
			return err
		})
		if err != nil {
			return n, fmt.Errorf("match %d: %w", id, err)
		}
	}
	return len(ids), nil
}
