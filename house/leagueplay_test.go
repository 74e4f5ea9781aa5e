package house

import (
	"context"
	"fmt"
	"slices"
	"time"

	"pitpost.example/db"
	"pitpost.example/model"
)

// PlayAlong makes moves for the people of a match, in one transaction, as their letters
// would: until it is the turn of a bot or of somebody who is silent, the match is over, or
// most moves are made. It says how many it made.
func (h *House) PlayAlong(ctx context.Context, match int64, now time.Time, silent map[int64]bool, most int) (made int, err error) {
	err = h.DB.Play(ctx, model.Cause{Kind: "clock", Now: now}, match, func(w *db.Work) error {
		t, err := w.Table(match)
		if err != nil || t.Row.Phase != "running" {
			return err
		}
		for made = 0; made < most; made++ {
			i := slices.IndexFunc(t.Match.ToMove(), func(name string) bool { s := seatNamed(t, name); return s.State == "joined" && !silent[s.Player] })
			if i < 0 {
				break
			}
			name := t.Match.ToMove()[i]
			legal := t.Match.State().Legal(name)
			dice := t.Match.Dice().For(fmt.Sprintf("along %s %d", name, t.Match.Chair(name).Steps))
			if err := playLegal(w, t, name, legal[dice.Intn(len(legal))]); err != nil {
				return err
			}
		}
		return settle(h, w, t)
	})
	return made, err
}
