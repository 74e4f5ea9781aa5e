package score

import (
	"pitpost.example/db"
	"pitpost.example/engine/rating"
	"pitpost.example/model"
)

// rate rates a match that has ended, once, and gives it the next number in the order.
func rate(w *db.Work, t *model.Table) error {
	if t.Row.StartedAt == nil || t.Row.Phase != model.PhaseOver && t.Row.Phase != model.PhaseAborted {
		return nil
	}
	if err := w.LockRatings(); err != nil {
		return err
	}
	no, already, err := w.NextRated(t.Row.ID)
	if err != nil || already {
		return err
	}
	m, players, err := ratingOf(w, t)
	if err != nil {
		return err
	}
	book, err := w.Ratings(players...)
	if err != nil {
		return err
	}
	w.SaveRated(model.Rated{No: no, Match: t.Row.ID, Changes: book.Enter(m), Turns: m.Turns}, book)
	return nil
}

// ratingOf is what a match says about its players, and who they are.
func ratingOf(w *db.Work, t *model.Table) (*rating.Match, []int64, error) {
	changes, err := w.SeatChanges(t.Row.ID)
	if err != nil {
		return nil, nil, err
	}
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
	return rating.Read(t.Match, holdings), players, nil
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
