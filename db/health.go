package db

import (
	"context"
	"errors"
	"io"
	"net"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// idleMost is how long a connection may be idle and still be used without a ping.
const idleMost = time.Second

// pingIdle remembers when a connection was last found broken, in any of the pools of this configuration. Usually the
// others broke at the same moment. So connections that were idle then are pinged before they are used: after
// a restart of Postgres one letter fails and has to come again, not one for each connection.
func pingIdle(pool *pgxpool.Config) {
	var last atomic.Int64 // in Unix nanoseconds
	pool.BeforeClose = func(c *pgx.Conn) {
		if c.IsClosed() { // the server or the network ended it, not the pool
			last.Store(time.Now().UnixNano())
		}
	}
	pool.ShouldPing = func(_ context.Context, of pgxpool.ShouldPingParams) bool {
		return of.IdleDuration > idleMost || time.Now().Add(-of.IdleDuration).UnixNano() <= last.Load()
	}
}

// retryFor is how long RetryWhileAway goes on. What it is used for is recorded about letters in hand: if that failed,
// the letter would wait until its lease ends, or be sent again.
const retryFor = time.Minute

// RetryWhileAway calls do until it succeeds, as long as the database is away. It returns the last error if ctx ends, a
// minute has passed or the error is another one. What do does must be safe to do twice.
func RetryWhileAway(ctx context.Context, do func() error) error {
	for end := time.Now().Add(retryFor); ; {
		err := do()
		if err == nil || !IsDatabaseAway(err) || ctx.Err() != nil || time.Now().After(end) {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(200 * time.Millisecond):
		}
	}
}

// IsDatabaseAway reports whether an error means that the database could not be reached or is shutting down, and not
// that something was wrong with the statement.
func IsDatabaseAway(err error) bool {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		switch pg.Code[:2] {
		case "08", "53", "57", "58":
			return true
		}
		return false
	}
	var network net.Error
	var connect *pgconn.ConnectError
	if errors.As(err, &network) || errors.As(err, &connect) || pgconn.SafeToRetry(err) {
		return true
	}
	return slices.ContainsFunc([]error{context.DeadlineExceeded, net.ErrClosed, io.EOF, io.ErrUnexpectedEOF}, func(of error) bool { return errors.Is(err, of) })
}

// roomRows is how many rows Usable has the server put into a file that nobody else sees: some 400 KB, more than a
// letter needs.
const roomRows = 10_000

// Usable returns an error, one plain reason, unless the database answers and takes changes. That a few small ones
// still fit into files that are there says little, so it asks the server to begin a new file, and nothing stays.
func (d *DB) Usable(ctx context.Context) error {
	b := &pgx.Batch{}
	b.Queue("select set_config('work_mem', '64kB', true)") // what does not fit there goes to the disk
	b.Queue("select from outbox where false for update")
	b.Queue("select count(*) from generate_series(1, $1::int)", roomRows)
	err := d.pool.SendBatch(ctx, b).Close()
	refused, ok := errors.AsType[*pgconn.PgError](err)
	switch {
	case err == nil, ok && !IsDatabaseUnusable(err): // for example a server that limits such files
		return nil
	case ok && refused.Code == "53100":
		return errors.New("the database has no room on its disk")
	case ok && refused.Code == "25006":
		return errors.New("the database takes no changes")
	}
	return errors.New("the database does not answer")
}

// lines are the open connections of this process to the database, those of all pools and sessions. A server
// that has lost its power or its network says nothing, and calls would wait for it for minutes. CutLines
// closes these connections as soon as that is noticed.
type lines struct {
	mu   sync.Mutex
	open map[*line]bool
}

// line is one connection. It takes itself off the list when it is closed.
type line struct {
	net.Conn

	of     *lines
	opened time.Time
}

// Close closes the connection and takes it off the list.
func (l *line) Close() error {
	l.of.mu.Lock()
	delete(l.of.open, l)
	l.of.mu.Unlock()
	return l.Conn.Close()
}

// dial wraps a dial function so that every connection it opens is on the list.
func (all *lines) dial(by pgconn.DialFunc) pgconn.DialFunc {
	return func(ctx context.Context, network, addr string) (net.Conn, error) {
		conn, err := by(ctx, network, addr)
		if err != nil {
			return nil, err
		}
		l := &line{conn, all, time.Now()}
		all.mu.Lock()
		defer all.mu.Unlock()
		all.open[l] = true
		return l, nil
	}
}

// CutLines closes the connections that do not lead to the server that answers. If none answers, it closes
// those that were opened before a server was last heard. Calls that wait on them fail as when the database is
// away: whether their last statement was carried out is not known, as after a crash of the server.
func (d *DB) CutLines(answers net.Addr, heard time.Time) {
	var cut []*line
	d.lines.mu.Lock()
	for l := range d.lines.open {
		if answers == nil && l.opened.Before(heard) || answers != nil && l.RemoteAddr().String() != answers.String() {
			cut = append(cut, l)
		}
	}
	d.lines.mu.Unlock()
	for _, l := range cut {
		_ = l.Close() // there is nobody at its other end
	}
	if len(cut) > 0 {
		d.opts.Log.Warn("the database server says nothing more; its connections are cut", "connections", len(cut), "answers", answers)
	}
}
