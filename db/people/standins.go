package people

import (
	"context"

	"pitpost.example/db"
	"pitpost.example/model"
)

// Standins lists all who are ready to stand in, the longest on the list first.
func Standins(ctx context.Context, d *db.DB) ([]model.Standin, error) {
	return db.Many(ctx, d.Pool(), db.ScanStandin, db.AskStandins+"order by s.since, s.player_id")
}
