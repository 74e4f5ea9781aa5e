package send

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"

	"pitpost.example/failpoint"
)

// idleMost is how long an idle connection is still used. Servers hang up after some minutes, and firewalls in
// between forget connections even sooner.
const idleMost = 2 * time.Minute

// answerMost limits the bytes of a relay's answer to one command. go-smtp limits the length of a line, but
// not the number of lines.
const answerMost = 256 << 10

// conn limits what a relay may say, and notices when the final dot of a letter has been sent.
type conn struct {
	net.Conn
	heard          int  // bytes since our last write
	awaitsDotReply bool // the next read is the answer to a final dot
	dotSent        bool // the final dot was sent
}

func (c *conn) Read(b []byte) (int, error) {
	if c.awaitsDotReply && !c.dotSent {
		c.dotSent = true
		failpoint.KillAt("relay.dot")
	}
	if c.heard > answerMost {
		return 0, errors.New("the relay speaks without end")
	}
	n, err := c.Conn.Read(b)
	c.heard += n
	return n, err
}

func (c *conn) Write(b []byte) (int, error) {
	c.heard = 0
	return c.Conn.Write(b)
}

// pooled is a connection to a relay, after the greeting and login. It must not be used concurrently.
type pooled struct {
	*smtp.Client
	conn *conn
	used time.Time
}

// close closes the connection without QUIT.
func (l *pooled) close() { _ = l.conn.Close() }

// renew makes a connection ready for the next letter after a refusal. Some servers answer the next MAIL with
// 503 without a RSET. After the RSET, go-smtp wants EHLO again.
func (l *pooled) renew() error {
	if err := l.Reset(); err != nil {
		return err
	}
	return l.Hello("localhost")
}

func (r *Relay) timeout() time.Duration { return cmp.Or(r.Timeout, time.Minute) }

// acquire waits until a connection may be used. It returns an error if ctx ends first.
func (r *Relay) acquire(ctx context.Context) error {
	select {
	case r.turn <- struct{}{}:
		return nil
	case <-ctx.Done():
		return errors.New("the turn to send never came")
	}
}

// release makes a connection available for the next letter, or closes it.
func (r *Relay) release(l *pooled, usable bool) {
	if !usable {
		l.close()
		return
	}
	l.used = time.Now()
	r.idle <- l
}

// idleConn returns an idle connection, or nil. It closes those that were idle for too long.
func (r *Relay) idleConn() *pooled {
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

// connect returns an idle connection or makes a new one; kept tells which.
func (r *Relay) connect(ctx context.Context) (l *pooled, kept bool, err error) {
	if l := r.idleConn(); l != nil {
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
	// A relay that does not answer must not block us, at any step.
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
		return nil, ctx.Err() // the cause of any error from the closed connection
	}
	if errors.Is(err, errOffered) {
		return r.dial(ctx)
	}
	return nil, err
}

// errOffered is no failure: go-smtp can only start TLS on a new connection. It happens once per Relay.
var errOffered = errors.New("the relay offers STARTTLS")

// greet opens the session, with TLS if possible, and reports whether TLS is used.
func (r *Relay) greet(ctx context.Context, l *pooled) (secure bool, err error) {
	config := cmp.Or(r.TLS, &tls.Config{}).Clone()
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

// Errors of logging in that are not the relay's.
var (
	errBare    = errors.New("the relay offers no STARTTLS, and a password is not sent in the clear: use smtps://")
	errNoMeans = errors.New("get the means to log in")
)

func (r *Relay) login(ctx context.Context, c *smtp.Client, secure bool) error {
	if r.user == "" {
		return nil
	}
	if offered, _ := c.Extension("AUTH"); !offered && loopback(r.host) {
		return nil // a relay on this machine may know its clients without a log-in
	}
	if !secure && !loopback(r.host) {
		return errBare
	}
	if r.Auth != nil {
		mechanism, err := r.Auth(ctx, r.user, c.SupportsAuth)
		if err != nil {
			return fmt.Errorf("%w: %w", errNoMeans, err)
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
