package send

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"

	"pitpost.example/failpoint"
	"pitpost.example/mailer/render"
)

// Relay is the SMTP server that accepts our letters. It keeps a few connections open between letters. It is
// safe for concurrent use; if all connections are in use, callers wait for their turn.
type Relay struct {
	host, addr     string
	implicit       bool // TLS from the first byte
	user, password string
	// TLS is the configuration for smtps and STARTTLS; nil means the system's roots.
	TLS *tls.Config
	// Auth, if set, returns how to log in as user, instead of by password. has reports whether the relay
	// supports a mechanism.
	Auth func(ctx context.Context, user string, has func(mechanism string) bool) (sasl.Client, error)
	// Timeout limits each command; 0 means one minute. Making a connection may take twice as long. Sending a
	// letter and the answer after its final dot may each take five times as long.
	Timeout time.Duration

	turn chan struct{} // one element for each connection in use
	idle chan *pooled  // idle connections
	// startTLS is set once the relay has offered STARTTLS, and from then on TLS is required.
	startTLS atomic.Bool
	// bare is set for a relay on this machine whose certificate is not valid. Letters to it do not leave the
	// machine, so they are sent without TLS.
	bare atomic.Bool
}

// NewRelay parses smtp://user:password@host:port (STARTTLS if offered) or smtps:// (TLS from the start). The
// relay makes at most so many connections. Errors never contain the URL.
func NewRelay(raw string, connections int) (*Relay, error) {
	u, err := url.Parse(raw)
	if err != nil || u.Hostname() == "" || u.Scheme != "smtp" && u.Scheme != "smtps" {
		return nil, errors.New("SMTP_URL is no URL such as smtps://user:password@host")
	}
	r := &Relay{host: u.Hostname(), implicit: u.Scheme == "smtps", user: u.User.Username(),
		turn: make(chan struct{}, connections), idle: make(chan *pooled, connections)}
	r.password, _ = u.User.Password()
	port := cmp.Or(u.Port(), map[bool]string{true: "465", false: "587"}[r.implicit])
	r.addr = net.JoinHostPort(r.host, port)
	return r, nil
}

// Close waits for letters being sent, and closes all connections. A later Send connects again.
func (r *Relay) Close() {
	for range cap(r.turn) {
		_ = r.acquire(context.Background())
	}
	for l := r.idleConn(); l != nil; l = r.idleConn() {
		l.CommandTimeout = time.Second // the connection may be long dead
		_ = l.Quit()
		l.close()
	}
	for range cap(r.turn) {
		<-r.turn
	}
}

// Check connects and logs in, but sends no letter.
func (r *Relay) Check(ctx context.Context) error {
	var heard error
	err := r.use(ctx, func(l *pooled) (usable, stale bool) {
		heard = l.Noop()
		return heard == nil, heard != nil
	})
	if err = cmp.Or(err, heard); err != nil {
		return fmt.Errorf("%s: %w", reason(err), err)
	}
	return nil
}

// Send hands over one letter and returns the answer. It never sends a letter twice. If ctx ends, the
// connection is closed.
func (r *Relay) Send(ctx context.Context, from, to string, msg []byte) Answer {
	if !render.FitsHeader(to) {
		return Answer{Class: Never, Code: 553, Enhanced: "5.1.3", Text: "that is no address to send to", BadAddress: true}
	}
	var out Answer
	err := r.use(ctx, func(l *pooled) (usable, stale bool) {
		out, usable, stale = l.send(from, to, msg)
		return usable, stale
	})
	if err != nil {
		// Whatever the relay refuses now, it has not seen this letter.
		out = answerOf(err, Later)
		out.Class, out.Why = Later, reason(err)
	}
	return out
}

