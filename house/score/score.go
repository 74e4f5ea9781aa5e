// Package score is what a match that is over adds to how strong its players are and to the
// statistics of all. Both are sums over matches, made after the match by a sweep, and can be
// made anew from the log.
package score

import (
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// Later has a match that is over rated and counted by a sweep: each rating reads what the last
// left and the sums are everybody's, so whoever made the last move need not wait for them.
func Later(w *world.Tx, t *model.Table) {
	if t.Row.StartedAt != nil {
		w.SetDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: -1, What: model.DueRate, At: w.Now()})
	}
	w.SetDue(model.Due{Owner: model.DueOfMatch, ID: t.Row.ID, Seat: -1, What: model.DueTally, At: w.Now()})
}

// Do does what is due of that for a match: DueRate or DueTally.
func Do(w *world.Tx, t *model.Table, what model.DueKind) {
	if what == model.DueRate {
		rate(w, t)
		return
	}
	if seats, counts := count(t); counts != nil {
		w.Do(world.Tally{Match: t.Row, Seats: seats, Counts: counts})
	}
}
