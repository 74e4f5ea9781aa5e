package lab

import (
	"bufio"
	"net"
	"strings"
	"sync"
	"testing"
	"time"
)

// Step is one thing a scripted server does otherwise than a good one would.
type Step struct {
	// On is when: "CONNECT", a command's verb ("EHLO", "MAIL", "RCPT", "DATA",
	// "RSET", "NOOP", "QUIT", …), "BODY" as the first line of a letter comes
	// in, or "." at its end.
	On string
	// Reply is the answer, several lines divided by \n; empty for the usual one.
	Reply string
	// Wait passes before the answer.
	Wait time.Duration
	// Silent: no answer ever, while the connection stays open.
	Silent bool
	// Drop closes the connection, after Reply if there is one.
	Drop bool
	// Always keeps the step for every later occasion; else it is used up.
	Always bool
}

// Received is a letter a scripted server took, whatever it then answered.
type Received struct {
	From string // as MAIL said it, without brackets and parameters
	To   []string
	Data string // with CRLF line ends, dots unstuffed
	// Acked tells that the server's answer to the final dot began with 250.
	Acked bool
}

// Script is a running scripted SMTP server.
type Script struct {
	Addr string

	listener net.Listener
	closed   chan struct{}
	sessions sync.WaitGroup

	mu       sync.Mutex
	steps    []Step
	letters  []Received
	commands []string
	conns    map[net.Conn]bool
}

// SMTPScript starts a server that speaks plain SMTP and answers well, but for
// the steps: the first one that fits an occasion is taken. It ends with the
// test.
func SMTPScript(tb testing.TB, steps ...Step) *Script {
	tb.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	Check(tb, err)
	s := &Script{
		Addr: listener.Addr().String(), listener: listener, steps: steps,
		closed: make(chan struct{}), conns: map[net.Conn]bool{},
	}
	s.sessions.Go(s.accept)
	tb.Cleanup(s.close)
	return s
}

// Letters returns the letters received so far, in order.
func (s *Script) Letters() []Received {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Received(nil), s.letters...)
}

// Commands returns every command line received so far, in order.
func (s *Script) Commands() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.commands...)
}

// Add appends steps to a running script.
func (s *Script) Add(steps ...Step) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.steps = append(s.steps, steps...)
}

func (s *Script) close() {
	close(s.closed)
	s.listener.Close()
	s.mu.Lock()
	for conn := range s.conns {
		conn.Close()
	}
	s.mu.Unlock()
	s.sessions.Wait()
}

func (s *Script) accept() {
	for {
		conn, err := s.listener.Accept()
		if err != nil {
			return
		}
		s.mu.Lock()
		s.conns[conn] = true
		s.mu.Unlock()
		s.sessions.Go(func() {
			(&session{script: s, conn: conn, in: bufio.NewReader(conn)}).serve()
			conn.Close()
			s.mu.Lock()
			delete(s.conns, conn)
			s.mu.Unlock()
		})
	}
}

// take finds the step for an occasion and uses it up.
func (s *Script) take(occasion string) (Step, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, step := range s.steps {
		if strings.EqualFold(step.On, occasion) {
			if !step.Always {
				s.steps = append(s.steps[:i:i], s.steps[i+1:]...)
			}
			return step, true
		}
	}
	return Step{}, false
}
