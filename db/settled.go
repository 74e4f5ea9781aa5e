package db

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// settledPool is the connections for whoever reads or changes the tables: what this process
// has done before, at one match or, for 0, at any, stands in them then.
type settledPool struct {
	*pgxpool.Pool
	settler *settler
	match   int64
}

func (p *settledPool) Acquire(ctx context.Context) (*pgxpool.Conn, error) {
	p.settler.settled(ctx, p.match)
	return p.Pool.Acquire(ctx)
}

func (p *settledPool) Begin(ctx context.Context) (pgx.Tx, error) {
	p.settler.settled(ctx, p.match)
	return p.Pool.Begin(ctx)
}

func (p *settledPool) BeginTx(ctx context.Context, options pgx.TxOptions) (pgx.Tx, error) {
	p.settler.settled(ctx, p.match)
	return p.Pool.BeginTx(ctx, options)
}

func (p *settledPool) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) {
	p.settler.settled(ctx, p.match)
	return p.Pool.Query(ctx, sql, args...)
}

func (p *settledPool) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row {
	p.settler.settled(ctx, p.match)
	return p.Pool.QueryRow(ctx, sql, args...)
}

func (p *settledPool) Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	p.settler.settled(ctx, p.match)
	return p.Pool.Exec(ctx, sql, args...)
}

func (p *settledPool) SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults {
	p.settler.settled(ctx, p.match)
	return p.Pool.SendBatch(ctx, b)
}

const readJournal = "select match_id, id, data from journal where "

// unsettled reads deeds from the journal. Those it can read come along with the error of
// those it cannot.
func unsettled(rows pgx.Rows, err error) ([]*deed, error) {
	if err != nil {
		return nil, err
	}
	var deeds []*deed
	var match, id int64
	var data []byte
	var unread error
	_, err = pgx.ForEachRow(rows, []any{&match, &id, &data}, func() error {
		e := &deed{match: match, id: id}
		var err error
		if e.rows, err = decodeRows(data); err != nil {
			unread = errors.Join(unread, fmt.Errorf("deed %d at match %d: %w", id, match, err))
			return nil
		}
		deeds = append(deeds, e)
		return nil
	})
	return deeds, errors.Join(err, unread)
}

// settleHere settles deeds within a transaction that holds their matches locked.
func (d *DB) settleHere(ctx context.Context, conn anyConn, deeds []*deed) error {
	if len(deeds) == 0 {
		return nil
	}
	p := d.settling(deeds, aNotice, "")
	res := conn.SendBatch(ctx, &p.batch)
	if err := p.read(res, false); err != nil {
		return errors.Join(err, ignoreClose(res))
	}
	return res.Close()
}

// Settle waits until what this process has done stands in the tables.
func (d *DB) Settle(ctx context.Context) { d.settler.settled(ctx, 0) }

// Adopt settles what others left in the journal, as a process that was killed does.
func (d *DB) Adopt(ctx context.Context) error { return d.adopt(ctx, orphaned) }

// adopt takes on the deeds in the journal that are older than that, by the server's clock.
func (d *DB) adopt(ctx context.Context, age time.Duration) error {
	deeds, err := unsettled(d.pool.Pool.Query(ctx, readJournal+"at <= clock_timestamp() - $1::interval order by id limit 1000", age))
	if pg := (*pgconn.PgError)(nil); errors.As(err, &pg) && pg.Code == "42P01" {
		return nil // the schema is older than the journal
	}
	for _, e := range deeds {
		d.settler.adopt(e)
	}
	if len(deeds) > 0 {
		d.settler.settled(ctx, 0)
	}
	if err != nil {
		return fmt.Errorf("what others left in the journal: %w", err)
	}
	return nil
}
