package db

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"pitpost.example/failpoint"
	"pitpost.example/model"
)

// Play runs one command. It is the one door to the log: in one transaction a letter is noted, facts are
// appended, notices are queued and due rows are set, or nothing is. A match other than 0 is read and folded
// before decide is called. If decide returns an error, everything is rolled back and the error is returned.
// If Postgres asks for another try, decide is called again with a new Tx and the letter as it came.
func (d *DB) Play(ctx context.Context, cause model.Cause, match int64, decide func(*Tx) error) error {
	var came model.Letter
	if cause.Letter != nil {
		came = *cause.Letter
	}
	begun, first := time.Now(), locks{}
	for tries := 0; ; {
		err := d.playOnce(ctx, cause, match, begun, first, decide)
		why := retryReason(err)
		taken, again := errors.AsType[errTaken](err)
		if again {
			first.add(locks(taken)) // the next try waits for them, so none is ever in the way twice
		} else if again = why != "" && tries < 5; again {
			tries++
			time.Sleep(time.Duration(tries) * 10 * time.Millisecond)
		}
		if errors.Is(err, errStale) {
			// This process may cache the match again before the next try, and another process may change it
			// again. So from now on it is locked.
			first.add(locks{matches: []int64{match}})
		}
		if again {
			d.opts.Meter.Again(why)
			if cause.Letter != nil {
				*cause.Letter = came
			}
			continue
		}
		if errors.Is(err, model.ErrSeen) {
			// If a commit that waits for a standby is given up, everybody can see it although it is not yet safe there. A letter
			// that is found noted is known only once it is: a message in the write-ahead log reaches the standby behind it.
			if unsure := d.Exec(ctx, "select pg_logical_emit_message(true, 'pitpost', '')"); unsure != nil {
				err = unsure
			}
		}
		if err != nil {
			d.countFailed(cause, err)
		}
		return err
	}
}

// errAhead means that the cached fold has more facts than the log, as after a restore from a backup. The fold
// is out of the cache by then, so another try reads the log.
var errAhead = errors.New("the cached match is ahead of its log")

// errStale means that another process has changed the match since it was cached. It is out of the cache by
// then, so another try reads it.
var errStale = errors.New("the cached match is out of date")

// errTaken is a lock that another command holds, and those that the command held or was to hold with it.
type errTaken locks

func (e errTaken) Error() string { return fmt.Sprint("another command holds a lock of ", locks(e)) }

// locks are what a command holds that others may wait for: names, as given to Alone, and matches. Those that are
// known before a transaction begins are taken then, all commands in the same order, so that none wait for each
// other in a circle. Matches are locked "for no key update", so whoever writes a row that refers to one need not wait.
type locks struct {
	names   []string
	matches []int64
}

// add adds locks and sorts them.
func (l *locks) add(more locks) {
	l.names, l.matches = append(slices.Clip(l.names), more.names...), append(slices.Clip(l.matches), more.matches...)
	slices.Sort(l.names)
	slices.Sort(l.matches)
	l.names, l.matches = slices.Compact(l.names), slices.Compact(l.matches)
}

// retryReason returns why a transaction should be tried once more, as the meter names the reason; "" if it
// should not. A unique key that was violated is such a reason: two commands found the same row missing and
// both made it, for example a newcomer who writes while a friend invites them. On its next try the second
// command finds the row.
func retryReason(err error) string {
	pg, _ := errors.AsType[*pgconn.PgError](err)
	_, taken := errors.AsType[errTaken](err)
	switch {
	case errors.Is(err, errStale):
		return "stale"
	case errors.Is(err, errAhead):
		return "ahead"
	case taken:
		return "lock"
	case pg == nil:
		return ""
	}
	return map[string]string{"40P01": "deadlock", "40001": "conflict", "23505": "conflict"}[pg.Code]
}

// Read has ask read at a time, from any connection and without a lock. Its Tx refuses to lock and to write.
func (d *DB) Read(ctx context.Context, now time.Time, ask func(*Tx) error) error {
	return ask(&Tx{db: d, ctx: ctx, cause: model.Cause{Now: now}})
}

func (d *DB) playOnce(ctx context.Context, cause model.Cause, match int64, begun time.Time, first locks, decide func(*Tx) error) (err error) {
	leave := func() {}
	if match != 0 {
		if leave, err = d.turns.enter(ctx, match); err != nil {
			return err
		}
	}
	tx := &Tx{db: d, ctx: ctx, cause: cause, holds: first, tables: map[int64]*tableWork{}}
	if cause.Letter != nil {
		tx.came = *cause.Letter
	}
	free := sync.OnceFunc(func() {
		if tx.conn != nil {
			if !tx.committed {
				RollbackOrClose(tx.conn.Conn())
			}
			tx.conn.Release()
		}
		leave()
	})
	defer free()
	if e := effortOf(ctx); e != nil {
		e.holds(free)
		defer e.holds(nil)
	}
	if err := tx.open(match); err != nil {
		return err
	}
	failpoint.KillAt("door.locked")
	if err := decide(tx); err != nil {
		return err
	}
	if tx.err != nil {
		return tx.err
	}
	if err := tx.better(); err != nil {
		return err
	}
	failpoint.KillAt("door.decided")
	endWait, err := beginWait(ctx) // from here on the command cannot be given up, and once it is written never again
	if err != nil {
		return err
	}
	if err := tx.commit(); err != nil {
		endWait()
		return err
	}
	tx.committed = true
	failpoint.KillAt("door.committed")
	for id, t := range tx.tables {
		if maps.Equal(t.before.Row.Terms.Former, t.Row.Terms.Former) { // otherwise it is folded with other names of seats
			d.cache.put(id, t.cached())
		}
	}
	d.countCommitted(tx, begun)
	d.Tell(len(tx.queued), len(tx.calls))
	return nil
}

