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
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/emersion/go-sasl"
	"github.com/emersion/go-smtp"

	"pitpost.example/failpoint"
	"pitpost.example/mailer/render"
)

// Relay is the server that takes our letters, reached over a few connections that are kept
// between letters. It is safe for use by many; where all connections are in use they take
// turns.
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
	// Conns is how many connections there are at most; 0 means 1. It is for a relay that
	// nobody uses yet.
	Conns int

	once sync.Once
	turn chan struct{} // holds one for each connection in use
	idle chan *pooled  // those that are kept
	// startTLS is set once the relay has offered it, and from then on required.
	startTLS atomic.Bool
	// bare is set for a relay on this very machine whose certificate does not
	// hold: letters to it leave no machine, and are sent without TLS.
	bare atomic.Bool
}

// NewRelay reads smtp://user:password@host:port (STARTTLS where offered) or
// smtps:// (TLS from the start). Its errors never quote the URL.
func NewRelay(raw string) (*Relay, error) {
	u, err := url.Parse(raw)
	if err != nil || u.Hostname() == "" || u.Scheme != "smtp" && u.Scheme != "smtps" {
		return nil, errors.New("SMTP_URL is no URL such as smtps://user:password@host")
	}
	r := &Relay{host: u.Hostname(), implicit: u.Scheme == "smtps", user: u.User.Username()}
	r.password, _ = u.User.Password()
	port := cmp.Or(u.Port(), map[bool]string{true: "465", false: "587"}[r.implicit])
	r.addr = net.JoinHostPort(r.host, port)
	return r, nil
}

// Close takes leave of the relay. A later Send connects anew.
func (r *Relay) Close() {
	for range r.conns() {
		_ = r.take(context.Background())
	}
	for l := r.kept(); l != nil; l = r.kept() {
		l.CommandTimeout = time.Second // it may be long gone
		_ = l.Quit()
		l.close()
	}
	for range r.conns() {
		<-r.turn
	}
}

// Check connects and logs in, without sending anything.
func (r *Relay) Check(ctx context.Context) error {
	var heard error
	err := r.use(ctx, func(l *pooled) (usable, stale bool) {
		heard = l.Noop()
		return heard == nil, heard != nil
	})
	return cmp.Or(err, heard)
}

// Send hands one letter over and says what became of it. It never sends a
// letter twice by itself. When ctx ends, the connection does.
func (r *Relay) Send(ctx context.Context, from, to string, msg []byte) Outcome {
	if !render.FitsHeader(to) {
		return Outcome{Class: Never, Code: 553, Enhanced: "5.1.3", Text: "that is no address to send to", BadAddress: true}
	}
	var out Outcome
	err := r.use(ctx, func(l *pooled) (usable, stale bool) {
		out, usable, stale = l.send(from, to, msg)
		return usable, stale
	})
	if err != nil {
		// Whatever the relay has against us now, it knows nothing of this letter.
		out = outcomeOf(err, Later)
		out.Class = Later
	}
	return out
}

// errNoTurn says that all connections were in use until it was too late.
var errNoTurn = errors.New("the turn to send never came")

// use has a connection at hand do something: one that is kept, or a new one where that turns out
// to have died before the relay heard of anything. An error says that there was none to be had.
func (r *Relay) use(ctx context.Context, do func(l *pooled) (usable, stale bool)) error {
	if err := r.take(ctx); err != nil {
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
		r.done(l, usable)
		if !kept || !stale || ctx.Err() != nil {
			return nil
		}
		for other := r.kept(); other != nil; other = r.kept() {
			other.close() // who found one dead wants none of the others either
		}
	}
}

// send hands one letter over. It says whether the connection is of more use, and whether it was of
// none from the beginning.
func (l *pooled) send(from, to string, msg []byte) (out Outcome, usable, stale bool) {
	failpoint.At("relay.connected")
	if most, _ := l.MaxMessageSize(); most > 0 && len(msg) > most {
		return Outcome{Class: Never, Code: 552, Enhanced: "5.3.4", Text: fmt.Sprintf("the letter has %d bytes, the relay takes %d", len(msg), most)}, true, false
	}
	utf8 := !render.ASCII(from) || !render.ASCII(to)
	if offered, _ := l.Extension("SMTPUTF8"); utf8 && !offered {
		return Outcome{Class: Never, Code: 553, Enhanced: "5.6.7", Text: "the relay takes no address in other letters than a to z", BadAddress: true}, true, false
	}
	at, err := l.hand(from, to, msg, utf8)
	switch {
	case err == nil:
		return Outcome{Class: Delivered, Code: 250}, true, false
	case gone(err):
		return outcomeAt(at, err), false, at == atSender
	}
	return outcomeAt(at, err), l.renew() == nil, false
}

// outcomeAt is what an error means for the letter that had come so far.
func outcomeAt(at stage, err error) Outcome {
	otherwise := Later
	if at == atDot {
		otherwise = Unknown
	}
	out := outcomeOf(err, otherwise)
	switch at {
	case atSender:
		if aboutLogin(out) {
			out.Class = Later
		}
		out.BadSender = out.Class == Never
	case atRecipient:
		out.BadAddress = out.Class == Never && aboutRecipient(out)
	}
	return out
}

func outcomeOf(err error, otherwise Class) Outcome {
	var reply *smtp.SMTPError
	if !errors.As(err, &reply) || reply.Code < 200 || reply.Code > 599 {
		return Outcome{Class: otherwise, Text: render.OneLine(err.Error())}
	}
	out := Outcome{Class: Never, Code: reply.Code, Text: render.OneLine(reply.Message)}
	if code := reply.EnhancedCode; code == (smtp.EnhancedCode{}) && enhancedAlone.MatchString(out.Text) {
		out.Enhanced, out.Text = out.Text, "" // go-smtp finds one only before a text
	} else if code[0] > 0 {
		out.Enhanced = fmt.Sprintf("%d.%d.%d", code[0], code[1], code[2])
	}
	if reply.Code/100 != 5 {
		out.Class = Later
	}
	return out
}

var enhancedAlone = regexp.MustCompile(`^[245]\.\d{1,3}\.\d{1,3}$`)

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
