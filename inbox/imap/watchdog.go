package imap

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync/atomic"
	"time"
)

// errSilent is the error for a connection on which nothing came or went for too long.
var errSilent = errors.New("the server went silent")

// countedConn counts the bytes in both directions, to tell a slow answer from none.
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

// watchdog limits how long each exchange with the server may take. The IMAP library takes no context and
// waits for ever on a connection that swallows bytes.
type watchdog struct {
	conn    *countedConn
	silence time.Duration // how long nothing may pass
	bounds  *boundedConn
	bytes   int64 // what an exchange may bring beside bytesMost
}

// allowing returns a watchdog for an exchange that brings so many bytes that were asked for.
func (w *watchdog) allowing(bytes int64) *watchdog {
	more := *w
	more.bytes = bytes
	return &more
}

// ask runs an exchange under guard and returns its result. If the exchange was abandoned, the result is
// empty. If the server answered NO, ask returns what it sent before that, with the error.
func ask[T any](ctx context.Context, w *watchdog, what string, exchange func() (T, error)) (T, error) {
	var answer T // no named result, because an abandoned exchange may still write to it
	err := w.guard(ctx, what, func() (err error) {
		answer, err = exchange()
		return err
	})
	if err != nil && !IsServerAnswer(err) {
		return *new(T), err
	}
	return answer, err
}

// longest limits a single exchange, as a multiple of the allowed silence. Without it a server could keep the
// connection busy for ever by sending single bytes.
const longest = 10

// guard runs an exchange. It closes the connection and returns an error if no byte passed for the allowed
// silence, if the exchange takes longest times as long, or if ctx ends. An exchange that does not return even
// then is abandoned; its results must not be read.
func (w *watchdog) guard(ctx context.Context, what string, exchange func() error) error {
	w.bounds.left.Store(bytesMost + w.bytes)
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
