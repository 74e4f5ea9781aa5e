package table

import (
	"fmt"
	"slices"

	"pitpost.example/house/world"
	"pitpost.example/model"
)

// longestTurn is more choices than any turn has.
const longestTurn = 200

// finishTurn plays safe moves for a seat until it is no longer to move.
func FinishTurn(w *world.Tx, t *model.Table, seat string) {
	for range longestTurn {
		if !slices.Contains(t.Match.ToMove(), seat) {
			return
		}
		PlayLegal(w, t, seat, t.Match.State().Idle(seat))
	}
	panic(world.Fault{Err: fmt.Errorf("match %d: the turn of %s has no end", t.Row.ID, seat)})
}

// playDrafted plays the lines of a draft in order, in a game of long turns,
// until one can no longer be played.
func PlayDrafted(w *world.Tx, t *model.Table, seat string, lines []string) {
	for _, line := range lines {
		if !slices.Contains(t.Match.ToMove(), seat) {
			return
		}
		command, _ := firstLegal(t, seat, []string{line})
		if command == "" {
			return
		}
		PlayLegal(w, t, seat, command)
	}
}
