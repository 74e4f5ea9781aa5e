package imap

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-sasl"
)

// errRefused is the error for a log-in that the server refuses and would refuse again.
var errRefused = errors.New("the mail server refuses the log-in")

// errPlain is the error for a server to which we would have to send the password unencrypted.
var errPlain = errors.New("the mail server offers no encryption, which only loopback may do without")

// connection is a logged-in connection to an IMAP server. Only one goroutine may use it, with one command at
// a time: in the IMAP library, several FETCHes in flight block each other for ever.
type connection struct {
	client   *imapclient.Client
	watchdog *watchdog
	folder   string        // the folder that letters arrive in
	news     chan struct{} // has an element if the server announced new letters
	prefix   string        // what all folder names of this account begin with
	noIdle   bool          // the server refused IDLE
}

// dial connects and logs in. Its errors hold neither the password nor the server's words, because some
// servers repeat the command that they refuse.
func (a Account) dial(ctx context.Context) (*connection, error) {
	adr, err := a.parse()
	if err != nil {
		return nil, err
	}
	line, err := a.open(ctx, adr, false)
	if err == nil && !adr.secure {
		line, err = a.encrypt(ctx, adr, line)
	}
	if err != nil {
		return nil, err
	}
	if err := line.login(ctx, a, adr); err != nil {
		line.Close()
		return nil, err
	}
	return line, nil
}

// open makes the TCP connection, starts TLS if the URL or encrypts asks for it, and reads the greeting and
// the capabilities.
func (a Account) open(ctx context.Context, adr address, encrypts bool) (*connection, error) {
	dialer := net.Dialer{
		Timeout:         a.commandTimeout(),
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: 30 * time.Second, Interval: 15 * time.Second, Count: 4},
	}
	raw, err := dialer.DialContext(ctx, "tcp", net.JoinHostPort(adr.host, adr.port))
	if err != nil {
		return nil, fmt.Errorf("reach the mail server: %w", err)
	}
	conn := &countedConn{Conn: raw}
	line := &connection{
		watchdog: &watchdog{conn: conn, silence: a.commandTimeout(), bounds: new(boundedConn)},
		folder:   adr.folder,
		news:     make(chan struct{}, 1),
	}
	err = line.watchdog.guard(ctx, "greeting", func() error { return line.greet(a, adr, encrypts) })
	if err != nil {
		conn.Close()
		return nil, err
	}
	return line, nil
}

// greet makes the library's client on the connection, whose answers in plain text are bounded, and reads the greeting.
func (l *connection) greet(a Account, adr address, encrypts bool) (err error) {
	var plain net.Conn = l.watchdog.conn
	switch {
	case adr.secure:
		secure := tls.Client(plain, a.tlsConfig(adr.host))
		if err := secure.Handshake(); err != nil {
			return err
		}
		plain = secure
	case encrypts:
		config := a.tlsConfig(adr.host)
		// Without STARTTLS a server on loopback would be used unencrypted, so a certificate for another name
		// is no worse.
		if a.TLS == nil && l.loopback() {
			config.InsecureSkipVerify = true
		}
		if plain, err = startTLS(plain, config); err != nil {
			return err
		}
		if a.trace != nil {
			_, _ = io.WriteString(a.trace, askForTLS) // as the library writes down its own commands
		}
	}
	l.watchdog.bounds.Conn = plain
	l.client = imapclient.New(l.watchdog.bounds, &imapclient.Options{
		DebugWriter:           a.trace,
		UnilateralDataHandler: &imapclient.UnilateralDataHandler{Mailbox: l.hear},
	})
	if err := l.client.WaitGreeting(); err != nil {
		return err
	}
	l.client.Caps()
	return nil
}

// encrypt replaces a plain connection by a new one with STARTTLS. If the server does not offer that, the
// plain one is kept on loopback and refused elsewhere.
func (a Account) encrypt(ctx context.Context, adr address, plain *connection) (*connection, error) {
	if plain.client.Caps().Has(imap.CapStartTLS) {
		plain.watchdog.conn.Close()
		return a.open(ctx, adr, true)
	}
	if !plain.loopback() {
		plain.watchdog.conn.Close()
		return nil, errPlain
	}
	return plain, nil
}

