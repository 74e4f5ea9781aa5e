package people

import (
	"context"

	"pitpost.example/db"
	"pitpost.example/model"
)

// SeatChanges lists the changes of hands that a condition selects, by match and in the order they happened.
func SeatChanges(ctx context.Context, q db.Querier, where string, args ...any) ([]model.SeatChange, error) {
	return db.Many[model.SeatChange](ctx, q, "select match_id, seat, what, player_id, why, seq, place, score, at from seat_changes where "+
		where+" order by match_id, seq, what, seat", args...)
}
