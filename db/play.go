package db

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"pitpost/engine"
	"pitpost/failpoint"
)

// Play is the one door to the log: one transaction in which a letter is noted,
// facts are appended, mail is queued and due times are set, or nothing is. A
// match other than 0 is locked and folded before decide is called. An error of
// decide takes everything back and is returned; where the database asks for
// another try, decide is called again with a fresh Work and the letter as it came.
func (d *DB) Play(ctx context.Context, cause Cause, match int64, decide func(*Work) error) error {
	var came Letter
	if cause.Letter != nil {
		came = *cause.Letter
	}
	for try := 0; ; try++ {
		err := d.playOnce(ctx, cause, match, decide)
		if try < 5 && again(err) {
			time.Sleep(time.Duration(try+1) * 10 * time.Millisecond)
			if cause.Letter != nil {
				*cause.Letter = came
			}
			continue
		}
		return err
	}
}

// errAhead says that the fold kept in memory knows more than the log, as after
// a restore from a backup. It is forgotten by then: another try reads the log.
var errAhead = errors.New("the match in memory is ahead of its log")

// again says whether Postgres, or a fold that was forgotten, asks to try a
// transaction once more.
func again(err error) bool {
	var pg *pgconn.PgError
	return errors.Is(err, errAhead) || errors.As(err, &pg) && (pg.Code == "40P01" || pg.Code == "40001")
}

