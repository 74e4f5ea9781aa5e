package mailer

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
)

// idleMost is how long a connection is trusted that carried nothing: servers
// hang up after some minutes, and what lies between forgets even sooner.
const idleMost = 2 * time.Minute

// link is a connection to a relay, greeted and logged in.
type link struct {
	client *smtp.Client
	conn   net.Conn
	used   time.Time
}

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

// connect makes a link unless one is kept, and says which.
func (r *Relay) connect(ctx context.Context) (kept bool, err error) {
	if r.link != nil && time.Since(r.link.used) < idleMost {
		return true, nil
	}
	r.drop()
	err = r.dial(ctx)
	if errors.Is(err, errSecure) {
		r.startTLS = true
		err = r.dial(ctx)
	}
	var certificate *tls.CertificateVerificationError
	if r.startTLS && loopback(r.host) && errors.As(err, &certificate) {
		r.startTLS, r.bare = false, true
		err = r.dial(ctx)
	}
	return false, err
}

// errSecure says that the relay offers STARTTLS: the link is made anew with it.
var errSecure = errors.New("the relay offers STARTTLS")

func (r *Relay) dial(ctx context.Context) error {
	// A relay that is silent must not hold us, at whatever point.
	ctx, cancel := context.WithTimeout(ctx, 2*r.timeout())
	defer cancel()
	dialer := net.Dialer{Timeout: r.timeout(), KeepAlive: 30 * time.Second}
	conn, err := dialer.DialContext(ctx, "tcp", r.addr)
	if err != nil {
		return err
	}
	defer closing(ctx, conn)()
	client, err := r.greet(conn)
	if err == nil {
		err = r.login(ctx, client)
	}
	if err != nil {
		_ = conn.Close()
		if ctx.Err() != nil {
			return ctx.Err() // the reason for whatever the closed connection said
		}
		return err
	}
	r.link = &link{client: client, conn: conn, used: time.Now()}
	return nil
}

// greet opens the session, with TLS wherever there can be.
func (r *Relay) greet(conn net.Conn) (*smtp.Client, error) {
	config := &tls.Config{}
	if r.TLS != nil {
		config = r.TLS.Clone()
	}
	if config.ServerName == "" {
		config.ServerName = r.host
	}
	var client *smtp.Client
	switch {
	case r.implicit:
		client = smtp.NewClient(tls.Client(conn, config))
	case r.startTLS:
		var err error
		if client, err = smtp.NewClientStartTLS(conn, config); err != nil {
			return nil, err
		}
	default:
		client = smtp.NewClient(conn)
	}
	client.CommandTimeout, client.SubmissionTimeout = r.timeout(), 5*r.timeout()
	if err := client.Hello("localhost"); err != nil {
		return nil, err
	}
	if ok, _ := client.Extension("STARTTLS"); ok && !r.implicit && !r.startTLS && !r.bare {
		return nil, errSecure
	}
	return client, nil
}

func (r *Relay) login(ctx context.Context, client *smtp.Client) error {
	if r.user == "" {
		return nil
	}
	if !r.implicit && !r.startTLS && !loopback(r.host) {
		return errors.New("the relay offers no STARTTLS, and a password is not sent in the clear: use smtps://")
	}
	if r.Auth != nil {
		mechanism, err := r.Auth(ctx, r.user, client.SupportsAuth)
		if err != nil {
			return err
		}
		return client.Auth(mechanism)
	}
	if client.SupportsAuth(sasl.Login) && !client.SupportsAuth(sasl.Plain) {
		return client.Auth(sasl.NewLoginClient(r.user, r.password))
	}
	return client.Auth(sasl.NewPlainClient("", r.user, r.password))
}

func (r *Relay) drop() {
	if r.link != nil {
		_ = r.link.client.Close()
	}
	r.link = nil
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
