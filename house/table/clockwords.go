package table

import (
	"fmt"

	"pitpost.example/engine"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// takeBack seats a player again where the house played for them.
func TakeBack(w *world.Tx, t *model.Table, s *model.Seat) bool {
	chair := t.Match.Chair(s.Name)
	if chair == nil || chair.Resigned || s.State == model.SeatLeft || s.State != model.SeatBot && !chair.Away && s.Stopped == nil {
		return false
	}
	reclaimed(w, t, s)
	s.State, s.Stopped = model.SeatJoined, nil
	w.Save(t)
	w.Append(t, engine.Fact{Event: engine.Back{Of: s.Name}})
	if Contains(t.Match.ToMove(), s.Name) {
		NewClock(w, t, s, chair.Steps+1)
		Digest(w, t, s, model.PurposeTurn, fmt.Sprintf("%d-back-%d", chair.Steps+1, t.Match.Seq))
	}
	return true
}
