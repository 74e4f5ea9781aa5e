package server

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"pitpost.example/db"
	"pitpost.example/db/archive"
	"pitpost.example/db/league"
	"pitpost.example/db/people"
	"pitpost.example/engine"
	"pitpost.example/engine/rating"
	"pitpost.example/house/score"
	"pitpost.example/model"
)

// RatingCheck is the result of checking or recomputing ratings.
type RatingCheck struct {
	Matches, Ratings int
	// Wrong describes the first difference between the stored ratings and those that the log gives; "" if
	// there is none.
	Wrong string
}

// CompareRatings computes all ratings from the log, in their stored order and each match by the rules by which
// it was rated, and compares them exactly with the stored ones. It changes nothing.
func (h *House) CompareRatings(ctx context.Context, now time.Time) (*RatingCheck, error) {
	return h.overRatings(ctx, now, func(tx *db.Tx, read map[int64]*rating.Match) (*RatingCheck, error) {
		kept, book, err := league.StoredRatings(tx)
		if err != nil {
			return nil, err
		}
		anew, fresh, err := h.rateAll(ctx, kept, read)
		return &RatingCheck{Matches: len(kept), Ratings: len(fresh), Wrong: firstDifference(listing(kept, book), listing(anew, fresh))}, err
	})
}

// RecomputeRatings replaces all ratings by those computed from the log, in their stored order and each match by
// the rules by which it was rated. Ended matches that are still to be rated come last, in the order they ended.
func (h *House) RecomputeRatings(ctx context.Context, now time.Time) (*RatingCheck, error) {
	return h.overRatings(ctx, now, func(tx *db.Tx, read map[int64]*rating.Match) (*RatingCheck, error) {
		rated, waiting, err := league.RatedMatches(tx)
		if err != nil {
			return nil, err
		}
		rated = append(rated, engine.MapList(waiting, newlyRated)...)
		anew, book, err := h.rateAll(ctx, rated, read)
		if err != nil {
			return nil, err
		}
		return &RatingCheck{Matches: len(anew), Ratings: len(book)}, league.ReplaceRatings(tx, anew, book)
	})
}

// overRatings returns what do comes to with the ratings locked. What the matches that have ended say about their players' strength
// takes long to read, and is read before, because the clock waits for that lock when a match ends meanwhile.
func (h *House) overRatings(ctx context.Context, now time.Time, do func(tx *db.Tx, read map[int64]*rating.Match) (*RatingCheck, error)) (out *RatingCheck, err error) {
	read := map[int64]*rating.Match{}
	err = h.DB.Read(ctx, now, func(tx *db.Tx) error {
		rated, waiting, err := league.RatedMatches(tx)
		rated = append(rated, engine.MapList(waiting, newlyRated)...)
		for i := 0; err == nil && i < len(rated); i++ {
			err = h.readMatch(ctx, rated[i], read)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	err = h.DB.Play(ctx, model.Cause{Kind: model.CauseOperator, Now: now}, 0, func(tx *db.Tx) (err error) {
		if err = errors.Join(tx.Patient(), league.LockRatings(tx)); err == nil {
			out, err = do(tx, read)
		}
		return err
	})
	return out, err
}

// newlyRated is a match that was not rated before.
func newlyRated(id int64) model.Rated { return model.Rated{Match: id, Rules: rating.Newest} }

// readMatch adds a match to those that were read, unless it is among them.
func (h *House) readMatch(ctx context.Context, r model.Rated, read map[int64]*rating.Match) error {
	id := r.Match
	if read[id] != nil {
		return nil
	}
	t, err := h.DB.Fold(ctx, id, 0)
	if err != nil {
		return fmt.Errorf("match %d: %w", id, err)
	}
	changes, err := people.ListSeatChanges(ctx, h.DB, "match_id = $1", id)
	if err != nil {
		return fmt.Errorf("who sat in match %d: %w", id, err)
	}
	read[id], _ = score.RatingOf(t, changes, r.Rules)
	return nil
}

// rateAll rates matches in order, starting from nothing, and numbers them from 1.
func (h *House) rateAll(ctx context.Context, order []model.Rated, read map[int64]*rating.Match) ([]model.Rated, rating.Book, error) {
	book := rating.Book{}
	all := make([]model.Rated, len(order))
	for i, r := range order {
		if err := h.readMatch(ctx, r, read); err != nil {
			return nil, nil, err
		}
		m := read[r.Match]
		all[i] = model.Rated{No: int64(i + 1), Match: r.Match, Rules: r.Rules, Changes: book.Enter(m), Turns: m.Turns}
	}
	return all, book, nil
}

// listing writes ratings as lines in a fixed order, so that two sets can be compared.
func listing(all []model.Rated, book rating.Book) []string {
	var out []string
	for _, r := range all {
		out = append(out, fmt.Sprintf("number %d is match %d", r.No, r.Match))
		for _, c := range r.Changes {
			out = append(out, fmt.Sprintf("match %d, player %d, %s: %d of %d, %d ± %d, then %d ± %d",
				r.Match, c.Player, c.Kind, c.Place, c.Among, c.Before.Mu, c.Before.Sigma, c.After.Mu, c.After.Sigma))
		}
		for _, t := range r.Turns {
			out = append(out, fmt.Sprintf("match %d, player %d: %d turns in time, %d missed", r.Match, t.Player, t.Made, t.Missed))
		}
	}
	last := len(out)
	for k, s := range book {
		out = append(out, fmt.Sprintf("player %d, %s: %d ± %d after %d matches", k.Player, k.Kind, s.Mu, s.Sigma, s.Matches))
	}
	slices.Sort(out[last:])
	return out
}

// firstDifference describes the first line in which two listings differ; "" if they are equal.
func firstDifference(kept, anew []string) string {
	kept, anew = append(kept, "nothing"), append(anew, "nothing")
	for i := range min(len(kept), len(anew)) {
		if kept[i] != anew[i] {
			return fmt.Sprintf("kept is %q, the log gives %q", kept[i], anew[i])
		}
	}
	return ""
}

// forgetPause is how long Forget pauses between two steps, so that deleting a lot does not slow down the house.
const forgetPause = 200 * time.Millisecond

// Forget deletes what Keep says is too old, in steps that are each a transaction.
func (h *House) Forget(ctx context.Context, now time.Time) error {
	for {
		more := false
		err := h.DB.Play(ctx, model.Cause{Kind: model.CauseClock, Now: now}, 0, func(tx *db.Tx) (err error) {
			more, err = archive.DeleteExpired(tx, h.Keep)
			return err
		})
		if err != nil || !more {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(forgetPause):
		}
	}
}

// CountKept marks the letters that exceed the bytes that Keep allows; Forget then deletes them.
func (h *House) CountKept(ctx context.Context, now time.Time) error {
	return h.DB.Play(ctx, model.Cause{Kind: model.CauseClock, Now: now}, 0, func(tx *db.Tx) error {
		return archive.FindLettersOverLimit(tx, h.Keep)
	})
}
