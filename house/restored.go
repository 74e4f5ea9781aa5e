package house

import (
	"context"
	"fmt"
	"time"

	"pitpost.example/db"
	"pitpost.example/db/archive"
	"pitpost.example/failpoint"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// Restored makes every match of a house that was restored from a backup safe
// from letters of the time that is lost: they find steps that are past, and each
// seat that is due is asked anew. Each match is one transaction, so whoever goes
// on after a broken-off try goes on where it ended. It returns how many matches
// were done; one that cannot be read is logged, and left to the next sweep.
func (h *House) Restored(ctx context.Context, now time.Time) (int, error) {
	n := 0
	for {
		due, err := archive.DueRestored(ctx, h.DB, 500)
		if err != nil {
			return n, fmt.Errorf("matches to be made safe: %w", err)
		}
		done := 0
		for _, d := range due {
			err := h.play(ctx, model.Cause{Kind: model.CauseOperator, Now: now}, d.Match(), func(w *world.Tx) error {
				mine := w.TakeDue(d)
				if !mine {
					return nil
				}
				doDue(w, d)
				return nil
			})
			if ctx.Err() != nil {
				return n, ctx.Err()
			}
			if db.Away(err) {
				return n, err
			}
			if err != nil {
				h.Log.Error("a match could not be made safe", "match", d.Match(), "err", err)
				continue
			}
			done++
			failpoint.At("restore.match")
		}
		if n += done; done == 0 {
			return n, nil
		}
	}
}
