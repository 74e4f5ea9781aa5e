package db

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"pitpost.example/failpoint"
	"pitpost.example/model"
)

// Play is the one door to the log: one transaction in which a letter is noted,
// facts are appended, mail is queued and due times are set, or nothing is. A
// match other than 0 is locked and folded before decide is called. An error of
// decide takes everything back and is returned; where the database asks for
// another try, decide is called again with a fresh Tx and the letter as it came.
func (d *DB) Play(ctx context.Context, cause model.Cause, match int64, decide func(*Tx) error) error {
	var came model.Letter
	if cause.Letter != nil {
		came = *cause.Letter
	}
	begun, locked := time.Now(), false
	for try := 0; ; try++ {
		err := d.playOnce(ctx, cause, match, begun, locked, decide)
		// By the next try this process may have cached the match anew, and another process moved
		// again: locked, it stays what it is.
		locked = locked || errors.Is(err, errStale)
		if why := again(err); try < 5 && why != "" {
			d.opts.Meter.Again(why)
			time.Sleep(time.Duration(try+1) * 10 * time.Millisecond)
			if cause.Letter != nil {
				*cause.Letter = came
			}
			continue
		}
		if errors.Is(err, ErrSeen) {
			if unsure := d.stands(ctx); unsure != nil {
				err = unsure
			}
		}
		if err != nil {
			d.uncounted(cause, err)
		}
		return err
	}
}

// stands waits until what was committed before stands wherever the database wants it to. A commit that waits for another
// machine and is given up is seen by all and not yet safe: whoever finds their letter noted by it may not say so before it
// is. A word in the log of the database, written after it, arrives after it.
func (d *DB) stands(ctx context.Context) error {
	_, err := d.pool.Exec(ctx, "select pg_logical_emit_message(true, 'pitpost', '')")
	return err
}

// errAhead says that the cached fold knows more than the log, as after a restore from a backup.
// It is forgotten by then: another try reads the log.
var errAhead = errors.New("the cached match is ahead of its log")

// errStale says that another process changed the match since it was cached. It is forgotten by
// then: another try reads it.
var errStale = errors.New("the cached match is out of date")

// again is why Postgres, or a fold that was forgotten, asks to try a transaction once more, as the
// meter names it; "" where neither does. What two commands found missing and both made, as a newcomer
// who writes while a friend invites them, the second finds at its next try.
func again(err error) string {
	pg, _ := errors.AsType[*pgconn.PgError](err)
	switch {
	case errors.Is(err, errStale):
		return "stale"
	case errors.Is(err, errAhead):
		return "ahead"
	case pg == nil:
		return ""
	}
	return map[string]string{"40P01": "deadlock", "40001": "conflict", "23505": "conflict"}[pg.Code]
}

func (d *DB) playOnce(ctx context.Context, cause model.Cause, match int64, begun time.Time, locked bool, decide func(*Tx) error) (err error) {
	leave := func() {}
	if match != 0 {
		if leave, err = d.turns.enter(ctx, match); err != nil {
			return err
		}
	}
	tx := &Tx{db: d, ctx: ctx, conn: d.pool, cause: cause, tables: map[int64]*tableWork{}}
	free := sync.OnceFunc(func() {
		if tx.held != nil {
			if !tx.committed {
				Rollback(tx.held.Conn())
			}
			tx.held.Release()
		}
		leave()
	})
	defer free()
	if e := effortOf(ctx); e != nil {
		e.holds(free)
		defer e.holds(nil)
	}
	if err := tx.open(match, locked); err != nil {
		return err
	}
	failpoint.At("door.locked")
	if err := decide(tx); err != nil {
		return err
	}
	if tx.err != nil {
		return tx.err
	}
	failpoint.At("door.decided")
	on := waits(ctx) // from here on it cannot be given up, and once it is written never again
	if err := tx.commit(); err != nil {
		on()
		return err
	}
	tx.committed = true
	failpoint.At("door.committed")
	for id, t := range tx.tables {
		d.cache.put(id, t.cached())
	}
	d.counted(tx, begun)
	d.Tell(len(tx.queued), len(tx.calls))
	return nil
}

