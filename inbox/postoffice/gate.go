package postoffice

import (
	"fmt"
	"net"
)

// gate is a listener that lets in loopback peers only.
type gate struct{ net.Listener }

// open sets a gate at a listener, which the office closes when it closes.
func (o *Office) open(l net.Listener) (net.Listener, error) {
	if !isLoopback(l.Addr()) {
		return nil, fmt.Errorf("the post office listens on loopback only, not on %s", l.Addr())
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.closed {
		return nil, ErrClosed
	}
	o.listeners = append(o.listeners, l)
	return gate{l}, nil
}

func isLoopback(a net.Addr) bool {
	tcp, ok := a.(*net.TCPAddr)
	return ok && tcp.IP.IsLoopback()
}

// Accept waits for the next peer on loopback.
func (g gate) Accept() (net.Conn, error) {
	for {
		c, err := g.Listener.Accept()
		if err != nil || isLoopback(c.RemoteAddr()) {
			return c, err
		}
		c.Close()
	}
}
