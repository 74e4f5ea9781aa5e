package db

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost.example/model"
)

// Fold reads a match up to fact upto, or all of it for 0, without a lock. Letters, records and pages are
// written from it.
func (d *DB) Fold(ctx context.Context, match int64, upto int) (*model.Table, error) {
	b := &pgx.Batch{}
	k := d.askTable(b, match, nil, upto)
	if err := d.Pool().SendBatch(ctx, b).Close(); err != nil {
		return nil, err
	}
	return k, nil
}

// Sweep lists at most limit due rows, oldest first, and a deadline before what lapses with it, such as a vote. Each is then claimed by Tx.TakeDue.
func (d *DB) Sweep(ctx context.Context, now time.Time, limit int) ([]model.Due, error) {
	return QueryRows[model.Due](ctx, d.Pool(), "select "+DueColumns+" from due where at <= $1 order by at, what <> $3 limit $2", now, limit, model.DueDeadline)
}

// NoteLetter keeps a letter that nothing is done about. A letter that was noted before, or of which a better copy was, is
// only counted.
func (d *DB) NoteLetter(ctx context.Context, l model.Letter, now time.Time) error {
	seen, err := QueryValue[bool](ctx, d, seenLetter, l.Hash[:], nil)
	if err != nil {
		return err
	}
	if seen {
		d.opts.Meter.Copy(string(l.Door))
		return nil
	}
	l.End(l.State, l.Why)
	n, err := d.Affected(ctx, aLetter.text(1)+" on conflict (hash) do nothing", letterArgs(&l, now)...)
	if n == 1 {
		d.opts.Meter.Letter(string(l.Door), string(l.State), now.Sub(l.ReceivedAt))
	} else if err == nil {
		d.opts.Meter.Copy(string(l.Door))
	}
	return err
}

// Alive records a sign of life. If the last one is at least most ago, the house was down: every clock that
// ran then gets the missing time back, and Alive returns that time, otherwise 0. Both happen in one
// transaction, so that a process that dies in between leaves no sign of life, and no other process handles
// what is due before the clocks are right.
func (d *DB) Alive(ctx context.Context, now time.Time, most time.Duration) (gap time.Duration, err error) {
	at := now.UTC().Format(time.RFC3339Nano)
	n, err := d.Affected(ctx, "update house set value = to_jsonb($1::text) where key = 'alive' and (value #>> '{}')::timestamptz > $2", at, now.Add(-most))
	if err != nil || n == 1 {
		return 0, err
	}
	err = pgx.BeginFunc(ctx, d.Pool(), func(tx pgx.Tx) error {
		before, err := QueryValue[*time.Time](ctx, tx, "select (value #>> '{}')::timestamptz from house where key = 'alive' for update")
		if err != nil {
			return err
		}
		if before == nil {
			_, err = tx.Exec(ctx, "insert into house (key, value) values ('alive', to_jsonb($1::text)) on conflict do nothing", at)
			return err
		}
		if gap = now.Sub(*before); gap < most { // another process has recorded one meanwhile
			gap = 0
			return nil
		}
		if err := creditClocks(ctx, tx, *before, gap); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, "update house set value = to_jsonb($1::text) where key = 'alive'", at)
		return err
	})
	if err != nil {
		return 0, err
	}
	return gap, nil
}

// WasBorn reports whether this house was ever started.
func (d *DB) WasBorn(ctx context.Context) (bool, error) {
	return QueryValue[bool](ctx, d, "select exists(select from house where key = 'born')")
}

// Born returns when this house was first started, which is now if it is the first time.
func (d *DB) Born(ctx context.Context, now time.Time) (time.Time, error) {
	at, err := QueryValue[time.Time](ctx, d, `insert into house (key, value) values ('born', to_jsonb($1::text))
		on conflict (key) do update set value = house.value returning (value #>> '{}')::timestamptz`, now.UTC().Format(time.RFC3339Nano))
	return at.UTC(), err
}

// creditClocks moves every clock that has run since a time by a duration, and the deadlines and reminders
// that belong to it. It locks their matches first, so that no move comes between reading a clock and changing
// it.
func creditClocks(ctx context.Context, tx pgx.Tx, since time.Time, by time.Duration) error {
	b := &pgx.Batch{}
	// Lobbies are included because their clocks may be about to start. The query builds one list of numbers,
	// since "phase = 'lobby' or id in" would go through all clocks for each match.
	b.Queue(`select from matches where id in (select id from matches where phase = 'lobby' union select match_id from clocks where stopped_at is null
		union select owner_id from due where owner = 'match' and what in ('deadline', 'remind') and at > $1) order by id for no key update`, since)
	// Cached copies of these matches are out of date now.
	b.Queue("update matches set stamp = $1 where id in (select id from matches where phase = 'lobby' union select match_id from clocks where stopped_at is null)", newVersion())
	b.Queue(`update clocks set began = began + $1::interval, soft = soft + $1::interval, due = due + $1::interval where stopped_at is null`, by)
	b.Queue("update due set at = at + $1::interval where owner = 'match' and what in ('deadline', 'remind') and at > $2", by, since)
	return tx.SendBatch(ctx, b).Close()
}

// House reads the value kept under a key into v. It returns false if there is none.
func (d *DB) House(ctx context.Context, key string, v any) (bool, error) {
	value, err := QueryValue[[]byte](ctx, d, "select value from house where key = $1", key)
	if value == nil || err != nil {
		return false, err
	}
	return true, json.Unmarshal(value, v)
}

// SetHouse keeps a value under a key of the house table.
func (d *DB) SetHouse(ctx context.Context, key string, v any) error {
	return d.Exec(ctx, "insert into house (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value", key, EncodeJSON(v))
}

// CardTables keeps the operator's current card table, if it is not nil, and returns all that were ever kept,
// oldest first, so that matches dealt from older ones can be folded. It takes a URL because it is called
// before Open, which needs the games made from these tables.
func CardTables(ctx context.Context, url string, present []byte) ([][]byte, error) {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return nil, ExplainUnreachable(err)
	}
	defer conn.Close(ctx)
	if present != nil {
		sum := sha256.Sum256(present)
		_, err := conn.Exec(ctx, "insert into card_tables (hash, data) values ($1, $2) on conflict do nothing", hex.EncodeToString(sum[:]), present)
		if err != nil {
			return nil, fmt.Errorf("keeping the card table: %w", err)
		}
	}
	return QueryColumn[[]byte](ctx, conn, "select data from card_tables order by kept_at")
}
