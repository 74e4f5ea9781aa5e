package db

import (
	"context"

	"github.com/jackc/pgx/v5"

	"pitpost.example/model"
)

// Hooks beyond one match, as far as a process knows: bits, and 0 before it looked.
const (
	wideLooked = 1 << iota
	wideHouse
	wideLeague
)

// LookForHooks sees what each process that goes on must know for itself, again and again:
// whether anybody on the web listens to more than one match. What it finds only spares matches
// the statement that would queue nothing for them.
func (d *DB) LookForHooks(ctx context.Context) error {
	var house, league bool
	err := d.Pool().QueryRow(ctx, `select exists (select from webhooks where scope = 'house' and off = ''),
		exists (select from webhooks where scope = 'league' and off = '')`).Scan(&house, &league)
	if err != nil {
		return err
	}
	seen := int32(wideLooked)
	if house {
		seen |= wideHouse
	}
	if league {
		seen |= wideLeague
	}
	d.wide.Store(seen)
	return nil
}

// hooked says whether anybody on the web may want to hear of a match.
func (d *DB) hooked(r *model.Match) bool {
	wide := d.wide.Load()
	if r.Terms.Hooked || wide == 0 || wide&wideLeague != 0 && r.Terms.League != 0 {
		return true
	}
	return wide&wideHouse != 0 && isPublic(r)
}

// isPublic says whether anybody may look at the match.
func isPublic(r *model.Match) bool { return r.Listed || r.Terms.Watch }

// queueCalls lets the hooks of a match be told what was appended to it.
func (b *batch) queueCalls(tx *Tx, t *tableWork) {
	if len(t.rows) > 0 && tx.db.hooked(&t.Row) {
		b.calls.Queue(`insert into webhook_calls (hook_id, match_id, since, upto, next_at, queued_at) select h.id, $1, $2, $3, $4, $4 from webhooks h
			where h.off = '' and (h.match_id = $1 or h.scope = 'house' and $5::boolean
				or h.league_id in (select s.league_id from league_matches m join seasons s on s.id = m.season_id where m.match_id = $1))
			order by h.id returning id`, t.Row.ID, t.rows[0].seq-1, t.Row.Seq, tx.Now(), isPublic(&t.Row)).
			Query(func(rows pgx.Rows) (err error) {
				tx.calls, err = pgx.AppendRows(tx.calls, rows, pgx.RowTo[int64])
				return err
			})
	}
}
