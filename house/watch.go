package house

import (
	"context"
	"time"

	"pitpost.example/house/world"
	"pitpost.example/model"
)

// Unwatch ends all letters about a match to somebody who follows it. Doing it twice is doing
// it once.
func (h *House) Unwatch(ctx context.Context, match, player int64, now time.Time) error {
	return h.play(ctx, model.Cause{Kind: model.CausePage, Now: now}, 0, func(w *world.Tx) error {
		w.Unwatch(match, player)
		return nil
	})
}