func (l *connection) loopback() bool {
	tcp, ok := l.watchdog.conn.RemoteAddr().(*net.TCPAddr)
	return ok && tcp.IP.IsLoopback()
}

func (l *connection) login(ctx context.Context, a Account, adr address) error {
	if l.client.State() == imap.ConnStateAuthenticated {
		return nil // PREAUTH
	}
	for tried := false; ; tried = true {
		mechanism, err := a.mechanism(ctx, adr, l.client.Caps())
		if err != nil {
			return fmt.Errorf("get the means to log in: %w", err)
		}
		err = l.identify(ctx, mechanism, adr)
		shown, ok := mechanism.(*bearer)
		if tried || !ok || !errors.Is(err, errRefused) {
			return err
		}
		shown.from.Refused(shown.token) // the token may have been withdrawn early; try once with a new one
	}
}

// identify logs in with the mechanism, or with the LOGIN command if it is nil.
func (l *connection) identify(ctx context.Context, mechanism sasl.Client, adr address) error {
	return l.watchdog.guard(ctx, "log-in", func() error {
		var err error
		if mechanism != nil {
			err = l.client.Authenticate(mechanism)
		} else {
			err = l.client.Login(adr.user, adr.password).Wait()
		}
		if err != nil {
			return loginError(err)
		}
		// Some servers mention MOVE only after the log-in.
		_, err = l.client.Capability().Wait()
		return err
	})
}

// mechanism returns how to log in, nil for the LOGIN command.
func (a Account) mechanism(ctx context.Context, adr address, caps imap.CapSet) (sasl.Client, error) {
	if a.OAuth != nil {
		return a.OAuth.Mechanism(ctx, adr.user, func(name string) bool { return caps.Has(imap.AuthCap(name)) })
	}
	if caps.Has(imap.CapLoginDisabled) && caps.Has(imap.AuthCap(sasl.Plain)) {
		return sasl.NewPlainClient("", adr.user, adr.password), nil
	}
	return nil, nil
}

// switchedOff lists words of providers that tell users what they must switch on first. Everything else that a
// server answers to a log-in is kept out of errors.
var switchedOff = []string{"authenticated but not connected", "not enabled for IMAP", "Application-specific password required"}

// loginError tells a refused log-in from a broken connection. Of the server's answer it keeps only the
// response code.
func loginError(err error) error {
	if answer, ok := errors.AsType[*imap.Error](err); ok {
		for _, words := range switchedOff {
			if strings.Contains(answer.Text, words) {
				return fmt.Errorf("%w: %s", errRefused, words)
			}
		}
		switch answer.Code {
		case imap.ResponseCodeUnavailable, imap.ResponseCodeInUse, imap.ResponseCodeLimit, imap.ResponseCodeServerBug:
			return fmt.Errorf("the mail server has no time for a log-in [%s]", answer.Code)
		case "":
			return errRefused
		}
		return fmt.Errorf("%w [%s]", errRefused, answer.Code)
	}
	return errors.New("the connection broke")
}

// hear notes that the server announced new letters. It runs on the library's reading goroutine, so it must
// not block.
func (l *connection) hear(data *imapclient.UnilateralDataMailbox) {
	if data.NumMessages == nil {
		return
	}
	select {
	case l.news <- struct{}{}:
	default:
	}
}

// Close logs out, if the server answers at once, and closes the connection in any case.
func (l *connection) Close() {
	_ = l.brief().guard(context.Background(), "log-out", func() error { return l.client.Logout().Wait() })
	l.watchdog.conn.Close()
}

// brief returns a watchdog for the last commands of a connection, which nobody should wait for.
func (l *connection) brief() *watchdog {
	return &watchdog{conn: l.watchdog.conn, silence: min(l.watchdog.silence, time.Second), bounds: l.watchdog.bounds}
}
