package house

import (
	"context"
	"fmt"
	"time"

	"pitpost/db"
	"pitpost/engine/tally"
)

// countLater has a match that is over counted in the statistics by a sweep: the sums are
// everybody's, and whoever made the last move need not wait for them.
func countLater(w *db.Work, t *db.Table) {
	w.SetDue(db.Due{Match: t.Row.ID, Seat: -1, What: "tally", At: w.Now()})
}

// countMatch adds a match between people to the sums. One against bots alone tells nothing.
func countMatch(w *db.Work, t *db.Table) error {
	met, seats := 0, 0
	for _, s := range t.Seats {
		if t.Match.Chair(s.Name) == nil || s.State != "joined" && s.State != "bot" && s.State != "left" {
			continue
		}
		seats++
		if s.Player != 0 {
			met++
		}
	}
	if t.Row.Phase != "over" || met < 2 {
		return nil
	}
	return w.Tally(t, seats, tally.Of(t.Match))
}

// Recount makes the statistics anew from the log and gives how many matches it looked at.
// Matches that end meanwhile are counted as ever, each once.
func (h *House) Recount(ctx context.Context, now time.Time) (int, error) {
	ids, err := h.DB.Recount(ctx)
	if err != nil {
		return 0, fmt.Errorf("emptying the sums: %w", err)
	}
	for n, id := range ids {
		err := h.DB.Play(ctx, db.Cause{Kind: "operator", Now: now}, id, func(w *db.Work) error {
			t, err := w.Table(id)
			if err != nil {
				return err
			}
			return countMatch(w, t)
		})
		if err != nil {
			return n, fmt.Errorf("match %d: %w", id, err)
		}
	}
	return len(ids), nil
}