// use calls do with a connection: an idle one, or another if that one turns out to have died before the relay
// received anything. It returns an error if there was no connection to be had.
func (r *Relay) use(ctx context.Context, do func(l *pooled) (usable, stale bool)) error {
	if err := r.acquire(ctx); err != nil {
		return err
	}
	defer func() { <-r.turn }()
	for {
		l, kept, err := r.connect(ctx)
		if err != nil {
			return err
		}
		stop := context.AfterFunc(ctx, l.close)
		usable, stale := do(l)
		stop()
		r.release(l, usable)
		if !kept || !stale || ctx.Err() != nil {
			return nil
		}
		for other := r.idleConn(); other != nil; other = r.idleConn() {
			other.close() // if one is dead, the others probably are too
		}
	}
}

// send hands over one letter. usable reports whether the connection can be used again, and stale whether it
// was dead from the start.
func (l *pooled) send(from, to string, msg []byte) (out Answer, usable, stale bool) {
	failpoint.KillAt("relay.connected")
	if most, _ := l.MaxMessageSize(); most > 0 && len(msg) > most {
		return Answer{Class: Never, Code: 552, Enhanced: "5.3.4", Text: fmt.Sprintf("the letter has %d bytes, the relay takes %d", len(msg), most)}, true, false
	}
	utf8 := !render.ASCII(from) || !render.ASCII(to)
	if offered, _ := l.Extension("SMTPUTF8"); utf8 && !offered {
		return Answer{Class: Never, Code: 553, Enhanced: "5.6.7", Text: "the relay takes no address in other letters than a to z", BadAddress: true}, true, false
	}
	at, err := l.hand(from, to, msg, utf8)
	if err == nil {
		return Answer{Class: Delivered, Code: 250}, true, false
	}
	out = answerAt(at, err)
	if out.Code == 0 || out.Code == 421 { // the relay has hung up, or is about to
		return out, false, at == atSender
	}
	return out, l.renew() == nil, false
}

// answerAt returns what an error at this stage means for the letter.
func answerAt(at stage, err error) Answer {
	otherwise := Later
	if at == atDot {
		otherwise = Unknown
	}
	out := answerOf(err, otherwise)
	switch at {
	case atSender:
		if slices.Contains(loginCodes, out.Code) {
			out.Class, out.Why = Later, reason(err) // once the operator has corrected the login, the letter can be sent
		}
		out.BadSender = out.Class == Never
	case atRecipient:
		out.BadAddress = out.Class == Never && aboutRecipient(out)
	}
	return out
}

func answerOf(err error, otherwise Class) Answer {
	var reply *smtp.SMTPError
	if !errors.As(err, &reply) || reply.Code < 200 || reply.Code > 599 {
		return Answer{Class: otherwise, Text: render.OneLine(err.Error()), Why: reason(err)}
	}
	out := Answer{Class: Never, Code: reply.Code, Text: render.OneLine(reply.Message)}
	if code := reply.EnhancedCode; code == (smtp.EnhancedCode{}) && enhancedAlone.MatchString(out.Text) {
		out.Enhanced, out.Text = out.Text, "" // go-smtp only recognises a code that is followed by text
	} else if code[0] > 0 {
		out.Enhanced = fmt.Sprintf("%d.%d.%d", code[0], code[1], code[2])
	}
	if reply.Code/100 != 5 {
		out.Class = Later
	}
	return out
}

var enhancedAlone = regexp.MustCompile(`^[245]\.\d{1,3}\.\d{1,3}$`)

// aboutRecipient reports whether a refusal is about a dead address, and not about us. In RFC 3463 subjects 1
// and 2 are about addresses and mailboxes, except for the codes about the sender.
func aboutRecipient(o Answer) bool {
	switch {
	case o.Enhanced == "5.1.7" || o.Enhanced == "5.1.8" || full(o) || o.Enhanced == "5.2.3":
		return false
	case o.Enhanced == "":
		return o.Code == 550 || o.Code == 551 || o.Code == 553
	}
	return strings.HasPrefix(o.Enhanced, "5.1.") || strings.HasPrefix(o.Enhanced, "5.2.")
}

// full reports whether a mailbox is full at the moment; its address works.
func full(o Answer) bool { return o.Enhanced == "5.2.2" }
