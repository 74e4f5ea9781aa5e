package house

import (
	"context"
	"time"

	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// Unsent gives a seat the time for which the letter of its turn could not leave, because the
// day's letters were spent: a player answers for what reached them.
func (h *House) Unsent(ctx context.Context, n *model.Notice, by time.Duration, now time.Time) error {
	return h.play(ctx, model.Cause{Kind: model.CauseClock, Now: now}, n.Match, func(w *world.Tx) error {
		t := w.Table(n.Match)
		c := table.ClockOf(w, t, n.Seat)
		if c == nil || c.Step != n.Step || c.StoppedAt != nil || t.Row.Phase != model.PhaseRunning {
			return nil
		}
		table.Shift(w, t, *c, by)
		return nil
	})
}
