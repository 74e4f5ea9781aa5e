package house

import (
	"context"
	"time"

	"pitpost.example/db"
	"pitpost.example/db/archive"
	"pitpost.example/model"
)

// breath is how long forgetting rests between two steps, so that a house with much to forget
// goes on as usual.
const breath = 200 * time.Millisecond

// Forget forgets what is older than Keep says, step by step, each in a transaction of its own.
func (h *House) Forget(ctx context.Context, now time.Time) error {
	for {
		more := false
		err := h.DB.Play(ctx, model.Cause{Kind: model.CauseClock, Now: now}, 0, func(tx *db.Tx) (err error) {
			more, err = archive.Forget(tx, h.Keep)
			return err
		})
		if err != nil || !more {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(breath):
		}
	}
}

// CountKept looks which letters are too many by the bytes that Keep allows; Forget then takes them.
func (h *House) CountKept(ctx context.Context, now time.Time) error {
	return h.DB.Play(ctx, model.Cause{Kind: model.CauseClock, Now: now}, 0, func(tx *db.Tx) error {
		return archive.CountKept(tx, h.Keep)
	})
}
