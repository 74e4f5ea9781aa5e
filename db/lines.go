package db

import (
	"context"
	"net"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

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
		if all.open == nil {
			all.open = map[*line]bool{}
		}
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