// open gets the match: from the cache, or else from the database. Its version is compared when all
// is written, so that a move costs one round trip, and nothing is locked while bots think; where
// locked is true it is read anew and locked.
func (tx *Tx) open(match int64, locked bool) error {
	if match == 0 {
		return tx.begin(0, nil)
	}
	k := tx.db.cache.take(match)
	believed := k != nil && k.Row.Version != 0 && !locked
	tx.db.opts.Meter.Remembered(believed)
	if locked {
		return tx.begin(match, k)
	}
	if believed {
		tx.tables[match] = workOn(k)
	} else if err := tx.read(match, k); err != nil {
		return err
	}
	tx.trusted = match
	return nil
}

// Rollback takes back what a connection has under way. One that a broken batch left in a transaction is
// closed, not kept.
func Rollback(conn *pgx.Conn) {
	if conn.IsClosed() {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	if _, err := conn.Exec(ctx, "rollback"); err != nil {
		_ = conn.Close(ctx)
	}
}

// begin opens the transaction, looks whether the letter is known, and locks
// and reads the match, in one round trip.
func (tx *Tx) begin(match int64, k *model.Table) error {
	b, err := tx.beginning()
	if err != nil {
		return err
	}
	if match == 0 {
		return tx.conn.SendBatch(tx.ctx, b).Close()
	}
	return tx.lock(b, match, k)
}

// lock locks a match and reads it, in the round trip of a batch that is begun.
func (tx *Tx) lock(b *pgx.Batch, match int64, old *model.Table) error {
	b.Queue("select from matches where id = $1 for update", match)
	k := tx.db.askTable(b, match, old, 0)
	if err := tx.conn.SendBatch(tx.ctx, b).Close(); err != nil {
		return err
	}
	tx.tables[match] = workOn(k)
	return nil
}

// read reads a match as it was at one moment, without a lock.
func (tx *Tx) read(match int64, old *model.Table) error {
	b := &pgx.Batch{}
	b.Queue("begin isolation level repeatable read read only")
	k := tx.db.askTable(b, match, old, 0)
	b.Queue("commit")
	if err := tx.db.pool.SendBatch(tx.ctx, b).Close(); err != nil {
		return err
	}
	tx.tables[match] = workOn(k)
	return nil
}

// beginning queues what every transaction begins with, for a connection that is held from here
// on.
func (tx *Tx) beginning() (*pgx.Batch, error) {
	defer waits(tx.ctx)() // whoever gives this one up must know of the connection
	conn, err := tx.db.pool.Acquire(tx.ctx)
	if err != nil {
		return nil, err
	}
	tx.conn, tx.held = conn, conn
	b := &pgx.Batch{}
	b.Queue("begin")
	if letter := tx.cause.Letter; letter != nil {
		b.Queue("select exists (select from letters where hash = $1)", letter.Hash[:]).QueryRow(func(row pgx.Row) error {
			var seen bool
			if err := row.Scan(&seen); err != nil || !seen {
				return err
			}
			return ErrSeen
		})
	}
	tx.begun = true
	return b, nil
}

// transact opens the transaction for what is written, or locked, before the
// end; a cached match is locked, and its version compared.
func (tx *Tx) transact() error {
	if tx.begun {
		return nil
	}
	id := tx.trusted
	b, err := tx.beginning()
	if err != nil {
		return err
	}
	b.Queue("select stamp, seq from matches where id = $1 for update", id).QueryRow(func(row pgx.Row) error {
		var version int64
		var seq int
		err := row.Scan(&version, &seq)
		if err != nil && !errors.Is(err, pgx.ErrNoRows) {
			return err
		}
		if old := &tx.tables[id].before.Row; err != nil || version != old.Version || seq != old.Seq {
			return errStale
		}
		return nil
	})
	if err := tx.conn.SendBatch(tx.ctx, b).Close(); err != nil {
		return err
	}
	tx.trusted = 0
	return nil
}
