package lab

import (
	"bufio"
	"cmp"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// Step is one way in which a scripted server differs from a well-behaved one.
type Step struct {
	// On says when: "CONNECT", a command's verb ("EHLO", "MAIL", "RCPT", "DATA", "RSET", "NOOP", "QUIT", …),
	// "BODY" at the first line of a letter, or "." at its end.
	On string
	// Reply is the answer, with
	//  between its lines; "" means the usual one.
	Reply string
	// Wait is the delay before the answer.
	Wait time.Duration
	// Silent means that there is never an answer, while the connection stays open.
	Silent bool
	// Drop closes the connection, after Reply if there is one.
	Drop bool
	// Always keeps the step; otherwise it is used only once.
	Always bool
}

// Received is a letter that a scripted server received, whatever it answered.
type Received struct {
	From string // as in MAIL, without angle brackets and parameters
	To   []string
	Data string // with CRLF line ends and without dot stuffing
	// Acked is true if the server's answer to the final dot began with 250.
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
	letters  []*Received
	commands []string
	conns    map[net.Conn]bool
}

// SMTPScript starts a server for plain SMTP that behaves well except for the steps. On each occasion the first
// step that fits is taken. The server stops when the test ends.
func SMTPScript(tb testing.TB, steps ...Step) *Script {
	tb.Helper()
	listener := Must(net.Listen("tcp", "127.0.0.1:0"))(tb)
	s := &Script{
		Addr: listener.Addr().String(), listener: listener, steps: steps,
		closed: make(chan struct{}), conns: map[net.Conn]bool{},
	}
	s.sessions.Go(s.accept)
	tb.Cleanup(s.close)
	return s
}

// Letters returns the letters received so far, in order.
func (s *Script) Letters() (all []Received) {
	s.note(func() {
		for _, l := range s.letters {
			all = append(all, *l)
		}
	})
	return all
}

// Commands returns every command line received so far, in order.
func (s *Script) Commands() (all []string) {
	s.note(func() { all = slices.Clone(s.commands) })
	return all
}

// Add adds steps to a running script.
func (s *Script) Add(steps ...Step) { s.note(func() { s.steps = append(s.steps, steps...) }) }

// note calls do while the state that all sessions share is locked.
func (s *Script) note(do func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	do()
}

func (s *Script) close() {
	close(s.closed)
	s.listener.Close()
	s.note(func() {
		for conn := range s.conns {
			conn.Close()
		}
	})
	s.sessions.Wait()
}

func (s *Script) accept() {
	for {
		conn, err := s.listener.Accept()
		if err != nil {
			return
		}
		s.note(func() { s.conns[conn] = true })
		s.sessions.Go(func() {
			(&session{script: s, conn: conn, in: bufio.NewReader(conn)}).serve()
			conn.Close()
			s.note(func() { delete(s.conns, conn) })
		})
	}
}

// take returns the step for an occasion and removes it unless it is for always.
func (s *Script) take(occasion string) (Step, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, step := range s.steps {
		if strings.EqualFold(step.On, occasion) {
			if !step.Always {
				s.steps = slices.Concat(s.steps[:i], s.steps[i+1:])
			}
			return step, true
		}
	}
	return Step{}, false
}

// session is one connection to a scripted server.
type session struct {
	script *Script
	conn   net.Conn
	in     *bufio.Reader
	from   string
	to     []string
}

func (s *session) serve() {
	if _, ok := s.answer("CONNECT", "220 script ready"); !ok {
		return
	}
	for {
		line, err := s.in.ReadString('\n')
		if err != nil {
			return
		}
		line = strings.TrimRight(line, "\r\n")
		s.script.note(func() { s.script.commands = append(s.script.commands, line) })
		if verb, argument, _ := strings.Cut(line, " "); !s.obey(strings.ToUpper(verb), argument) {
			return
		}
	}
}

// usual has the answers to commands; all others get "250 2.0.0 ok".
var usual = map[string]string{
	"EHLO": "250-script\n250-8BITMIME\n250-ENHANCEDSTATUSCODES\n250 SIZE 10485760",
	"MAIL": "250 2.1.0 ok",
	"RCPT": "250 2.1.5 ok",
	"DATA": "354 go on",
	"QUIT": "221 2.0.0 bye",
}

// obey answers one command, and reads a letter after DATA. It returns false if the connection must be closed.
func (s *session) obey(verb, argument string) bool {
	reply, ok := s.answer(verb, cmp.Or(usual[verb], "250 2.0.0 ok"))
	switch {
	case !ok || verb == "QUIT":
		return false
	case verb == "MAIL" && accepted(reply):
		s.from, s.to = path(argument), nil
	case verb == "RCPT" && accepted(reply):
		s.to = append(s.to, path(argument))
	case verb == "DATA" && strings.HasPrefix(reply, "354"):
		return s.body()
	case verb == "RSET":
		s.from, s.to = "", nil
	}
	return true
}

// body reads a letter up to the final dot and records it before any
// fault, because it was sent, whatever the sender learns about it.
func (s *session) body() bool {
	var text strings.Builder
	for first := true; ; first = false {
		line, err := s.in.ReadString('\n')
		if err != nil {
			return false
		}
		if first && !s.fault("BODY") {
			return false
		}
		if line == ".\r\n" {
			break
		}
		text.WriteString(strings.TrimPrefix(line, "."))
	}
	letter := &Received{From: s.from, To: s.to, Data: text.String()}
	s.from, s.to = "", nil
	s.script.note(func() { s.script.letters = append(s.script.letters, letter) })
	reply, ok := s.answer(".", "250 2.0.0 taken")
	s.script.note(func() { letter.Acked = accepted(reply) })
	return ok
}

// answer sends the scripted reply for an occasion, or the usual one. It returns what it sent, and false if the
// connection must be closed.
func (s *session) answer(occasion, usual string) (string, bool) {
	step, scripted := s.script.take(occasion)
	if !scripted {
		return usual, s.send(usual)
	}
	if !s.pause(step) {
		return "", false
	}
	reply := step.Reply
	if reply == "" && !step.Drop {
		reply = usual
	}
	if reply != "" && !s.send(reply) {
		return "", false
	}
	// 421 announces that the server closes the connection.
	return reply, !step.Drop && !strings.HasPrefix(reply, "421")
}

// fault takes the step for an occasion without an answer.
func (s *session) fault(occasion string) bool {
	step, scripted := s.script.take(occasion)
	return !scripted || s.pause(step) && !step.Drop
}

// pause waits as the step says; a silent step waits until the script is closed.
func (s *session) pause(step Step) bool {
	var wait <-chan time.Time
	if !step.Silent {
		wait = time.After(step.Wait)
	}
	select {
	case <-wait:
		return true
	case <-s.script.closed:
		return false
	}
}

func (s *session) send(reply string) bool {
	_, err := s.conn.Write([]byte(strings.ReplaceAll(reply, "\n", "\r\n") + "\r\n"))
	return err == nil
}

func accepted(reply string) bool { return strings.HasPrefix(reply, "250") }

// path returns the address in "FROM:<ana@example.org> SIZE=7".
func path(argument string) string {
	_, rest, _ := strings.Cut(argument, "<")
	address, _, _ := strings.Cut(rest, ">")
	return address
}
