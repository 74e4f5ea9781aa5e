package archive

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost.example/db"
	"pitpost.example/model"
	"pitpost.example/token"
)

// Gaps left in the numbers of rows after a restore, so that no number from the lost time is given again. The
// gap is small for numbers that people read.
const (
	wideGap  = 1_000_000
	shownGap = 10_000
)

// RenumberRestored protects a restored database from letters of the lost time. Sequences move on, queued letters get
// new Message-IDs, and each match that is not over becomes due to be given new steps. It does nothing if u
// says that it was done.
func RenumberRestored(ctx context.Context, d *db.DB, u *Unfinished, now time.Time) error {
	if u.Numbered {
		return nil
	}
	err := pgx.BeginFunc(ctx, d.Pool(), func(tx pgx.Tx) error {
		r := Restored{Of: u.Of, At: now.UTC(), Spans: map[string][2]int64{}}
		if err := moveSequences(ctx, tx, &r); err != nil {
			return err
		}
		if err := renameUnsent(ctx, tx); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `insert into due (owner, owner_id, seat, what, at, data)
			select 'match', id, -1, $1, $2, $3 from matches where phase in ('lobby', 'running', 'paused')
			on conflict (owner, owner_id, seat, what, of) do update set at = excluded.at, data = excluded.data`, model.DueRestored, now, db.EncodeJSON(u.Of.UTC()))
		if err != nil {
			return err
		}
		u.Numbered = true
		_, err = tx.Exec(ctx, `with gone as (update house set value = $2 where key = $1)
			insert into house (key, value) values ($3, $4) on conflict (key) do update set value = house.value || excluded.value`,
			restoringKey, db.EncodeJSON(u), restoredKey, db.EncodeJSON([]Restored{r}))
		return err
	})
	if err != nil {
		return fmt.Errorf("moving the numbers on: %w", err)
	}
	return nil
}

// moveSequences moves every sequence that numbers rows on, and notes the skipped spans in r.
func moveSequences(ctx context.Context, tx pgx.Tx, r *Restored) error {
	columns, err := db.QueryRows[struct{ Table, Column string }](ctx, tx, `select table_name::text, column_name::text
		from information_schema.columns where table_schema = 'public' and is_identity = 'YES' order by 1`)
	if err != nil {
		return err
	}
	for _, c := range columns {
		last, err := db.QueryValue[int64](ctx, tx, "select coalesce(max("+pgx.Identifier{c.Column}.Sanitize()+"), 0) from "+pgx.Identifier{c.Table}.Sanitize())
		if err != nil {
			return err
		}
		next := last + wideGap
		if c.Table == "matches" || c.Table == "leagues" || c.Table == "seasons" {
			next = last + max(shownGap, last)
		}
		if _, err := tx.Exec(ctx, "select setval(pg_get_serial_sequence($1, $2), $3)", c.Table, c.Column, next); err != nil {
			return err
		}
		r.Spans[c.Table] = [2]int64{last, next}
	}
	return nil
}

// renameUnsent gives queued letters and calls new names, because others with other words may have gone out
// under the old ones in the lost time. A letter whose bytes are kept goes out as it is. One that asks for a
// move is dropped, and its seat is asked again.
func renameUnsent(ctx context.Context, tx pgx.Tx) error {
	queued, err := db.QueryPairs[int64, string](ctx, tx, "select id, message_id from outbox where state = 'queued' and purpose not in ('turn', 'daily', 'ping')")
	if err != nil {
		return err
	}
	b := &pgx.Batch{}
	b.Queue(`update outbox set state = 'superseded' where state in ('queued', 'written') and purpose in ('turn', 'daily', 'ping')`)
	b.Queue(`update webhook_calls set word = 'msg_' || replace(gen_random_uuid()::text, '-', '') where state = 'queued' and body is null`)
	for id, message := range queued {
		_, domain, _ := strings.Cut(strings.TrimSuffix(message, ">"), "@")
		b.Queue("update outbox set message_id = $2 where id = $1", id, token.MessageID(db.RandomHex(), domain))
	}
	return tx.SendBatch(ctx, b).Close()
}

// DueRestored lists the matches that still wait for their new steps.
func DueRestored(ctx context.Context, d *db.DB, limit int) ([]model.Due, error) {
	return db.QueryRows[model.Due](ctx, d.Pool(), "select "+db.DueColumns+" from due where owner = $1 and what = $2 order by owner_id limit $3", model.DueOfMatch, model.DueRestored, limit)
}

// FinishRestore ends the restore, so that the house may open again.
func FinishRestore(ctx context.Context, d *db.DB) error {
	return d.Exec(ctx, "delete from house where key = $1", restoringKey)
}
