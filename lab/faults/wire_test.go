package faults

import (
	"bytes"
	"net"
	"sync"
	"testing"
)

// wire is a proxy for the IMAP server that fails in more ways than by a closed connection: connections swallow
// all bytes, lose their far end, or end inside a literal.
type wire struct {
	addr, upstream string

	mu      sync.Mutex
	links   map[*link]bool
	literal int // how many bytes of the next fetched letter still pass, -1 for all
	refuse  bool
}

type link struct {
	client, server net.Conn
	mute           bool // guarded by the wire's mu
}

func newWire(t *testing.T, upstream string) *wire {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{addr: l.Addr().String(), upstream: upstream, links: map[*link]bool{}, literal: -1}
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			go w.join(client)
		}
	}()
	t.Cleanup(func() {
		l.Close()
		w.cut()
	})
	return w
}

func (w *wire) join(client net.Conn) {
	w.mu.Lock()
	refuse := w.refuse
	w.mu.Unlock()
	server, err := net.Dial("tcp", w.upstream)
	if err != nil || refuse {
		client.Close()
		if err == nil {
			server.Close()
		}
		return
	}
	l := &link{client: client, server: server}
	w.mu.Lock()
	w.links[l] = true
	w.mu.Unlock()
	go w.pump(l, l.server, l.client, false)
	w.pump(l, l.client, l.server, true)
}

func (w *wire) pump(l *link, to, from net.Conn, answers bool) {
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		pass, end := w.passing(l, buffer[:n], answers)
		if len(pass) > 0 {
			if _, failed := to.Write(pass); failed != nil {
				end = true
			}
		}
		if end || err != nil {
			w.drop(l)
			return
		}
	}
}

// passing returns the bytes that get through, and whether the connection ends after them.
func (w *wire) passing(l *link, b []byte, answers bool) ([]byte, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if l.mute {
		return nil, false
	}
	if answers {
		b = bytes.ReplaceAll(b, []byte(" STARTTLS"), nil) // so that literals are not encrypted and can be recognised
	}
	if at := bytes.Index(b, []byte("}\r\n")); answers && w.literal >= 0 && at >= 0 && bytes.Contains(b[:at], []byte("FETCH")) {
		cut := min(len(b), at+3+w.literal)
		w.literal = -1
		return b[:cut], true
	}
	return b, false
}

// drop ends a connection; the client of a mute one is not told.
func (w *wire) drop(l *link) {
	w.mu.Lock()
	defer w.mu.Unlock()
	l.server.Close()
	if !l.mute {
		l.client.Close()
		delete(w.links, l)
	}
}

// cut ends every connection.
func (w *wire) cut() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for l := range w.links {
		l.client.Close()
		l.server.Close()
		delete(w.links, l)
	}
}

// hush makes every current connection swallow all bytes; with gone, its far end is closed too.
func (w *wire) hush(gone bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for l := range w.links {
		l.mute = true
		if gone {
			l.server.Close()
		}
	}
}

// cutLiteral ends the connection inside the next letter that is fetched.
func (w *wire) cutLiteral(after int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.literal = after
}

// waits reports whether a letter is still to be cut.
func (w *wire) waits() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.literal >= 0
}

// block refuses all connections while it is on.
func (w *wire) block(on bool) {
	w.mu.Lock()
	w.refuse = on
	w.mu.Unlock()
	if on {
		w.cut()
	}
}

// heal lets everything pass again. Mute connections end now, as they would when the other side times out.
func (w *wire) heal() {
	w.block(false)
	w.cutLiteral(-1)
	w.mu.Lock()
	defer w.mu.Unlock()
	for l := range w.links {
		if l.mute {
			l.client.Close()
			l.server.Close()
			delete(w.links, l)
		}
	}
}
