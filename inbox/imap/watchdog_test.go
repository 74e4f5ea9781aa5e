package imap

import (
	"context"
	"errors"
	"net"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func pipe(t *testing.T) (*countedConn, net.Conn) {
	t.Helper()
	near, far := net.Pipe()
	t.Cleanup(func() { near.Close(); far.Close() })
	return &countedConn{Conn: near}, far
}

func readAll(conn net.Conn) error {
	for b := make([]byte, 1); ; {
		if _, err := conn.Read(b); err != nil {
			return err
		}
	}
}

func TestWatchdogSilence(t *testing.T) {
	conn, _ := pipe(t)
	dog := &watchdog{conn: conn, silence: 50 * time.Millisecond, bounds: new(boundedConn)}
	if err := dog.guard(context.Background(), "wait", func() error { return readAll(conn) }); !errors.Is(err, errSilent) {
		t.Errorf("silence ends with %v", err)
	}
	if _, err := conn.Write([]byte("x")); err == nil {
		t.Error("the connection is still open")
	}
}

// A slow answer is not silence, but an endless trickle of bytes is not an answer.
func TestWatchdogDrip(t *testing.T) { synctest.Test(t, drip) }

func drip(t *testing.T) {
	conn, far := pipe(t)
	var dripping sync.WaitGroup
	defer dripping.Wait()
	defer far.Close()
	dripping.Go(func() {
		for {
			if _, err := far.Write([]byte(".")); err != nil {
				return
			}
			time.Sleep(5 * time.Millisecond)
		}
	})
	dog := &watchdog{conn: conn, silence: 200 * time.Millisecond, bounds: new(boundedConn)}
	begun := time.Now()
	if err := dog.guard(context.Background(), "drip", func() error { return readAll(conn) }); !errors.Is(err, errSilent) {
		t.Errorf("a drip ends with %v", err)
	}
	if took := time.Since(begun); took < 2*dog.silence {
		t.Errorf("a line on which bytes passed was cut after %v", took)
	}
}

func TestWatchdogLetsGo(t *testing.T) {
	conn, _ := pipe(t)
	dog := &watchdog{conn: conn, silence: time.Minute, bounds: new(boundedConn)}
	mine := errors.New("mine")
	if err := dog.guard(context.Background(), "deed", func() error { return mine }); !errors.Is(err, mine) {
		t.Errorf("the deed's own error became %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	endless := make(chan error)
	if err := dog.guard(ctx, "deed", func() error { return <-endless }); !errors.Is(err, context.Canceled) {
		t.Errorf("an end from above gives %v", err)
	}
}

func TestBackoff(t *testing.T) {
	p := NewPoller(PollerConfig{RetryMin: time.Second, RetryMax: time.Minute}, nil, nil)
	for try, whole := range []int{1, 2, 4, 8, 16, 32, 60, 60, 60} {
		most := time.Duration(whole) * time.Second
		if pause := p.backoff(); pause < most/2 || pause > most {
			t.Errorf("pause %d is %v, want between %v and %v", try, pause, most/2, most)
		}
	}
	for range 100 {
		if pause := p.backoff(); pause > time.Minute || pause < 30*time.Second {
			t.Fatalf("pause %v", pause)
		}
	}
	p.tries = 0
	if pause := p.backoff(); pause > time.Second {
		t.Errorf("after a reset %v", pause)
	}
}
