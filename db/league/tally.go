package league

import (
	"context"

	"github.com/jackc/pgx/v5"

	"pitpost.example/db"
	"pitpost.example/engine/tally"
	"pitpost.example/model"
)

// Tallied is a count summed over matches of one game, edition and number of seats.
type Tallied struct {
	Game, Edition string
	Seats         int
	tally.Count
}

const addTally = `insert into tallies (game, edition, seats, what, key, n, total) values ($1, $2, $3, $4, $5, $6, $7)
	on conflict (game, edition, seats, what, key) do update set n = tallies.n + excluded.n, total = tallies.total + excluded.total`

// Tally adds the counts of a match to the sums, once.
func Tally(tx *db.Tx, t *model.Table, seats int, counts []tally.Count) error {
	n, err := tx.Affected("insert into tallied (match_id) values ($1) on conflict do nothing", t.Row.ID)
	if err != nil || n == 0 {
		return err
	}
	for _, c := range counts { // in one order, so that two matches that end at once do not wait for each other in a ring
		tx.Later(addTally, t.Row.Game, t.Row.Edition, seats, c.What, c.Key, c.N, c.Total)
	}
	return nil
}

// Tallies are all sums of a game.
func Tallies(ctx context.Context, d *db.DB, game string) ([]Tallied, error) {
	return db.Many(ctx, d, pgx.RowToStructByPos[Tallied], "select game, edition, seats, what, key, n, total from tallies where game = $1 order by edition, seats, what, key", game)
}

// Recount empties the sums and gives the matches that are to be counted anew.
func Recount(ctx context.Context, d *db.DB) ([]int64, error) {
	var ids []int64
	err := pgx.BeginFunc(ctx, d.Pool(), func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "truncate tallies, tallied"); err != nil {
			return err
		}
		rows, err := tx.Query(ctx, "select id from matches where phase = 'over' order by id")
		if err != nil {
			return err
		}
		ids, err = pgx.CollectRows(rows, pgx.RowTo[int64])
		return err
	})
	return ids, err
}
