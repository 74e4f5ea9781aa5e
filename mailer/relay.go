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
	"time"
	"unicode"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"
	"golang.org/x/time/rate"

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
	// Auth, when set, gives the means to log in as user, in place of the password; has says
	// which mechanisms the relay knows.
	Auth func(ctx context.Context, user string, has func(mechanism string) bool) (sasl.Client, error)
	// Timeout bounds each command, and twice it the making of a connection; 0
	// means one minute. The letter itself, and the answer after its final dot,
	// may each take five times that.
	Timeout time.Duration
	// Limit holds letters back to what the relay bears; nil for no limit.
	Limit *rate.Limiter

	turn chan struct{} // full while somebody uses what is below
	link *link         // nil for none
	// startTLS is set once the relay has offered it, and from then on required.
	startTLS bool
	// bare is set for a relay on this very machine whose certificate does not
	// hold: letters to it leave no machine, and are sent without TLS.
	bare bool
}

// NewRelay reads smtp://user:password@host:port (STARTTLS where offered) or
// smtps:// (TLS from the start). Its errors never quote the URL.
func NewRelay(raw string) (*Relay, error) {
	u, err := url.Parse(raw)
	if err != nil || u.Hostname() == "" || u.Scheme != "smtp" && u.Scheme != "smtps" {
		return nil, errors.New("SMTP_URL is no URL such as smtps://user:password@host")
	}
	r := &Relay{host: u.Hostname(), implicit: u.Scheme == "smtps", user: u.User.Username(), turn: make(chan struct{}, 1)}
	r.password, _ = u.User.Password()
	port := u.Port()
	if port == "" {
		port = map[bool]string{true: "465", false: "587"}[r.implicit]
	}
	r.addr = net.JoinHostPort(r.host, port)
	return r, nil
}

// Close takes leave of the relay. A later Send connects anew.
func (r *Relay) Close() {
	r.turn <- struct{}{}
	defer func() { <-r.turn }()
	if r.link != nil {
		r.link.client.CommandTimeout = time.Second // it may be long gone
		_ = r.link.client.Quit()
		r.drop()
	}
}

// Check connects and logs in, without sending anything.
func (r *Relay) Check(ctx context.Context) error {
	select {
	case r.turn <- struct{}{}:
		defer func() { <-r.turn }()
	case <-ctx.Done():
		return ctx.Err()
	}
	kept, err := r.connect(ctx)
	if err != nil {
		return err
	}
	err = r.noop(ctx)
	if err != nil && kept {
		if _, err = r.connect(ctx); err == nil {
			err = r.noop(ctx)
		}
	}
	return err
}

func (r *Relay) noop(ctx context.Context) error {
	defer closing(ctx, r.link.conn)()
	err := r.link.client.Noop()
	if err != nil {
		r.drop()
	}
	return err
}

// Send hands one letter over and says what became of it. It never sends a
// letter twice by itself. When ctx ends, the connection does.
func (r *Relay) Send(ctx context.Context, from, to string, msg []byte) Outcome {
	if !fits(to) {
		return Outcome{Class: Never, Code: 553, Enhanced: "5.1.3", Text: "that is no address to send to", BadAddress: true}
	}
	if r.Limit != nil {
		if err := r.Limit.Wait(ctx); err != nil {
			return Outcome{Class: Later, Text: "no room within the relay's limit"}
		}
	}
	select {
	case r.turn <- struct{}{}:
		defer func() { <-r.turn }()
	case <-ctx.Done():
		return Outcome{Class: Later, Text: "the turn to send never came"}
	}
	out, stale := r.try(ctx, from, to, msg)
	if stale && ctx.Err() == nil {
		out, _ = r.try(ctx, from, to, msg)
	}
	return out
}

