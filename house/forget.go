package house

import (
	"context"
	"time"

	"pitpost/db"
)

// forgetEvery is how often the house looks for what is older than it may be.
const forgetEvery = time.Hour

// Retain sees to it that the house forgets what is older than Keep says, from now on.
func (h *House) Retain(ctx context.Context, now time.Time) error {
	return h.DB.Plant(ctx, db.Due{What: db.Forgetting, At: now})
}

// forget takes a step, and the next with the next sweep while there is more.
func (h *House) forget(w *db.Work) error {
	more, err := w.Forget(h.Keep)
	if err != nil {
		return err
	}
	next := forgetEvery
	if more {
		next = 0
	}
	w.SetDue(db.Due{What: db.Forgetting, At: w.Now().Add(next)})
	return nil
}
