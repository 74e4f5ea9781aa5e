package imap

import (
	"bufio"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"
)

// link forwards TCP connections to a server, and a test can break it. From the other end, a frozen server and
// a pulled cable look the same.
type link struct {
	Addr string // where clients connect

	upstream string
	alters   *strings.Replacer // what comes through otherwise than it was said
	listener net.Listener
	pumps    sync.WaitGroup

	mu    sync.Mutex
	state wayState
	moved *sync.Cond // signals that state or conns changed
	conns map[net.Conn]bool
}

type wayState int

const (
	wayHealed wayState = iota
	wayStalled
	wayCut
	wayClosed
)

// startLink starts a link to the server at upstream, which ends with the test.
func startLink(tb testing.TB, upstream string) *link {
	tb.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	l := &link{Addr: listener.Addr().String(), upstream: upstream, listener: listener, alters: strings.NewReplacer(), conns: map[net.Conn]bool{}}
	l.moved = sync.NewCond(&l.mu)
	l.pumps.Go(l.accept)
	tb.Cleanup(func() {
		listener.Close()
		l.set(wayClosed)
		l.pumps.Wait()
	})
	return l
}

// Cut closes every connection, and each new one at once, until Heal.
func (l *link) Cut() { l.set(wayCut) }

// Stall holds back all bytes in both directions and makes no connections to the server, until Heal. It closes
// and refuses no connection.
func (l *link) Stall() { l.set(wayStalled) }

// Heal ends a Cut or a Stall. Bytes that were held back arrive.
func (l *link) Heal() { l.set(wayHealed) }

func (l *link) set(state wayState) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.state = state
	if state == wayCut || state == wayClosed {
		for conn := range l.conns {
			conn.Close()
		}
	}
	l.moved.Broadcast()
}

func (l *link) accept() {
	for {
		client, err := l.listener.Accept()
		if err != nil {
			return
		}
		l.pumps.Go(func() { l.connect(client) })
	}
}

// connect connects a client with the server in both directions until either end closes.
func (l *link) connect(client net.Conn) {
	defer l.drop(client)
	if !l.keep(client) || !l.passable() {
		return
	}
	server, err := net.Dial("tcp", l.upstream)
	if err != nil {
		return
	}
	defer l.drop(server)
	if !l.keep(server) {
		return
	}
	var back sync.WaitGroup
	back.Go(func() { l.pump(client, server) })
	l.pump(server, client)
	back.Wait()
}

// pump copies bytes in one direction. At their end it closes both connections, because no mail protocol uses
// half-closed ones.
func (l *link) pump(to, from net.Conn) {
	defer to.Close()
	defer from.Close()
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		if !l.passable() {
			return
		}
		if _, failed := l.alters.WriteString(to, string(buffer[:n])); failed != nil || err != nil {
			return
		}
	}
}

// passable waits while the link is stalled. It returns false if it is cut.
func (l *link) passable() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.state == wayStalled {
		l.moved.Wait()
	}
	return l.state == wayHealed
}

// keep registers an open connection. It returns false if the link is cut.
func (l *link) keep(conn net.Conn) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.conns[conn] = true
	return l.state == wayHealed || l.state == wayStalled
}

func (l *link) drop(conn net.Conn) {
	conn.Close()
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.conns, conn)
}

// echo starts a server that sends every line back and returns its address.
func echo(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				_, _ = io.Copy(conn, conn)
			}()
		}
	}()
	return l.Addr().String()
}

func TestLinkStallsHealsAndCuts(t *testing.T) {
	l := startLink(t, echo(t))
	conn, err := net.Dial("tcp", l.Addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	in := bufio.NewReader(conn)
	say := func(word string, within time.Duration) (string, error) {
		if err := conn.SetDeadline(time.Now().Add(within)); err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(conn, word+"\n"); err != nil {
			return "", err
		}
		return in.ReadString('\n')
	}
	if got, err := say("one", time.Minute); got != "one\n" {
		t.Fatalf("%q, %v", got, err)
	}
	l.Stall()
	if got, err := say("two", 200*time.Millisecond); err == nil {
		t.Fatalf("a stalled link carries %q", got)
	}
	l.Heal()
	if got, err := say("three", time.Minute); got != "two\n" {
		t.Fatalf("after healing: %q, %v", got, err)
	}
	l.Cut()
	if got, err := io.ReadAll(in); err == nil && len(got) > len("three\n") {
		t.Errorf("a cut link carries %q", got)
	}
	l.Heal()
	again, err := net.Dial("tcp", l.Addr)
	if err != nil {
		t.Fatal(err)
	}
	again.Close()
}
