package mailer

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"

	"pitpost/failpoint"
)

// Relay is the server that takes our letters, reached over one connection that
// is kept between letters. It is safe for use by many; they take turns.
type Relay struct {
	host, addr     string
	implicit       bool // TLS from the first byte
	user, password string
	// TLS is used for smtps and STARTTLS; nil for the system's roots.
	TLS *tls.Config
	// Timeout bounds each command; 0 means one minute. The answer after the
	// final dot may take five times that.
	Timeout time.Duration

	mu     sync.Mutex
	client *smtp.Client
	conn   net.Conn
	// startTLS is set once the relay has offered it, and from then on required.
	startTLS bool
}

// NewRelay reads smtp://user:password@host:port (STARTTLS where offered) or
// smtps:// (TLS from the start). Its errors never quote the URL.
func NewRelay(raw string) (*Relay, error) {
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" || u.Scheme != "smtp" && u.Scheme != "smtps" {
		return nil, errors.New("SMTP_URL is no URL such as smtps://user:password@host")
	}
	r := &Relay{host: u.Hostname(), implicit: u.Scheme == "smtps", user: u.User.Username()}
	r.password, _ = u.User.Password()
	port := u.Port()
	if port == "" {
		port = map[bool]string{true: "465", false: "587"}[r.implicit]
	}
	r.addr = net.JoinHostPort(r.host, port)
	return r, nil
}

// Close ends the kept connection.
func (r *Relay) Close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.drop()
}

// Check connects and logs in, without sending anything.
func (r *Relay) Check(ctx context.Context) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.connect(ctx); err != nil {
		return err
	}
	if err := r.client.Noop(); err != nil {
		r.drop()
		return err
	}
	return nil
}

// Send hands one letter over and says what became of it. It never sends a
// letter twice by itself.
func (r *Relay) Send(ctx context.Context, from, to string, msg []byte) Outcome {
	r.mu.Lock()
	defer r.mu.Unlock()
	stop := context.AfterFunc(ctx, func() {
		if c := r.conn; c != nil {
			_ = c.SetDeadline(time.Now()) // wakes whatever waits on it
		}
	})
	defer stop()
	fresh := r.client == nil
	if err := r.connect(ctx); err != nil {
		return outcomeOf(err, Later)
	}
	failpoint.At("relay.connected")
	err := r.client.Mail(from, r.options(from, to, msg))
	if err != nil && !fresh && !isReply(err) || isCode(err, 421) && !fresh {
		// The kept connection had died in the meantime; a new one has not.
		r.drop()
		if err = r.connect(ctx); err == nil {
			err = r.client.Mail(from, r.options(from, to, msg))
		}
	}
	if err != nil {
		return r.after(err, Later)
	}
	failpoint.At("relay.mail")
	if most, ok := r.client.MaxMessageSize(); ok && most > 0 && len(msg) > most {
		r.reset()
		return Outcome{Class: Never, Code: 552, Enhanced: "5.3.4", Text: fmt.Sprintf("the letter has %d bytes, the relay takes %d", len(msg), most)}
	}
	if err := r.client.Rcpt(to, nil); err != nil {
		return r.after(err, Later)
	}
	return r.data(msg)
}

func (r *Relay) data(msg []byte) Outcome {
	w, err := r.client.Data()
	if err != nil {
		return r.after(err, Later)
	}
	failpoint.At("relay.data")
	if _, err := w.Write(crlf(msg)); err != nil {
		return r.after(err, Later) // the final dot was never sent
	}
	failpoint.At("relay.dot")
	if err := w.Close(); err != nil {
		return r.after(err, Unknown)
	}
	return Outcome{Class: Delivered, Code: 250}
}

// crlf makes all line ends CRLF, so that no bare one can end the letter early.
func crlf(msg []byte) []byte {
	if bytes.Count(msg, []byte("\n")) == bytes.Count(msg, []byte("\r\n")) && bytes.Count(msg, []byte("\r")) == bytes.Count(msg, []byte("\r\n")) {
		return msg
	}
	flat := bytes.ReplaceAll(bytes.ReplaceAll(msg, []byte("\r\n"), []byte("\n")), []byte("\r"), []byte("\n"))
	return bytes.ReplaceAll(flat, []byte("\n"), []byte("\r\n"))
}

func (r *Relay) options(from, to string, msg []byte) *smtp.MailOptions {
	o := &smtp.MailOptions{}
	if ok, _ := r.client.Extension("SIZE"); ok {
		o.Size = int64(len(msg))
	}
	if !ascii(from) || !ascii(to) {
		o.UTF8 = true
	}
	return o
}

