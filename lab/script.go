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
	letters  []*Received
	commands []string
	conns    map[net.Conn]bool
}

// SMTPScript starts a server that speaks plain SMTP and answers well, but for
// the steps: the first one that fits an occasion is taken. It ends with the
// test.
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

// Add appends steps to a running script.
func (s *Script) Add(steps ...Step) { s.note(func() { s.steps = append(s.steps, steps...) }) }

// note does something with what all sessions share.
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

// take finds the step for an occasion and uses it up.
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

// usual are the answers to commands; any other is content with "250 2.0.0 ok".
var usual = map[string]string{
	"EHLO": "250-script\n250-8BITMIME\n250-ENHANCEDSTATUSCODES\n250 SIZE 10485760",
	"MAIL": "250 2.1.0 ok",
	"RCPT": "250 2.1.5 ok",
	"DATA": "354 go on",
	"QUIT": "221 2.0.0 bye",
}

// obey answers one command, and a letter's body after DATA; false ends the
// connection.
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

// body reads a letter up to its final dot and notes it, before any fault: it
// was sent, and what became of it is the sender's guess.
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

// answer sends the script's reply to an occasion, or the usual one. It
// returns what was sent, and false when the connection is to end.
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
	// 421 announces that the server hangs up.
	return reply, !step.Drop && !strings.HasPrefix(reply, "421")
}

// fault does the step for an occasion that has no answer.
func (s *session) fault(occasion string) bool {
	step, scripted := s.script.take(occasion)
	return !scripted || s.pause(step) && !step.Drop
}

// pause waits as the step says; a silent step waits for the script's end.
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

// path takes the address out of "FROM:<ana@example.org> SIZE=7".
func path(argument string) string {
	_, rest, _ := strings.Cut(argument, "<")
	address, _, _ := strings.Cut(rest, ">")
	return address
}
