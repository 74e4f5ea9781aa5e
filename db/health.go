package db

import (
	"context"
	"errors"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// health knows when a connection to the database was last found broken, by all pools that it
// watches. As a rule the others broke with it: those that lay idle then are asked whether they
// are whole before a letter is trusted to them, so that after a restart of Postgres one letter
// is told to come again and not one for each connection.
type health struct {
	last atomic.Int64 // in Unix nanoseconds
}

// idleMost is how long a connection may lie idle and be used unasked.
const idleMost = time.Second

func (h *health) watch(pool *pgxpool.Config) {
	pool.BeforeClose = func(c *pgx.Conn) {
		if c.IsClosed() { // not by us
			h.last.Store(time.Now().UnixNano())
		}
	}
	pool.ShouldPing = func(_ context.Context, of pgxpool.ShouldPingParams) bool {
		return of.IdleDuration > idleMost || time.Now().Add(-of.IdleDuration).UnixNano() <= h.last.Load()
	}
}

// retryFor is how long a note about a letter in hand is tried again while the database is
// away. Without it the letter would wait for the end of its lease, or be sent once more.
const retryFor = time.Minute

// Retry does what may be done twice, again and again while the database is away, until it
// is done, ctx ends, or a minute is over; then the last error comes back.
func Retry(ctx context.Context, do func() error) error {
	for end := time.Now().Add(retryFor); ; {
		err := do()
		if err == nil || !Away(err) || ctx.Err() != nil || time.Now().After(end) {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(200 * time.Millisecond):
		}
	}
}

// Away says whether an error means that the database could not be reached or
// is going away, rather than that something was wrong with what was asked.
func Away(err error) bool {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		switch pg.Code[:2] {
		case "08", "53", "57", "58":
			return true
		}
		return false
	}
	var network net.Error
	var connect *pgconn.ConnectError
	return errors.As(err, &network) || errors.As(err, &connect) || pgconn.SafeToRetry(err) || errors.Is(err, context.DeadlineExceeded) ||
		errors.Is(err, net.ErrClosed) || isEOF(err)
}

// lines are the connections to the database that are open, by all pools and sessions of this process. A machine that lost its
// power, its cable or its mind says nothing, and whoever waits for it would wait for minutes; who finds that out cuts them.
type lines struct {
	mu   sync.Mutex
	open map[*line]bool
}

// line is one of them.
type line struct {
	net.Conn

	of     *lines
	opened time.Time
}

// Close ends it.
func (l *line) Close() error {
	l.of.mu.Lock()
	delete(l.of.open, l)
	l.of.mu.Unlock()
	return l.Conn.Close()
}

// dial is a way to dial that keeps what it opens in sight.
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

// CutLines ends the connections that do not lead to the server that answers; where none does, those that were opened before its
// last word. Whoever waits there is told that the database is away, and whether what they said last was done stays open, as it
// is when a server crashes.
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
		_ = l.Close() // it led nowhere
	}
	if len(cut) > 0 {
		d.opts.Log.Warn("the database server says nothing more; its connections are cut", "connections", len(cut), "answers", answers)
	}
}