func ascii(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= 0x80 }) < 0
}

func (r *Relay) connect(ctx context.Context) error {
	if r.client != nil {
		return nil
	}
	timeout := r.Timeout
	if timeout == 0 {
		timeout = time.Minute
	}
	err := r.dial(ctx, timeout)
	if errors.Is(err, errSecure) {
		r.startTLS = true
		err = r.dial(ctx, timeout)
	}
	return err
}

// errSecure says that the relay offers STARTTLS: the link is made anew with it.
var errSecure = errors.New("the relay offers STARTTLS")

func (r *Relay) dial(ctx context.Context, timeout time.Duration) error {
	dialer := net.Dialer{Timeout: timeout, KeepAlive: 30 * time.Second}
	conn, err := dialer.DialContext(ctx, "tcp", r.addr)
	if err != nil {
		return err
	}
	// The greeting is bounded too: a relay that is silent must not hold us.
	_ = conn.SetDeadline(time.Now().Add(timeout))
	config := &tls.Config{}
	if r.TLS != nil {
		config = r.TLS.Clone()
	}
	if config.ServerName == "" {
		config.ServerName = r.host
	}
	client, err := r.greet(ctx, conn, config, timeout)
	if err != nil {
		_ = conn.Close()
		return err
	}
	_ = conn.SetDeadline(time.Time{})
	r.client, r.conn = client, conn
	return nil
}

func (r *Relay) open(ctx context.Context, conn net.Conn, config *tls.Config) (*smtp.Client, error) {
	switch {
	case r.implicit:
		secure := tls.Client(conn, config)
		if err := secure.HandshakeContext(ctx); err != nil {
			return nil, err
		}
		return smtp.NewClient(secure), nil
	case r.startTLS:
		return smtp.NewClientStartTLS(conn, config)
	}
	return smtp.NewClient(conn), nil
}

func (r *Relay) greet(ctx context.Context, conn net.Conn, config *tls.Config, timeout time.Duration) (*smtp.Client, error) {
	client, err := r.open(ctx, conn, config)
	if err != nil {
		return nil, err
	}
	client.CommandTimeout, client.SubmissionTimeout = timeout, 5*timeout
	if !r.startTLS { // which has said it already
		if err := client.Hello("localhost"); err != nil {
			return nil, err
		}
	}
	if ok, _ := client.Extension("STARTTLS"); ok && !r.implicit && !r.startTLS {
		return nil, errSecure
	}
	if !r.implicit && !r.startTLS && r.user != "" && !loopback(r.host) {
		return nil, errors.New("the relay offers no STARTTLS, and a password is not sent in the clear: use smtps://")
	}
	if r.user == "" {
		return client, nil
	}
	var auth sasl.Client = sasl.NewPlainClient("", r.user, r.password)
	if !client.SupportsAuth(sasl.Plain) && client.SupportsAuth(sasl.Login) {
		auth = sasl.NewLoginClient(r.user, r.password)
	}
	return client, client.Auth(auth)
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// after classes an error and brings the connection back into a known state.
func (r *Relay) after(err error, otherwise Class) Outcome {
	out := outcomeOf(err, otherwise)
	if !isReply(err) || out.Code == 421 {
		r.drop()
		return out
	}
	r.reset()
	return out
}

// reset ends the mail at hand: after a refused recipient some servers answer
// the next MAIL with 503.
func (r *Relay) reset() {
	if err := r.client.Reset(); err != nil {
		r.drop()
	}
}

func (r *Relay) drop() {
	if r.client != nil {
		_ = r.client.Close()
	}
	r.client, r.conn = nil, nil
}

func isReply(err error) bool {
	var reply *smtp.SMTPError
	return errors.As(err, &reply)
}

func isCode(err error, code int) bool {
	var reply *smtp.SMTPError
	return errors.As(err, &reply) && reply.Code == code
}

func outcomeOf(err error, otherwise Class) Outcome {
	var reply *smtp.SMTPError
	if !errors.As(err, &reply) {
		return Outcome{Class: otherwise, Text: oneLine(err.Error())}
	}
	out := Outcome{Class: Never, Code: reply.Code, Text: oneLine(reply.Message)}
	if reply.EnhancedCode[0] > 0 {
		out.Enhanced = fmt.Sprintf("%d.%d.%d", reply.EnhancedCode[0], reply.EnhancedCode[1], reply.EnhancedCode[2])
	}
	if reply.Temporary() {
		out.Class = Later
	}
	return out
}
