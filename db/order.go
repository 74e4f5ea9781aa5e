package db

import (
	"context"
	"time"
)

// aheadMost is how long a letter that never left may hold back those behind it.
const aheadMost = 15 * time.Minute

// Ahead says whether an earlier letter to the same person is still waiting for
// its first try, or in it: letters leave in the order in which they were queued,
// save that one which was put off holds nobody up.
func (d *DB) Ahead(ctx context.Context, n *Notice, now time.Time) (bool, error) {
	who, arg := "player_id = $3", any(n.Player)
	if n.Player == 0 {
		who, arg = "player_id is null and address = $3", n.Address
	}
	var ahead bool
	err := d.pool.QueryRow(ctx, `select exists (select from outbox where id < $1 and state in ('queued', 'written') and tries <= 1 and reply = ''
		and queued_at > $2 and `+who+")", n.ID, now.Add(-aheadMost), arg).Scan(&ahead)
	return ahead, err
}

// Postpone gives a claimed letter back for a while without counting a try. With a
// reason it gives up its place in the line too, else it keeps it.
func (d *DB) Postpone(ctx context.Context, id int64, next time.Time, why string) error {
	return d.mark(ctx, `update outbox set next_at = $2, tries = greatest(tries - 1, 0), reply = coalesce(nullif($3, ''), reply)
		where id = $1 and state in ('queued', 'written')`, id, next, why)
}

// RefusedThisHour counts the letters of a sender in which nothing was carried
// out, in an hour.
func (w *Work) RefusedThisHour(sender string) (int, error) {
	var n int
	err := w.conn.QueryRow(w.ctx, "select count(*) from letters where sender = $1 and state = 'refuse' and taken_at > $2::timestamptz - interval '1 hour'",
		clean(sender), w.Now()).Scan(&n)
	return n, err
}
