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
func (p *batch) queueCalls(tx *Tx, t *tableWork) {
	if len(t.rows) > 0 && tx.db.hooked(&t.Row) {
		p.add(aCall, t.Row.ID, t.rows[0].seq-1, t.Row.Seq, tx.Now(), isPublic(&t.Row))
	}
}

// collectCalls reads the numbers of calls that were queued, each to those of its match.
func collectCalls(rows pgx.Rows, of map[int64]*[]int64) error {
	var id, match int64
	_, err := pgx.ForEachRow(rows, []any{&id, &match}, func() error { *of[match] = append(*of[match], id); return nil })
	return err
}
