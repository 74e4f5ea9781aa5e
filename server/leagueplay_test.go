package server

import (
	"context"
	"fmt"
	"slices"
	"time"

	"pitpost.example/house/table"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// PlayAlong makes moves for the people of a match in one transaction, as their letters would. It stops when
// it is the turn of a bot or of a silent player, when the match is over, or after most moves, and returns how
// many it made.
func (h *House) PlayAlong(ctx context.Context, match int64, now time.Time, silent map[int64]bool, most int) (made int, err error) {
	err = h.play(ctx, model.Cause{Kind: "clock", Now: now}, match, func(w *world.Tx) {
		t := w.Table(match)
		if t.Row.Phase != "running" {
			return
		}
		for made = 0; made < most; made++ {
			i := slices.IndexFunc(t.Match.ToMove(), func(name string) bool { s := t.SeatNamed(name); return s.State == "joined" && !silent[s.Player] })
			if i < 0 {
				break
			}
			name := t.Match.ToMove()[i]
			legal := t.Match.State().Legal(name)
			dice := t.Match.Dice().For(fmt.Sprintf("along %s %d", name, t.Match.Chair(name).Steps))
			table.New(w, t).PlayLegal(name, legal[dice.Intn(len(legal))])
		}
		table.New(w, t).Advance()
	})
	return made, err
}
