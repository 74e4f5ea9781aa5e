// Package score adds a finished match to the ratings of its players and to the statistics. A sweep does that
// after the match, and both can be recomputed from the log.
package score

import (
	"pitpost.example/engine/rating"
	"pitpost.example/engine/tally"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// ScheduleScoring schedules the rating and counting of a finished match. They lock what all matches share, and whoever
// made the last move should not have to wait for that.
func ScheduleScoring(w *world.Tx, t *model.Table) {
	if t.Row.StartedAt != nil {
		w.SetDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: -1, What: model.DueRate, At: w.Now()})
	}
	w.SetDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: -1, What: model.DueTally, At: w.Now()})
}

// ScoreMatch handles a DueRate or DueTally row.
func ScoreMatch(w *world.Tx, t *model.Table, d model.Due) {
	if d.What == model.DueRate {
		rate(w, t)
		return
	}
	if seats, counts := count(t); counts != nil {
		w.Tally(t.Row, seats, counts)
	}
}

// count returns what a match adds to the statistics; nil if it was aborted or fewer than two people played.
func count(t *model.Table) (seats int, counts []tally.Count) {
	met := 0
	for _, s := range t.Seats {
		if t.Match.Chair(s.Name) == nil || s.State != model.SeatJoined && s.State != model.SeatBot && s.State != model.SeatLeft {
			continue
		}
		seats++
		if s.Player != 0 {
			met++
		}
	}
	if t.Row.Phase != model.PhaseOver || met < 2 {
		return 0, nil
	}
	return seats, tally.CountMatch(t.Match)
}

// rate rates a match that has ended, once, and gives it the next number in the order.
func rate(w *world.Tx, t *model.Table) {
	if t.Row.StartedAt == nil || !t.Row.Phase.Ended() {
		return
	}
	next := w.NextRated(t.Row.ID)
	if next == 0 {
		return
	}
	m, players := RatingOf(t, w.SeatChanges(t.Row.ID), rating.Newest)
	book := w.Ratings(players...)
	rated := model.Rated{No: next, Match: t.Row.ID, Rules: rating.Newest, Changes: book.Enter(m), Turns: m.Turns}
	w.Rate(rated, book)
}

// RatingOf returns what a match says about its players' strength, and who they are.
func RatingOf(t *model.Table, changes []model.SeatChange, rules rating.Rules) (*rating.Match, []int64) {
	var holdings []rating.Holding
	for _, s := range t.Seats {
		if t.Match.Chair(s.Name) != nil {
			holdings = append(holdings, holdingsOf(s, changes)...)
		}
	}
	players := []int64{0} // 0 is nobody; an empty list would mean everybody
	for _, h := range holdings {
		players = append(players, h.Player)
	}
	m := rating.ReadMatch(t.Match, holdings, rules)
	if t.Row.Terms.Unrated {
		m.Entries, m.Rounds = nil, nil
	}
	return m, players
}

// holdingsOf lists who held a seat, one after another.
func holdingsOf(s model.Seat, changes []model.SeatChange) []rating.Holding {
	var out []rating.Holding
	next := rating.Holding{Seat: s.Name, To: rating.End}
	for _, c := range changes {
		if c.Seat != s.No {
			continue
		}
		if c.Why == model.TakenBack && len(out) > 0 { // as if they had never left
			next = out[len(out)-1]
			next.To, out = rating.End, out[:len(out)-1]
			continue
		}
		if c.What == model.ChangeLeft {
			next.Player, next.To, next.Sent = c.Player, c.Seq, c.Why == model.LeftSent
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
