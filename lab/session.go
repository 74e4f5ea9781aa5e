package lab

import (
	"bufio"
	"cmp"
	"net"
	"strings"
	"time"
)

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
		s.script.mu.Lock()
		s.script.commands = append(s.script.commands, line)
		s.script.mu.Unlock()
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
	letter := Received{From: s.from, To: s.to, Data: text.String()}
	s.from, s.to = "", nil
	s.script.mu.Lock()
	at := len(s.script.letters)
	s.script.letters = append(s.script.letters, letter)
	s.script.mu.Unlock()
	reply, ok := s.answer(".", "250 2.0.0 taken")
	s.script.mu.Lock()
	s.script.letters[at].Acked = accepted(reply)
	s.script.mu.Unlock()
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
