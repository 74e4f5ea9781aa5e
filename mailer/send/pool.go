package send

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"net"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"

	"pitpost.example/failpoint"
)

// idleMost is how long a connection is trusted that carried nothing: servers
// hang up after some minutes, and what lies between forgets even sooner.
const idleMost = 2 * time.Minute

// answerMost is how many bytes a relay may say to one command; go-smtp bounds each line, but not
// how many there are.
const answerMost = 256 << 10

// conn is a connection that hears so much and no more, and knows when a letter is whole.
type conn struct {
	net.Conn
	heard  int  // since we last spoke
	dotted bool // the next that is read is the answer to a final dot
	whole  bool // the final dot was sent
}

var errFlood = errors.New("the relay speaks without end")

func (c *conn) Read(b []byte) (int, error) {
	if c.dotted && !c.whole {
		c.whole = true
		failpoint.At("relay.dot")
	}
	if c.heard > answerMost {
		return 0, errFlood
	}
	n, err := c.Conn.Read(b)
	c.heard += n
	return n, err
}

func (c *conn) Write(b []byte) (int, error) {
	c.heard = 0
	return c.Conn.Write(b)
}

// pooled is a connection to a relay, greeted and logged in. Only one may use it at a time.
type pooled struct {
	*smtp.Client
	conn *conn
	used time.Time
}

// close ends the connection without a word.
func (l *pooled) close() { _ = l.conn.Close() }

// renew makes a connection ready for the next letter after a refusal: some servers answer the
// next MAIL with 503 unless the one before was reset. go-smtp then wants to say EHLO again.
func (l *pooled) renew() error {
	if err := l.Reset(); err != nil {
		return err
	}
	return l.Hello("localhost")
}

func (r *Relay) timeout() time.Duration { return cmp.Or(r.Timeout, time.Minute) }

func (r *Relay) conns() int { return max(1, r.Conns) }

// take waits until one of the connections may be used, and says that it never came.
func (r *Relay) take(ctx context.Context) error {
	r.once.Do(func() {
		r.turn, r.idle = make(chan struct{}, r.conns()), make(chan *pooled, r.conns())
	})
	select {
	case r.turn <- struct{}{}:
		return nil
	case <-ctx.Done():
		return errNoTurn
	}
}

// done makes a connection free for the next letter, or ends it.
func (r *Relay) done(l *pooled, usable bool) {
	if !usable {
		l.close()
		return
	}
	l.used = time.Now()
	r.idle <- l
}

// kept is a connection that nobody uses, nil for none. One that carried nothing for long is closed.
func (r *Relay) kept() *pooled {
	for {
		select {
		case l := <-r.idle:
			if time.Since(l.used) < idleMost {
				return l
			}
			l.close()
		default:
			return nil
		}
	}
}

// connect gives a connection that is kept, or makes one, and says which.
func (r *Relay) connect(ctx context.Context) (l *pooled, kept bool, err error) {
	if l := r.kept(); l != nil {
		return l, true, nil
	}
	l, err = r.dial(ctx)
	if _, untrusted := errors.AsType[*tls.CertificateVerificationError](err); untrusted && !r.implicit && loopback(r.host) {
		r.startTLS.Store(false)
		r.bare.Store(true)
		l, err = r.dial(ctx)
	}
	return l, false, err
}

func (r *Relay) dial(ctx context.Context) (*pooled, error) {
	// A relay that is silent must not hold us, at whatever point.
	ctx, cancel := context.WithTimeout(ctx, 2*r.timeout())
	defer cancel()
	dialer := net.Dialer{Timeout: r.timeout(), KeepAlive: 30 * time.Second}
	plain, err := dialer.DialContext(ctx, "tcp", r.addr)
	if err != nil {
		return nil, err
	}
	l := &pooled{conn: &conn{Conn: plain}, used: time.Now()}
	defer context.AfterFunc(ctx, l.close)()
	secure, err := r.greet(ctx, l)
	if err == nil {
		err = r.login(ctx, l.Client, secure)
	}
	if err == nil {
		return l, nil
	}
	l.close()
	if ctx.Err() != nil {
		return nil, ctx.Err() // the reason for whatever the closed connection said
	}
	if errors.Is(err, errOffered) {
		return r.dial(ctx)
	}
	return nil, err
}

// errOffered is no error: go-smtp goes over to TLS on a new connection alone. It comes once.
var errOffered = errors.New("the relay offers STARTTLS")

// greet opens the session, with TLS wherever there can be, and says whether there is.
func (r *Relay) greet(ctx context.Context, l *pooled) (secure bool, err error) {
	config := &tls.Config{}
	if r.TLS != nil {
		config = r.TLS.Clone()
	}
	config.ServerName = cmp.Or(config.ServerName, r.host)
	startTLS := r.startTLS.Load()
	switch {
	case r.implicit:
		sealed := tls.Client(l.conn, config)
		if err := sealed.HandshakeContext(ctx); err != nil {
			return true, err
		}
		l.Client = smtp.NewClient(sealed)
	case startTLS:
		if l.Client, err = smtp.NewClientStartTLS(l.conn, config); err != nil {
			return true, err
		}
	default:
		l.Client = smtp.NewClient(l.conn)
	}
	l.CommandTimeout, l.SubmissionTimeout = r.timeout(), 5*r.timeout()
	if err := l.Hello("localhost"); err != nil || r.implicit || startTLS {
		return true, err
	}
	if offered, _ := l.Extension("STARTTLS"); offered && !r.bare.Load() {
		r.startTLS.Store(true)
		return false, errOffered
	}
	return false, nil
}

func (r *Relay) login(ctx context.Context, c *smtp.Client, secure bool) error {
	if r.user == "" {
		return nil
	}
	if !secure && !loopback(r.host) {
		return errors.New("the relay offers no STARTTLS, and a password is not sent in the clear: use smtps://")
	}
	if r.Auth != nil {
		mechanism, err := r.Auth(ctx, r.user, c.SupportsAuth)
		if err != nil {
			return err
		}
		return c.Auth(mechanism)
	}
	if c.SupportsAuth(sasl.Login) && !c.SupportsAuth(sasl.Plain) {
		return c.Auth(sasl.NewLoginClient(r.user, r.password))
	}
	return c.Auth(sasl.NewPlainClient("", r.user, r.password))
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