func (d *DB) playOnce(ctx context.Context, cause Cause, match int64, decide func(*Work) error) (err error) {
	conn, err := d.pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	w := &Work{db: d, ctx: ctx, conn: conn, cause: cause, tables: map[int64]*tableWork{}}
	defer func() {
		if err != nil {
			w.rollback()
		}
	}()
	if err := w.begin(match); err != nil {
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
	if err := w.commit(); err != nil {
		return err
	}
	failpoint.At("door.committed")
	for id, t := range w.tables {
		d.cache.put(id, t.Match)
	}
	if jobs := d.jobs.Load(); jobs != nil && len(w.queued) > 0 {
		jobs.wake(w.queued)
	}
	return nil
}

// begin opens the transaction, looks whether the letter is known, and locks
// and reads the match, in one round trip.
func (w *Work) begin(match int64) error {
	b := &pgx.Batch{}
	b.Queue("begin")
	letter := w.cause.Letter
	if letter != nil {
		b.Queue("select exists (select from letters where hash = $1)", letter.Hash[:])
	}
	have := w.askTable(b, match)
	res := w.conn.SendBatch(w.ctx, b)
	defer res.Close()
	if _, err := res.Exec(); err != nil {
		return err
	}
	if letter != nil {
		var seen bool
		if err := res.QueryRow().Scan(&seen); err != nil {
			return err
		}
		if seen {
			return ErrSeen
		}
	}
	if match != 0 {
		if err := w.readTable(res, match, have); err != nil {
			return err
		}
		if err := w.readClocks(res, match); err != nil {
			return err
		}
	}
	return res.Close()
}

// askTable queues what readTable reads. It takes the match out of the cache;
// only facts the cached fold does not know are asked for.
func (w *Work) askTable(b *pgx.Batch, match int64) *engine.Match {
	if match == 0 {
		return nil
	}
	have := w.db.cache.take(match)
	since := 0
	if have != nil {
		since = have.Seq
	}
	b.Queue("select "+matchColumns+" from matches where id = $1 for update", match)
	b.Queue("select "+seatColumns+" from seats where match_id = $1 order by no", match)
	b.Queue("select seq, kind, version, seat, data, at from facts where match_id = $1 and seq > $2 order by seq", match, since)
	b.Queue(selectClocks, match) // nearly every deed asks for them
	return have
}

// readTable reads one match from the results of askTable.
func (w *Work) readTable(res pgx.BatchResults, match int64, have *engine.Match) error {
	row, err := res.Query()
	if err != nil {
		return err
	}
	found, err := pgx.CollectOneRow(row, scanMatch)
	if errors.Is(err, pgx.ErrNoRows) {
		return ErrNoMatch
	}
	if err != nil {
		return err
	}
	rows, err := res.Query()
	if err != nil {
		return err
	}
	seats, err := pgx.CollectRows(rows, scanSeat)
	if err != nil {
		return err
	}
	rows, err = res.Query()
	if err != nil {
		return err
	}
	t, err := w.db.fold(found, seats, rows, have)
	if err != nil {
		return err
	}
	w.tables[match] = &tableWork{Table: t, clocks: nil}
	return nil
}

// readClocks reads the last of what askTable asks for.
func (w *Work) readClocks(res pgx.BatchResults, match int64) error {
	rows, err := res.Query()
	if err != nil {
		return err
	}
	t := w.tables[match]
	if t.clocks, err = pgx.CollectRows(rows, scanClock); err != nil {
		return err
	}
	t.clocked = true
	return nil
}

// fold brings a match up to its last fact: from have if that is a beginning of
// this log, else from nothing.
func (d *DB) fold(row MatchRow, seats []Seat, rows pgx.Rows, have *engine.Match) (*Table, error) {
	defer rows.Close()
	game := d.games(row.Game)
	if game == nil {
		return nil, fmt.Errorf("match %d is of a game %q that this program does not know", row.ID, row.Game)
	}
	if err := engine.HasCards(game, row.Terms.Cards); err != nil {
		return nil, fmt.Errorf("match %d: %w", row.ID, err)
	}
	m := have
	if m != nil && m.Seq > row.Seq {
		return nil, fmt.Errorf("match %d: %w", row.ID, errAhead)
	}
	if m == nil {
		m = engine.Open(game, engine.Setup{Edition: row.Edition, Options: row.Options, First: row.Terms.First, Cards: row.Terms.Cards}, row.Seed)
	}
	for rows.Next() {
		f, err := scanFact(game, rows)
		if err != nil {
			return nil, fmt.Errorf("match %d: %w", row.ID, err)
		}
		if f.Seq != m.Seq+1 {
			return nil, fmt.Errorf("match %d: fact %d follows fact %d", row.ID, f.Seq, m.Seq)
		}
		m.Apply(f)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	return &Table{Row: row, Seats: seats, Match: m}, nil
}

func scanFact(game engine.Game, rows pgx.Rows) (engine.Fact, error) {
	var f engine.Fact
	var kind string
	var data []byte
	if err := rows.Scan(&f.Seq, &kind, &f.Version, &f.Seat, &data, &f.At); err != nil {
		return f, err
	}
	event, err := engine.Decode(game, kind, f.Version, data)
	if err != nil {
		return f, fmt.Errorf("fact %d: %w", f.Seq, err)
	}
	f.Event, f.At = event, f.At.UTC()
	return f, nil
}

// commit writes all that was gathered, in one round trip.
func (w *Work) commit() error {
	w.noteLetter()
	for _, t := range w.tables {
		w.saveTable(t)
	}
	mail := w.queueMail()
	failpoint.At("door.written")
	w.batch.Queue("commit")
	res := w.conn.SendBatch(w.ctx, &w.batch)
	defer res.Close()
	for i := range w.batch.Len() {
		if i == mail {
			if err := w.collectID(res); err != nil {
				return err
			}
			continue
		}
		tag, err := res.Exec()
		if err != nil {
			return seen(err)
		}
		if i == w.batch.Len()-1 && tag.String() != "COMMIT" {
			return fmt.Errorf("the transaction ended in %s", tag)
		}
	}
	return res.Close()
}

func (w *Work) collectID(res pgx.BatchResults) error {
	rows, err := res.Query()
	if err != nil {
		return err
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	w.queued = append(w.queued, ids...)
	return err
}

func (w *Work) rollback() {
	// A connection that a broken batch left in a transaction is closed, not kept.
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	if w.conn.Conn().IsClosed() {
		return
	}
	if _, err := w.conn.Exec(ctx, "rollback"); err != nil {
		_ = w.conn.Conn().Close(ctx)
	}
}
