package score

import (
	"pitpost.example/engine/rating"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// rate rates a match that has ended, once, and gives it the next number in the order.
func rate(w *world.Tx, t *model.Table) {
	if t.Row.StartedAt == nil || t.Row.Phase != model.PhaseOver && t.Row.Phase != model.PhaseAborted {
		return
	}
	w.LockRatings()
	no, already := w.NextRated(t.Row.ID)
	if already {
		return
	}
	m, players := ratingOf(t, world.Get(w, world.SeatChanges{Match: t.Row.ID}))
	book := w.Ratings(players...)
	w.SaveRated(model.Rated{No: no, Match: t.Row.ID, Changes: book.Enter(m), Turns: m.Turns}, book)
}

// ratingOf is what a match says about its players, and who they are.
func ratingOf(t *model.Table, changes []model.SeatChange) (*rating.Match, []int64) {
	var holdings []rating.Holding
	for _, s := range t.Seats {
		if t.Match.Chair(s.Name) != nil {
			holdings = append(holdings, holdingsOf(s, changes)...)
		}
	}
	players := []int64{0} // nobody: the list of players that is empty means all
	for _, h := range holdings {
		players = append(players, h.Player)
	}
	return rating.Read(t.Match, holdings), players
}

// holdingsOf says who sat on a seat, one after another.
func holdingsOf(s model.Seat, changes []model.SeatChange) []rating.Holding {
	var out []rating.Holding
	next := rating.Holding{Seat: s.Name, To: rating.End}
	for _, c := range changes {
		if c.Seat != s.No {
			continue
		}
		if c.What == model.ChangeLeft {
			next.Player, next.To = c.Player, c.Seq
			out = append(out, next)
		}
		next = rating.Holding{Seat: s.Name, From: c.Seq, To: rating.End, Taken: c.What == model.ChangeTaken, Place: c.Place}
	}
	if s.Player != 0 {
		next.Player = s.Player
		out = append(out, next)
	}
	return out
}
