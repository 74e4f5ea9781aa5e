package faults

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"net/mail"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
)

// relayFault is a fault of the relay. At a stage ("mail", "rcpt", "data" before the first byte of a letter is
// read, "body" in the middle of it, "dot" after its end) the relay waits for silence and then answers with code
// or, if that is 0, closes the connection.
type relayFault struct {
	stage   string
	code    int
	silence time.Duration
	most    int // how many letters meet it, 0 for any number
}

// arrived is a letter as the relay received it: the hash of the first copy and the number of copies.
type arrived struct {
	to     string
	sum    [32]byte
	copies int
}

// sink is the relay, which accepts letters for everybody and records them.
type sink struct {
	addr string

	mu      sync.Mutex
	odds    *rand.Rand
	fault   *relayFault
	healed  chan struct{}
	met     int                 // how many letters met the fault in this round
	got     map[string]*arrived // by Message-ID
	refused map[string]bool     // refused for good, by Message-ID
	differ  []string            // Message-IDs with different copies
	fresh   []letter            // not yet read by the players
}

type letter struct {
	to  string
	raw []byte
}

func newSink(t *testing.T) *sink {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &sink{addr: l.Addr().String(), healed: make(chan struct{}), got: map[string]*arrived{}, refused: map[string]bool{}}
	server := smtp.NewServer(smtp.BackendFunc(func(c *smtp.Conn) (smtp.Session, error) { return &handover{sink: s, conn: c}, nil }))
	server.Domain, server.MaxMessageBytes, server.ErrorLog = "relay.test", 32<<20, quietLog{}
	go func() { _ = server.Serve(l) }()
	t.Cleanup(func() {
		s.heal()
		server.Close()
	})
	return s
}

type quietLog struct{}

func (quietLog) Printf(string, ...any) {}
func (quietLog) Println(...any)        {}

// set breaks the relay; every second letter, at random, meets the fault.
func (s *sink) set(f relayFault, odds *rand.Rand) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fault, s.odds = &f, odds
}

// waits reports whether a fault is set that no letter has met yet.
func (s *sink) waits() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.fault != nil && s.met == 0
}

func (s *sink) heal() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fault, s.met = nil, 0
	close(s.healed)
	s.healed = make(chan struct{})
}

// handover is an SMTP session with the relay.
type handover struct {
	sink *sink
	conn *smtp.Conn
	to   string
}

var errCut = errors.New("the line is cut")

// meet applies the fault if it is for this stage and letter.
func (h *handover) meet(stage string) error {
	s := h.sink
	s.mu.Lock()
	f, healed := s.fault, s.healed
	hit := f != nil && f.stage == stage && (f.most == 0 || s.met < f.most) && s.odds.IntN(2) == 0
	if hit {
		s.met++
	}
	s.mu.Unlock()
	if !hit {
		return nil
	}
	select {
	case <-time.After(f.silence):
	case <-healed:
	}
	switch f.code {
	case 0:
		h.conn.Conn().Close()
		return errCut
	case 421:
		time.AfterFunc(100*time.Millisecond, func() { h.conn.Conn().Close() })
	}
	return &smtp.SMTPError{Code: f.code, EnhancedCode: smtp.EnhancedCode{f.code / 100, 7, 0}, Message: "not now, says the lab"}
}

// Reset does nothing; each session delivers one letter.
func (h *handover) Reset() {}

// Logout does nothing.
func (h *handover) Logout() error { return nil }

// Mail accepts any sender.
func (h *handover) Mail(string, *smtp.MailOptions) error { return h.meet("mail") }

// Rcpt sets the recipient; there is only one.
func (h *handover) Rcpt(to string, _ *smtp.RcptOptions) error {
	h.to = strings.ToLower(to)
	return h.meet("rcpt")
}

// Data reads the letter.
func (h *handover) Data(r io.Reader) error {
	if err := h.meet("data"); err != nil {
		return err
	}
	var raw bytes.Buffer
	if _, err := io.CopyN(&raw, r, 400); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if err := h.meet("body"); err != nil {
		return err
	}
	if _, err := io.Copy(&raw, r); err != nil {
		return err // the final dot did not come
	}
	id := idOf(raw.Bytes())
	err := h.meet("dot")
	var answer *smtp.SMTPError
	if errors.As(err, &answer) {
		if answer.Code/100 == 5 {
			h.sink.mu.Lock()
			h.sink.refused[id] = true
			h.sink.mu.Unlock()
		}
		return err
	}
	h.sink.keep(id, h.to, raw.Bytes())
	return err
}

// keep records a letter that the relay has received, whatever the house learns about that.
func (s *sink) keep(id, to string, raw []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	sum := sha256.Sum256(raw)
	if a := s.got[id]; a != nil {
		a.copies++
		if a.sum != sum || a.to != to {
			s.differ = append(s.differ, id)
		}
		return
	}
	s.got[id] = &arrived{to: to, sum: sum, copies: 1}
	s.fresh = append(s.fresh, letter{to, raw})
}

// unread returns the letters received since the last call.
func (s *sink) unread() []letter {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := s.fresh
	s.fresh = nil
	return list
}

func idOf(raw []byte) string {
	m, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return ""
	}
	return strings.Trim(m.Header.Get("Message-ID"), "<> ")
}
