package lab

import (
	"net"
	"sync"
	"testing"
)

// Link is a TCP connection's way to a server, which a test can break. A server
// frozen or a cable pulled look the same from the other end.
type Link struct {
	Addr string // where clients connect

	upstream string
	listener net.Listener
	pumps    sync.WaitGroup

	mu    sync.Mutex
	state linkState
	moved *sync.Cond // state or conns changed
	conns map[net.Conn]bool
}

type linkState int

const (
	linkHealed linkState = iota
	linkStalled
	linkCut
	linkClosed
)

// StartLink starts a way to the server at upstream; it ends with the test.
func StartLink(tb testing.TB, upstream string) *Link {
	tb.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	l := &Link{Addr: listener.Addr().String(), upstream: upstream, listener: listener, conns: map[net.Conn]bool{}}
	l.moved = sync.NewCond(&l.mu)
	l.pumps.Go(l.accept)
	tb.Cleanup(func() {
		listener.Close()
		l.set(linkClosed)
		l.pumps.Wait()
	})
	return l
}

// Cut closes every connection, and each new one at once, until Heal.
func (l *Link) Cut() { l.set(linkCut) }

// Stall holds all bytes back in both directions, and opens nothing upstream,
// until Heal. No connection is closed and none is refused.
func (l *Link) Stall() { l.set(linkStalled) }

// Heal ends a Cut or a Stall; bytes held back arrive.
func (l *Link) Heal() { l.set(linkHealed) }

func (l *Link) set(state linkState) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.state = state
	if state == linkCut || state == linkClosed {
		for conn := range l.conns {
			conn.Close()
		}
	}
	l.moved.Broadcast()
}

func (l *Link) accept() {
	for {
		client, err := l.listener.Accept()
		if err != nil {
			return
		}
		l.pumps.Go(func() { l.connect(client) })
	}
}

// connect joins a client to the server, both ways, until either end is closed.
func (l *Link) connect(client net.Conn) {
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

// pump carries bytes one way. At the end of them it closes both connections:
// no mail protocol goes on with half of one.
func (l *Link) pump(to, from net.Conn) {
	defer to.Close()
	defer from.Close()
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		if !l.passable() {
			return
		}
		if _, failed := to.Write(buffer[:n]); failed != nil || err != nil {
			return
		}
	}
}

// passable waits while the link is stalled; false when it is cut.
func (l *Link) passable() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.state == linkStalled {
		l.moved.Wait()
	}
	return l.state == linkHealed
}

// keep notes an open connection, unless the link is cut.
func (l *Link) keep(conn net.Conn) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.conns[conn] = true
	return l.state == linkHealed || l.state == linkStalled
}

func (l *Link) drop(conn net.Conn) {
	conn.Close()
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.conns, conn)
}
