package postoffice

import (
	"fmt"
	"net"
	"sync"
)

// gate is a listener that lets in loopback peers only, and can show all of them out again.
type gate struct {
	net.Listener

	mu     sync.Mutex
	closed bool
	conns  map[net.Conn]struct{}
}

// open sets a gate at a listener, which the office closes when it closes.
func (o *Office) open(l net.Listener) (*gate, error) {
	if !isLoopback(l.Addr()) {
		return nil, fmt.Errorf("the post office listens on loopback only, not on %s", l.Addr())
	}
	g := &gate{Listener: l, conns: map[net.Conn]struct{}{}}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closed {
		return nil, ErrClosed
	}
	o.gates = append(o.gates, g)
	return g, nil
}

func isLoopback(a net.Addr) bool {
	tcp, ok := a.(*net.TCPAddr)
	return ok && tcp.IP.IsLoopback()
}

// Accept waits for the next peer on loopback.
func (g *gate) Accept() (net.Conn, error) {
	for {
		c, err := g.Listener.Accept()
		if err != nil {
			return nil, err
		}
		g.mu.Lock()
		welcome := !g.closed && isLoopback(c.RemoteAddr())
		if welcome {
			g.conns[c] = struct{}{}
		}
		g.mu.Unlock()
		if welcome {
			return &guest{Conn: c, gate: g}, nil
		}
		c.Close()
	}
}

// shut closes the listener and every connection that came in by it.
func (g *gate) shut() {
	g.Listener.Close()
	g.mu.Lock()
	defer g.mu.Unlock()
	g.closed = true
	for c := range g.conns {
		c.Close()
	}
}

// guest is a connection that its gate knows of until it is closed.
type guest struct {
	net.Conn
	gate *gate
}

// Close closes the connection.
func (c *guest) Close() error {
	c.gate.mu.Lock()
	delete(c.gate.conns, c.Conn)
	c.gate.mu.Unlock()
	return c.Conn.Close()
}
