package imap

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync/atomic"
	"time"
)

// errSilent is a connection on which nothing passed for too long.
var errSilent = errors.New("the server went silent")

// countedConn counts the bytes that pass, so that a slow answer can be told from none.
type countedConn struct {
	net.Conn
	passed atomic.Int64
}

func (c *countedConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	c.passed.Add(int64(n))
	return n, err
}

func (c *countedConn) Write(b []byte) (int, error) {
	n, err := c.Conn.Write(b)
	c.passed.Add(int64(n))
	return n, err
}

// watchdog bounds every exchange with the server, because the IMAP library takes no
// context and waits for ever on a link that swallows bytes.
type watchdog struct {
	conn    *countedConn
	silence time.Duration // how long nothing may pass
}

// ask runs an exchange under guard. Where it was abandoned nothing of what it answers is read; with
// a NO from the server it returns what came all the same.
func ask[T any](ctx context.Context, w *watchdog, what string, exchange func() (T, error)) (T, error) {
	var answer T // an abandoned exchange may still write it, so it is no result by name
	err := w.guard(ctx, what, func() (err error) {
		answer, err = exchange()
		return err
	})
	if err != nil && !isAnswer(err) {
		return *new(T), err
	}
	return answer, err
}

// longest is how many times the allowed silence a single exchange may last, for a server
// that keeps the link alive with a drip of bytes.
const longest = 10

// guard runs an exchange. It closes the connection and returns at once with an error when nothing
// passed for the allowed silence, when it lasts ten times as long, or when ctx ends. An
// exchange that does not come back even then is abandoned: its results must not be read.
func (w *watchdog) guard(ctx context.Context, what string, exchange func() error) error {
	done := make(chan error, 1)
	go func() { done <- exchange() }()

	tick := time.NewTicker(max(w.silence/8, time.Millisecond))
	defer tick.Stop()
	begun := time.Now()
	passed, heard := w.conn.passed.Load(), begun
	for {
		select {
		case err := <-done:
			if err != nil {
				return fmt.Errorf("%s: %w", what, err)
			}
			return nil
		case <-ctx.Done():
			w.conn.Close()
			return fmt.Errorf("%s: %w", what, ctx.Err())
		case now := <-tick.C:
			if count := w.conn.passed.Load(); count != passed {
				passed, heard = count, now
			}
			if now.Sub(heard) >= w.silence || now.Sub(begun) >= longest*w.silence {
				w.conn.Close()
				return fmt.Errorf("%s: %w", what, errSilent)
			}
		}
	}
}
