package mailer

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"time"

	"github.com/emersion/go-sasl"
)

// idleMost is how long a connection is trusted that carried nothing: servers
// hang up after some minutes, and what lies between forgets even sooner.
const idleMost = 2 * time.Minute

// link is a connection to a relay, greeted and logged in.
type link struct {
	*wire
	used time.Time
}

func (l *link) close() { _ = l.conn.Close() }

// closing ends conn when ctx ends, until what it returns is called.
func closing(ctx context.Context, conn net.Conn) (done func()) {
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
	return func() { stop() }
}

func (r *Relay) timeout() time.Duration {
	if r.Timeout == 0 {
		return time.Minute
	}
	return r.Timeout
}

func (r *Relay) turns() chan struct{} {
	r.once.Do(func() { r.turn = make(chan struct{}, max(1, r.Links)) })
	return r.turn
}

// enter waits until a connection may be used; leave lets another have it. Not ok: ctx ended
// before.
func (r *Relay) enter(ctx context.Context) (leave func(), ok bool) {
	select {
	case r.turns() <- struct{}{}:
		return func() { <-r.turns() }, true
	case <-ctx.Done():
		return nil, false
	}
}

// idlers takes all connections that nobody uses.
func (r *Relay) idlers() []*link {
	r.mu.Lock()
	defer r.mu.Unlock()
	all := r.idle
	r.idle = nil
	return all
}

// done makes a connection free for the next letter, or ends it.
func (r *Relay) done(l *link, usable bool) {
	if !usable {
		l.close()
		return
	}
	l.used = time.Now()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.idle = append(r.idle, l)
}

// kept is the connection used last of those that nobody uses, nil for none. Those that
// carried nothing for long are closed.
func (r *Relay) kept() *link {
	r.mu.Lock()
	defer r.mu.Unlock()
	for len(r.idle) > 0 && time.Since(r.idle[0].used) >= idleMost {
		r.idle[0].close()
		r.idle = r.idle[1:]
	}
	if len(r.idle) == 0 {
		return nil
	}
	l := r.idle[len(r.idle)-1]
	r.idle = r.idle[:len(r.idle)-1]
	return l
}

// connect gives a connection that is kept, or makes one, and says which. A letter that found
// a kept one dead wants none of the others either.
func (r *Relay) connect(ctx context.Context, mayKeep bool) (l *link, kept bool, err error) {
	if mayKeep {
		if l := r.kept(); l != nil {
			return l, true, nil
		}
	} else {
		for _, l := range r.idlers() {
			l.close()
		}
	}
	l, err = r.dial(ctx)
	var certificate *tls.CertificateVerificationError
	if !r.implicit && loopback(r.host) && errors.As(err, &certificate) {
		r.mu.Lock()
		r.startTLS, r.bare = false, true
		r.mu.Unlock()
		l, err = r.dial(ctx)
	}
	return l, false, err
}

func (r *Relay) dial(ctx context.Context) (*link, error) {
	// A relay that is silent must not hold us, at whatever point.
	ctx, cancel := context.WithTimeout(ctx, 2*r.timeout())
	defer cancel()
	dialer := net.Dialer{Timeout: r.timeout(), KeepAlive: 30 * time.Second}
	conn, err := dialer.DialContext(ctx, "tcp", r.addr)
	if err != nil {
		return nil, err
	}
	defer closing(ctx, conn)()
	w := newWire(conn, r.timeout())
	secure, err := r.greet(ctx, w)
	if err == nil {
		err = r.login(ctx, w, secure)
	}
	if err != nil {
		_ = conn.Close()
		if ctx.Err() != nil {
			return nil, ctx.Err() // the reason for whatever the closed connection said
		}
		return nil, err
	}
	return &link{wire: w, used: time.Now()}, nil
}

// greet opens the session, with TLS wherever there can be, and says whether there is.
func (r *Relay) greet(ctx context.Context, w *wire) (secure bool, err error) {
	config := &tls.Config{}
	if r.TLS != nil {
		config = r.TLS.Clone()
	}
	if config.ServerName == "" {
		config.ServerName = r.host
	}
	if r.implicit {
		if err := w.over(ctx, config); err != nil {
			return false, err
		}
	}
	w.patience(w.timeout)
	if _, err := w.hear("220"); err != nil {
		return false, err
	}
	if err := w.hello(); err != nil || r.implicit {
		return true, err
	}
	r.mu.Lock()
	if w.offered("STARTTLS") && !r.bare {
		r.startTLS = true
	}
	secure = r.startTLS
	r.mu.Unlock()
	if !secure {
		return false, nil
	}
	if !w.offered("STARTTLS") {
		return false, errors.New("the relay offered STARTTLS before, and offers it no more")
	}
	return true, w.secure(ctx, config)
}

func (r *Relay) login(ctx context.Context, w *wire, secure bool) error {
	if r.user == "" {
		return nil
	}
	if !secure && !loopback(r.host) {
		return errors.New("the relay offers no STARTTLS, and a password is not sent in the clear: use smtps://")
	}
	if r.Auth != nil {
		mechanism, err := r.Auth(ctx, r.user, w.knows)
		if err != nil {
			return err
		}
		return w.logIn(mechanism)
	}
	if w.knows(sasl.Login) && !w.knows(sasl.Plain) {
		return w.logIn(sasl.NewLoginClient(r.user, r.password))
	}
	return w.logIn(sasl.NewPlainClient("", r.user, r.password))
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
