// Package lmtp takes letters from a mail server on this machine (RFC 2033) and brings them to a
// function, whose decision is the answer.
package lmtp

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"log/slog"
	"net"
	"net/netip"
	"net/textproto"
	"os"
	"regexp"
	"strings"
	"time"

	"github.com/emersion/go-smtp"
	"golang.org/x/net/netutil"

	"pitpost.example/inbox/intake"
	"pitpost.example/meter"
	"pitpost.example/model"
)

const (
	maxLine         = 1 << 20          // bytes of a line: far above what mail allows
	maxRecipients   = 100              // of one letter
	maxConnections  = 20               // connections at once
	commandPatience = 30 * time.Second // for one command or a whole letter: the server is on this machine, and silence keeps others out
	lastAnswer      = 200 * time.Millisecond
	takePatience    = 2 * time.Minute        // for deciding about a letter, well below what mail servers wait
	awayStep        = 500 * time.Millisecond // between two tries while what the house keeps things in is away
)

// Server takes letters from a mail server on this machine (RFC 2033). Its "yes" is said for
// each recipient alone, and only after the Taker has kept its decision.
type Server struct {
	Take intake.Taker
	// Ours says which recipients are this house; others are refused at once.
	Ours func(recipient string) bool
	// MX is the name by which our own mail server signs its Received header, which is then
	// believed about who brought the letter; "" believes none.
	MX string
	// MaxSize is the largest letter, in bytes; 0 means intake.MaxSize.
	MaxSize int64
	Log     *slog.Logger
	// Meter counts whom the door turns away; nil for nothing.
	Meter *meter.Meter
	// Now is the time; nil for the machine's.
	Now func() time.Time
}

// Listen listens at HOST:PORT on loopback, or at a socket when where is a path. A socket
// that nobody answers any more is replaced.
func Listen(where string) (net.Listener, error) {
	if !strings.HasPrefix(where, "/") {
		l, err := net.Listen("tcp", where)
		if err != nil {
			return nil, err
		}
		if tcp, ok := l.Addr().(*net.TCPAddr); !ok || !tcp.IP.IsLoopback() {
			l.Close()
			return nil, fmt.Errorf("%s is not on this machine", where)
		}
		return l, nil
	}
	l, err := net.Listen("unix", where)
	if err != nil && deserted(where) && os.Remove(where) == nil {
		l, err = net.Listen("unix", where)
	}
	if err != nil {
		return nil, err
	}
	// The mail server runs as another user; who may enter the folder may bring letters.
	if err := os.Chmod(where, 0o666); err != nil {
		l.Close()
		return nil, err
	}
	return l, nil
}

// deserted tells a socket that a dead process left behind.
func deserted(path string) bool {
	info, err := os.Lstat(path)
	if err != nil || info.Mode()&fs.ModeSocket == 0 {
		return false
	}
	conn, err := net.DialTimeout("unix", path, time.Second)
	if err == nil {
		conn.Close()
	}
	return err != nil
}

// Serve takes letters until ctx ends. A letter that is under way then is answered "later".
func (d *Server) Serve(ctx context.Context, l net.Listener) error {
	s := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) {
		return &delivery{door: d, ctx: ctx}, nil
	}))
	s.LMTP, s.Domain = true, "pitpost"
	s.MaxMessageBytes = d.maxSize()
	s.MaxLineLength, s.MaxRecipients = maxLine, maxRecipients
	s.ReadTimeout, s.WriteTimeout = commandPatience, commandPatience
	s.EnableSMTPUTF8 = true
	s.ErrorLog = log.New(io.Discard, "", 0) // what a peer does wrong is told to the peer
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		<-ctx.Done()
		_ = l.Close()
		time.Sleep(lastAnswer) // deciding has ended with ctx, and its "later" is on the way
		_ = s.Close()
	}()
	err := s.Serve(netutil.LimitListener(l, maxConnections))
	if ctx.Err() != nil {
		<-closed
		return nil
	}
	return fmt.Errorf("serve LMTP: %w", err)
}

func (d *Server) maxSize() int64 { return cmp.Or(d.MaxSize, intake.MaxSize) }

// delivery is one LMTP session.
type delivery struct {
	door *Server
	ctx  context.Context
	from string
	to   []string
}

var _ smtp.LMTPSession = (*delivery)(nil)

// Mail begins a letter.
func (s *delivery) Mail(from string, _ *smtp.MailOptions) error {
	s.Reset()
	s.from = cmp.Or(from, intake.NullSender)
	return nil
}

