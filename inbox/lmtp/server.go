// Package lmtp is a server for LMTP (RFC 2033). It takes letters from a mail server on the same machine,
// passes them to an intake.Taker and answers according to its decision. Letters are not stored here.
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
	"pitpost.example/inbox/mime"
	"pitpost.example/meter"
	"pitpost.example/model"
)

const (
	maxLine         = 1 << 20          // bytes of a line, far more than the standard allows
	maxRecipients   = 100              // of one letter
	maxConnections  = 20               // at the same time
	commandPatience = 30 * time.Second // for one command or a whole letter; the server is on this machine, and a silent connection keeps others out
	lastAnswer      = 200 * time.Millisecond
	takePatience    = 2 * time.Minute        // for deciding about a letter, well below what mail servers wait
	awayStep        = 500 * time.Millisecond // between two tries while the database is away
)

// Server takes letters from a mail server on this machine. It answers for each recipient separately, and
// positively only after the Taker has stored its decision.
type Server struct {
	Take intake.Taker
	// Ours reports whether a recipient is this house. Others are refused at RCPT.
	Ours func(recipient string) bool
	// MX is the name that our own mail server writes into its Received header. That header is then believed
	// about the client that sent the letter. With "" none is believed.
	MX  string
	Log *slog.Logger
	// Meter counts refused recipients. It may be nil.
	Meter *meter.Meter
}

// Listen listens at HOST:PORT on loopback, or on a Unix socket if where is a path. A socket left behind by a
// dead process is replaced.
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
	// The mail server runs as another user. Access to the socket is controlled by the rights of its
	// directory.
	if err := os.Chmod(where, 0o666); err != nil {
		l.Close()
		return nil, err
	}
	return l, nil
}

// deserted reports whether a path is a socket on which nobody listens.
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

// Serve takes letters until ctx ends. A letter that is being decided then is answered with "try again later".
func (d *Server) Serve(ctx context.Context, l net.Listener) error {
	s := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) {
		return &delivery{door: d, ctx: ctx}, nil
	}))
	s.LMTP, s.Domain = true, "pitpost"
	s.MaxMessageBytes = intake.MaxSize
	s.MaxLineLength, s.MaxRecipients = maxLine, maxRecipients
	s.ReadTimeout, s.WriteTimeout = commandPatience, commandPatience
	s.EnableSMTPUTF8 = true
	s.ErrorLog = log.New(io.Discard, "", 0) // clients are told what they did wrong; nobody else needs to know
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		<-ctx.Done()
		_ = l.Close()
		time.Sleep(lastAnswer) // decisions have ended with ctx, and their "later" is still being sent
		_ = s.Close()
	}()
	err := s.Serve(mime.OneCR(netutil.LimitListener(l, maxConnections)))
	if ctx.Err() != nil {
		<-closed
		return nil
	}
	return fmt.Errorf("serve LMTP: %w", err)
}

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

// Rcpt adds a recipient, and refuses those that are not this house.
func (s *delivery) Rcpt(to string, _ *smtp.RcptOptions) error {
	if !s.door.Ours(to) {
		s.door.Meter.TurnedAway("lmtp")
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "nobody here by that address"}
	}
	s.to = append(s.to, to)
	return nil
}

// Data is for SMTP clients, which expect one answer for all recipients. LMTP never calls it.
func (s *delivery) Data(io.Reader) error { return later("this is LMTP") }

// LMTPData has the letter decided for each recipient and answers for each separately.
func (s *delivery) LMTPData(r io.Reader, status smtp.StatusCollector) error {
	raw, err := io.ReadAll(r)
	switch {
	case errors.Is(err, smtp.ErrDataTooLarge):
		return &smtp.SMTPError{Code: 552, EnhancedCode: smtp.EnhancedCode{5, 3, 4},
			Message: fmt.Sprintf("the letter is too big: at most %d bytes are read", intake.MaxSize)}
	case errors.Is(err, smtp.ErrTooLongLine):
		return &smtp.SMTPError{Code: 554, EnhancedCode: smtp.EnhancedCode{5, 6, 0},
			Message: fmt.Sprintf("the letter has a line of more than %d bytes", maxLine)}
	case err != nil:
		return later("the letter did not come through whole")
	}
	ip, helo := client(raw, s.door.MX)
	for i, to := range s.to {
		// This recipient comes first. The others show that the letter went to several seats.
		all := append([]string{to}, append(s.to[:i:i], s.to[i+1:]...)...)
		status.SetStatus(to, s.decide(raw, &intake.Envelope{From: s.from, To: all, Client: ip, Helo: helo}))
	}
	return nil
}

// decide returns nil only if the decision is stored, otherwise a temporary error.
func (s *delivery) decide(raw []byte, e *intake.Envelope) error {
	ctx, cancel := context.WithTimeout(s.ctx, takePatience)
	defer cancel()
	fate, err := s.take(ctx, raw, intake.Source{Name: model.DoorLMTP, Size: int64(len(raw)), Envelope: e})
	switch {
	case err != nil:
		s.door.Log.Warn("letter not taken", "door", "lmtp", "error", err)
		return later("the letter could not be kept")
	case fate == intake.Later:
		return later("the letter cannot be decided yet")
	}
	return nil
}

// take has the letter decided, and tries again while the database is away. A mail server that is told "later"
// comes back only after minutes, but another machine may take over within seconds.
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

// Reset drops the letter that was begun.
func (s *delivery) Reset() { s.from, s.to = "", nil }

// Logout ends the session.
func (s *delivery) Logout() error { return nil }

// receivedFrom matches the beginning of a Received header as SMTP servers write it: "from HELO (NAME [IP])
// (more) by SERVER".
var receivedFrom = regexp.MustCompile(`(?is)^\s*from\s+(\S+)\s+\((?:[^()\[\]]*\s)?\[(?:ipv6:)?([0-9a-f.:]+)\][^()]*\)(?:\s+\((?:[^()]|\([^()]*\))*\))*\s+by\s+(\S+)`)

// client returns who sent the letter to our own mail server, according to the topmost Received header. It
// returns nothing unless our server wrote that header, because those below were written by strangers.
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
