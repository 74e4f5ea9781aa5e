package lookup

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost.example/db"
)

// Deadline is until when a player has time for a move.
type Deadline struct {
	Match        int64
	Game         string
	Seat         int
	Began, Until time.Time
}

// Deadlines are those of a player's turns, by match; clocks that stand still have none.
func Deadlines(ctx context.Context, d *db.DB, player int64, now time.Time) ([]Deadline, error) {
	return db.Many(ctx, d.Pool(), pgx.RowToStructByPos[Deadline], `select c.match_id, m.game, c.seat, c.began, c.soft from clocks c
		join seats s on s.match_id = c.match_id and s.no = c.seat join matches m on m.id = c.match_id
		where s.player_id = $1 and s.state = 'joined' and m.phase = 'running' and c.stopped_at is null and c.soft < $2::timestamptz + interval '10 years'
		order by c.match_id`, player, now)
}