// Rcpt adds a recipient, refusing those who are not this house.
func (s *delivery) Rcpt(to string, _ *smtp.RcptOptions) error {
	if !s.door.Ours(to) {
		s.door.Meter.TurnedAway("lmtp")
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "nobody here by that address"}
	}
	s.to = append(s.to, to)
	return nil
}

// Data serves a client that asks for one answer only; LMTP has none such.
func (s *delivery) Data(io.Reader) error { return later("this is LMTP") }

// LMTPData has the letter decided for each recipient, who is answered alone.
func (s *delivery) LMTPData(r io.Reader, status smtp.StatusCollector) error {
	raw, err := io.ReadAll(r)
	switch {
	case errors.Is(err, smtp.ErrDataTooLarge):
		return &smtp.SMTPError{Code: 552, EnhancedCode: smtp.EnhancedCode{5, 3, 4},
			Message: fmt.Sprintf("the letter is too big: at most %d bytes are read", s.door.maxSize())}
	case errors.Is(err, smtp.ErrTooLongLine):
		return &smtp.SMTPError{Code: 554, EnhancedCode: smtp.EnhancedCode{5, 6, 0},
			Message: fmt.Sprintf("the letter has a line of more than %d bytes", maxLine)}
	case err != nil:
		return later("the letter did not come through whole")
	}
	ip, helo := client(raw, s.door.MX)
	for i, to := range s.to {
		// The one answered comes first; the others tell that it went to several seats.
		all := append([]string{to}, append(s.to[:i:i], s.to[i+1:]...)...)
		status.SetStatus(to, s.decide(raw, &intake.Envelope{From: s.from, To: all, Client: ip, Helo: helo}))
	}
	return nil
}

// decide says "yes" only when the decision is kept, else "later".
func (s *delivery) decide(raw []byte, e *intake.Envelope) error {
	ctx, cancel := context.WithTimeout(s.ctx, takePatience)
	defer cancel()
	fate, err := s.take(ctx, raw, intake.Source{Name: model.DoorLMTP, ReceivedAt: intake.Now(s.door.Now), Size: int64(len(raw)), Envelope: e})
	switch {
	case err != nil:
		s.door.Log.Warn("letter not taken", "door", "lmtp", "error", err)
		return later("the letter could not be kept")
	case fate == intake.Later:
		return later("the letter cannot be decided yet")
	}
	return nil
}

// take has the letter decided, again and again while the database is away: a mail server that is told "later" comes back when
// minutes have passed, and another machine may lead in seconds.
func (s *delivery) take(ctx context.Context, raw []byte, from intake.Source) (intake.Fate, error) {
	for {
		fate, err := s.door.Take.Ask(ctx, raw, from)
		if _, away := errors.AsType[*intake.Away](err); !away {
			return fate, err
		}
		select {
		case <-ctx.Done():
			return fate, err
		case <-time.After(awayStep):
		}
	}
}

func later(why string) error {
	return &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 0}, Message: why + "; try again later"}
}

// Reset forgets the letter that was begun.
func (s *delivery) Reset() { s.from, s.to = "", nil }

// Logout ends the session.
func (s *delivery) Logout() error { return nil }

// receivedFrom is the first line of trace that an SMTP server writes:
// "from HELO (NAME [IP]) (more) by SERVER".
var receivedFrom = regexp.MustCompile(`(?is)^\s*from\s+(\S+)\s+\((?:[^()\[\]]*\s)?\[(?:ipv6:)?([0-9a-f.:]+)\][^()]*\)(?:\s+\((?:[^()]|\([^()]*\))*\))*\s+by\s+(\S+)`)

// client is who brought the letter to our own mail server, by the topmost Received header
// and only where our server wrote that: what stands below was written by strangers.
func client(raw []byte, server string) (ip netip.Addr, helo string) {
	if server == "" {
		return netip.Addr{}, ""
	}
	head, _ := textproto.NewReader(bufio.NewReader(bytes.NewReader(raw[:min(len(raw), 8<<10)]))).ReadMIMEHeader()
	m := receivedFrom.FindStringSubmatch(head.Get("Received"))
	if m == nil || !strings.EqualFold(strings.TrimSuffix(m[3], ";"), server) {
		return netip.Addr{}, ""
	}
	ip, err := netip.ParseAddr(m[2])
	if err != nil {
		return netip.Addr{}, ""
	}
	return ip.Unmap(), m[1]
}