// seenLetter asks whether a letter was noted before, or one of which the same was signed.
const seenLetter = "select exists (select from letters where hash = $1) or exists (select from letters where signed = $2)"

// better returns ErrSeen if the letter changes nothing, so that it is noted apart, and a better copy was noted before. With a
// transaction open, that was asked at its beginning.
func (tx *Tx) better() error {
	if tx.conn != nil || tx.cause.Letter == nil || tx.cause.Letter.Hash == tx.came.Hash {
		return nil
	}
	seen, err := QueryValue[bool](tx.ctx, tx.db, seenLetter, tx.came.Hash[:], signedArg(&tx.came))
	if err == nil && seen {
		return model.ErrSeen
	}
	return err
}

// open gets the match from the cache or else from the database. It is not locked: its version is compared
// when the command is written, so that a move costs one round trip and no lock is held while bots think. If it
// is to be locked, or another match is, that is done at once.
func (tx *Tx) open(match int64) error {
	endWait, err := beginWait(tx.ctx) // free, which is called if this is given up, must know of a connection
	if err != nil {
		return err
	}
	defer endWait()
	if match == 0 || len(tx.holds.matches) > 0 {
		return tx.begin(match)
	}
	k := tx.db.cache.take(match)
	believed := k != nil && k.Row.Version != 0
	tx.db.opts.Meter.Remembered(believed)
	if believed {
		tx.tables[match] = workOn(k)
	} else if err := tx.read(match, k); err != nil {
		return err
	}
	tx.trusted = match
	return nil
}

// RollbackOrClose rolls back the transaction of a connection. If that fails, as it may after a broken batch, the
// connection is closed and not reused.
func RollbackOrClose(conn *pgx.Conn) {
	if conn.IsClosed() {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	if _, err := conn.Exec(ctx, "rollback"); err != nil {
		_ = conn.Close(ctx)
	}
}

// begin opens the transaction, takes its locks, checks whether the letter was noted before, and reads the match,
// in one round trip.
func (tx *Tx) begin(match int64) error {
	if match != 0 {
		tx.holds.add(locks{matches: []int64{match}})
		tx.db.opts.Meter.Remembered(false)
	}
	b, err := tx.beginning()
	if err != nil {
		return err
	}
	if match == 0 {
		return tx.conn.SendBatch(tx.ctx, b).Close()
	}
	return tx.lock(b, match)
}

// lock locks a match and reads it, in the same round trip as the statements already in b. A command that waited
// for a match with other rows locked could itself be waited for. So if another command holds it, lock returns an
// error with which the command is tried again, and then takes it before all others.
func (tx *Tx) lock(b *pgx.Batch, match int64) error {
	free := slices.Contains(tx.holds.matches, match)
	if !free {
		b.Queue("select from matches where id = $1 for no key update skip locked", match).Exec(func(tag pgconn.CommandTag) error {
			free = tag.RowsAffected() > 0
			return nil
		})
	}
	k := tx.db.askTable(b, match, tx.db.cache.take(match), 0)
	if err := tx.conn.SendBatch(tx.ctx, b).Close(); err != nil {
		return err
	}
	tx.holds.add(locks{matches: []int64{match}})
	if !free {
		return errTaken(tx.holds)
	}
	tx.tables[match] = workOn(k)
	return nil
}

// read reads a match without a lock, as it was at one moment.
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

// beginning acquires a connection, which is held until the command ends, and queues the first statements of
// every transaction.
func (tx *Tx) beginning() (*pgx.Batch, error) {
	conn, err := tx.db.pool.Acquire(tx.ctx)
	if err != nil {
		return nil, err
	}
	tx.conn = conn
	b := &pgx.Batch{}
	b.Queue("begin")
	for _, name := range tx.holds.names {
		b.Queue("select pg_advisory_xact_lock(hashtext($1))", name)
	}
	if len(tx.holds.matches) > 0 {
		b.Queue("select from matches where id = any($1) order by id for no key update", tx.holds.matches)
	}
	if tx.cause.Letter != nil {
		b.Queue(seenLetter, tx.came.Hash[:], signedArg(&tx.came)).QueryRow(func(row pgx.Row) error {
			var seen bool
			if err := row.Scan(&seen); err != nil || !seen {
				return err
			}
			return model.ErrSeen
		})
	}
	return b, nil
}

// transact begins a call in the transaction, which it opens if it is not open yet, for statements that write or lock
// before the end. endCall must be called when the call has returned.
func (tx *Tx) transact() (endCall func(), err error) {
	endCall, err = beginWait(tx.ctx)
	if err == nil && tx.conn == nil {
		err = tx.confirm()
	}
	if err != nil {
		endCall()
	}
	return endCall, err
}

// confirm opens the transaction, locks the cached match and compares its version.
func (tx *Tx) confirm() error {
	id := tx.trusted
	if id == 0 {
		return errors.New("what only reads was to lock or to write")
	}
	b, err := tx.beginning()
	if err != nil {
		return err
	}
	b.Queue("select stamp, seq from matches where id = $1 for no key update", id).QueryRow(func(row pgx.Row) error {
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
	tx.holds.add(locks{matches: []int64{id}})
	return nil
}
