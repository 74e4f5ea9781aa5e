package score

import (
	"context"
	"fmt"
	"time"

	"pitpost.example/db"
	"pitpost.example/db/league"
	"pitpost.example/engine/tally"
	"pitpost.example/model"
)

// count is what a match between people adds to the sums; nil for none. One against bots alone
// tells nothing.
func count(t *model.Table) (seats int, counts []tally.Count) {
	met := 0
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
		return 0, nil
	}
	return seats, tally.Of(t.Match)
}

// Recount makes the statistics anew from the log and gives how many matches it looked at.
// Matches that end meanwhile are counted as ever, each once.
func Recount(ctx context.Context, store *db.DB, now time.Time) (int, error) {
	ids, err := league.Recount(ctx, store)
	if err != nil {
		return 0, fmt.Errorf("emptying the sums: %w", err)
	}
	for n, id := range ids {
		err := store.Play(ctx, model.Cause{Kind: model.CauseOperator, Now: now}, id, func(tx *db.Tx) error {
			t, err := tx.Table(id)
			if err != nil {
				return err
			}
			if seats, counts := count(t); counts != nil {
				return league.Tally(tx, t, seats, counts)
			}
			return nil
		})
		if err != nil {
			return n, fmt.Errorf("match %d: %w", id, err)
		}
	}
	return len(ids), nil
}
