package db

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"pitpost.example/failpoint"
	"pitpost.example/model"
)

// Play is the one door to the log: one transaction in which a letter is noted,
// facts are appended, mail is queued and due times are set, or nothing is. A
// match other than 0 is locked and folded before decide is called. An error of
// decide takes everything back and is returned; where the database asks for
// another try, decide is called again with a fresh Work and the letter as it came.
func (d *DB) Play(ctx context.Context, cause model.Cause, match int64, decide func(*Work) error) error {
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
		if try < 5 && again(err) {
			d.opts.Meter.Again(whyAgain(err))
			time.Sleep(time.Duration(try+1) * 10 * time.Millisecond)
			if cause.Letter != nil {
				*cause.Letter = came
			}
			continue
		}
		if err != nil {
			d.uncounted(cause, err)
		}
		return err
	}
}

// errAhead says that the cached fold knows more than the log, as after a restore from a backup.
// It is forgotten by then: another try reads the log.
var errAhead = errors.New("the cached match is ahead of its log")

// errStale says that another process changed the match since it was cached. It is forgotten by
// then: another try reads it.
var errStale = errors.New("the cached match is out of date")

// again says whether Postgres, or a fold that was forgotten, asks to try a
// transaction once more. What two commands found missing and both made, as a newcomer who writes
// while a friend invites them, the second finds at its next try.
func again(err error) bool {
	var pg *pgconn.PgError
	return errors.Is(err, errAhead) || errors.Is(err, errStale) || errors.As(err, &pg) && (pg.Code == "40P01" || pg.Code == "40001" || pg.Code == "23505")
}

func (d *DB) playOnce(ctx context.Context, cause model.Cause, match int64, begun time.Time, locked bool, decide func(*Work) error) (err error) {
	leave := func() {}
	if match != 0 {
		if leave, err = d.turns.enter(ctx, match); err != nil {
			return err
		}
	}
	w := &Work{db: d, ctx: ctx, conn: d.pool, cause: cause, tables: map[int64]*tableWork{}}
	free := sync.OnceFunc(func() {
		if !w.committed {
			w.rollback()
		}
		w.release()
		leave()
	})
	defer free()
	if e := effortOf(ctx); e != nil {
		e.holds(free)
		defer e.holds(nil)
	}
	if err := w.open(match, locked); err != nil {
		return err
	}
	if err := w.readAhead(); err != nil {
		return err
	}
	failpoint.At("door.locked")
	if err := decide(w); err != nil {
		return err
	}
	if w.err != nil {
		return w.err
	}
	failpoint.At("door.decided")
	on := waits(ctx) // from here on it cannot be given up, and once it is written never again
	if err := w.commit(); err != nil {
		on()
		return err
	}
	w.committed = true
	failpoint.At("door.committed")
	for id, t := range w.tables {
		d.cache.put(id, t.keep())
	}
	w.counted(begun)
	d.Tell(len(w.queued), len(w.calls))
	return nil
}

// open gets the match: from the cache, or else from the database, locked, as it always is where
// locked is true. The version of a cached match is compared when all is written, so that a move
// costs one round trip.
func (w *Work) open(match int64, locked bool) error {
	if match == 0 {
		return w.begin(0, nil)
	}
	k := w.db.cache.take(match)
	believed := k != nil && k.row.Version != 0 && !locked
	w.db.opts.Meter.Remembered(believed)
	if !believed {
		return w.begin(match, k)
	}
	w.tables[match] = k.work()
	w.trusted = match
	return nil
}

func (w *Work) rollback() {
	if w.held == nil {
		return
	}
	// A connection that a broken batch left in a transaction is closed, not kept.
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	if w.held.Conn().IsClosed() {
		return
	}
	if _, err := w.held.Exec(ctx, "rollback"); err != nil {
		_ = w.held.Conn().Close(ctx)
	}
}

// release gives the connection back, if one was held.
func (w *Work) release() {
	if w.held != nil {
		w.held.Release()
	}
}