// fits tells an address that can stand in a command or a header from one that
// would end it or add another. Quoted local parts do not fit.
func fits(address string) bool {
	return strings.Contains(address, "@") && strings.IndexFunc(address, func(r rune) bool {
		return unicode.IsControl(r) || unicode.IsSpace(r) || strings.ContainsRune(`<>,;"()\`, r)
	}) < 0
}

// try is one attempt. stale says that the kept connection had died before the
// relay heard of the letter: a new one has not.
func (r *Relay) try(ctx context.Context, from, to string, msg []byte) (out Outcome, stale bool) {
	kept, err := r.connect(ctx)
	if err != nil {
		// Whatever the relay has against us now, it knows nothing of this letter.
		out = outcomeOf(err, Later)
		out.Class = Later
		return out, false
	}
	client := r.link.client
	defer closing(ctx, r.link.conn)()
	failpoint.At("relay.connected")
	if most, ok := client.MaxMessageSize(); ok && most > 0 && len(msg) > most {
		return Outcome{Class: Never, Code: 552, Enhanced: "5.3.4", Text: fmt.Sprintf("the letter has %d bytes, the relay takes %d", len(msg), most)}, false
	}
	options := &smtp.MailOptions{Size: int64(len(msg)), UTF8: !ascii(from) || !ascii(to)}
	if ok, _ := client.Extension("SMTPUTF8"); options.UTF8 && !ok {
		return Outcome{Class: Never, Code: 553, Enhanced: "5.6.7", Text: "the relay takes no address in other letters than a to z", BadAddress: true}, false
	}
	if err := client.Mail(from, options); err != nil {
		out = r.after(err, Later)
		if aboutLogin(out) {
			out.Class = Later
		}
		out.BadSender = out.Class == Never
		return out, kept && (out.Code == 0 || out.Code == 421)
	}
	failpoint.At("relay.mail")
	if err := client.Rcpt(to, nil); err != nil {
		out = r.after(err, Later)
		out.BadAddress = out.Class == Never && aboutRecipient(out)
		return out, false
	}
	return r.data(msg), false
}

func (r *Relay) data(msg []byte) Outcome {
	w, err := r.link.client.Data()
	if err != nil {
		return r.after(err, Later)
	}
	failpoint.At("relay.data")
	// The client library bounds commands only; a relay that stops reading in
	// the middle of a letter would hold us for ever.
	_ = r.link.conn.SetDeadline(time.Now().Add(5 * r.timeout()))
	if _, err := w.Write(crlf(msg)); err != nil {
		return r.after(err, Later) // the final dot was never sent
	}
	failpoint.At("relay.dot")
	if err := w.Close(); err != nil {
		return r.after(err, Unknown)
	}
	r.link.used = time.Now()
	return Outcome{Class: Delivered, Code: 250}
}

// crlf makes all line ends CRLF, so that no bare one can end the letter early.
func crlf(msg []byte) []byte {
	pairs := bytes.Count(msg, []byte("\r\n"))
	if bytes.Count(msg, []byte("\n")) == pairs && bytes.Count(msg, []byte("\r")) == pairs {
		return msg
	}
	flat := bytes.ReplaceAll(bytes.ReplaceAll(msg, []byte("\r\n"), []byte("\n")), []byte("\r"), []byte("\n"))
	return bytes.ReplaceAll(flat, []byte("\n"), []byte("\r\n"))
}

func ascii(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= 0x80 }) < 0
}

// after classes an error and brings the connection back into a known state.
func (r *Relay) after(err error, otherwise Class) Outcome {
	out := outcomeOf(err, otherwise)
	if out.Code == 0 || out.Code == 421 {
		r.drop()
		return out
	}
	// After a refused recipient some servers answer the next MAIL with 503.
	if err := r.link.client.Reset(); err != nil {
		r.drop()
	}
	return out
}

func outcomeOf(err error, otherwise Class) Outcome {
	var reply *smtp.SMTPError
	if !errors.As(err, &reply) || reply.Code == 0 {
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

// aboutLogin tells that a relay wants us to log in otherwise (RFC 4954): the
// operator can mend that, and the letter is as good as ever.
func aboutLogin(o Outcome) bool {
	return o.Code == 530 || o.Code == 534 || o.Code == 535 || o.Code == 538
}

// aboutRecipient tells a dead address from a relay that will not serve us: RFC
// 3463 counts addresses and mailboxes as subjects 1 and 2, but for the
// sender's own.
func aboutRecipient(o Outcome) bool {
	switch {
	case o.Enhanced == "5.1.7" || o.Enhanced == "5.1.8" || full(o) || o.Enhanced == "5.2.3":
		return false
	case o.Enhanced == "":
		return o.Code == 550 || o.Code == 551 || o.Code == 553
	}
	return strings.HasPrefix(o.Enhanced, "5.1.") || strings.HasPrefix(o.Enhanced, "5.2.")
}

// full tells a mailbox that takes nothing more for now: its address lives.
func full(o Outcome) bool { return o.Enhanced == "5.2.2" }
