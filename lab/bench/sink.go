package bench

import (
	"io"
	"log"
	"net"
	"time"

	"github.com/emersion/go-smtp"
)

// sink receives the house's outgoing letters: an SMTP server that accepts all.
type sink struct {
	server *smtp.Server
	addr   string
}

func openSink(arrive func(to string, raw []byte, at time.Time)) *sink {
	l := have(net.Listen("tcp", "127.0.0.1:0"))
	s := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return &sinkSession{arrive: arrive}, nil }))
	s.Domain = "sink.test"
	s.MaxLineLength = 1 << 16
	s.EnableSMTPUTF8 = true
	s.ErrorLog = log.New(io.Discard, "", 0)
	go func() { _ = s.Serve(l) }()
	return &sink{server: s, addr: l.Addr().String()}
}

func (s *sink) close() { _ = s.server.Close() }

type sinkSession struct {
	arrive func(to string, raw []byte, at time.Time)
	to     string
}

// Reset forgets the recipient.
func (s *sinkSession) Reset() { s.to = "" }

// Logout does nothing.
func (s *sinkSession) Logout() error { return nil }

// Mail takes any sender.
func (s *sinkSession) Mail(string, *smtp.MailOptions) error { return nil }

// Rcpt takes any recipient.
func (s *sinkSession) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.to = to
	return nil
}

// Data takes a letter.
func (s *sinkSession) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err == nil {
		s.arrive(s.to, raw, time.Now())
	}
	return err
}
