package mailer

import (
	"bufio"
	"context"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"

	"github.com/emersion/go-sasl"
)

// A relay that says more than this in one answer is not listened to any longer.
const (
	lineLongest  = 4096 // bytes
	answerMost   = 100  // lines
	challengeMax = 10   // rounds of a log-in
)

// wire is an SMTP conversation (RFC 5321). Only one may use it at a time.
type wire struct {
	conn    net.Conn
	in      *bufio.Reader
	offers  map[string]string // what the relay said it can do, by keyword
	timeout time.Duration     // of each command
	out     []byte            // used again for each letter
}

// refusal is an answer that is not the one hoped for.
type refusal struct {
	code     int
	enhanced string // such as 5.1.1, "" without
	text     string
}

func (r *refusal) Error() string { return fmt.Sprintf("%d %s", r.code, r.text) }

func newWire(conn net.Conn, timeout time.Duration) *wire {
	return &wire{conn: conn, in: bufio.NewReaderSize(conn, lineLongest), timeout: timeout}
}

// patience bounds what follows, in case the relay falls silent.
func (w *wire) patience(d time.Duration) { _ = w.conn.SetDeadline(time.Now().Add(d)) }

// ask sends one command and wants an answer whose code begins with want.
func (w *wire) ask(want, command string) (text string, err error) {
	w.patience(w.timeout)
	if _, err := w.conn.Write([]byte(command + "\r\n")); err != nil {
		return "", err
	}
	return w.hear(want)
}

// hear reads one answer, whose code is to begin with want; else it comes back as a refusal.
func (w *wire) hear(want string) (text string, err error) {
	var lines []string
	code := ""
	for {
		line, err := w.line()
		if err != nil {
			return "", err
		}
		if len(line) < 3 || code != "" && line[:3] != code || len(line) > 3 && line[3] != ' ' && line[3] != '-' || len(lines) == answerMost {
			return "", errors.New("the relay speaks no SMTP")
		}
		code = line[:3]
		lines = append(lines, line[min(4, len(line)):])
		if len(line) == 3 || line[3] == ' ' {
			break
		}
	}
	number, err := strconv.Atoi(code)
	if err != nil || number < 200 || number > 599 {
		return "", errors.New("the relay speaks no SMTP")
	}
	if strings.HasPrefix(code, want) {
		return strings.Join(lines, "\n"), nil
	}
	return "", refused(number, lines)
}

func (w *wire) line() (string, error) {
	line, err := w.in.ReadSlice('\n')
	if err != nil {
		return "", err
	}
	return strings.TrimRight(string(line), "\r\n"), nil
}

// refused takes the enhanced code (RFC 2034) off the lines that begin with it.
func refused(code int, lines []string) *refusal {
	r := &refusal{code: code}
	if first, _, _ := strings.Cut(lines[0], " "); enhancedCode(first) {
		r.enhanced = first
	}
	for i, line := range lines {
		if rest, ok := strings.CutPrefix(line, r.enhanced); ok && r.enhanced != "" {
			lines[i] = strings.TrimSpace(rest)
		}
	}
	r.text = strings.Join(lines, "\n")
	return r
}

func enhancedCode(s string) bool {
	parts := strings.Split(s, ".")
	if len(parts) != 3 || parts[0] != "2" && parts[0] != "4" && parts[0] != "5" {
		return false
	}
	for _, p := range parts {
		if n, err := strconv.Atoi(p); err != nil || n < 0 || len(p) > 3 {
			return false
		}
	}
	return true
}

// hello says who we are, and hears what the relay can do.
func (w *wire) hello() error {
	w.offers = map[string]string{}
	text, err := w.ask("250", "EHLO localhost")
	var r *refusal
	if errors.As(err, &r) && (r.code == 500 || r.code == 502) {
		_, err = w.ask("250", "HELO localhost") // one that knows no extensions
		return err
	}
	if err != nil {
		return err
	}
	lines := strings.Split(text, "\n")
	for _, line := range lines[1:] {
		keyword, rest, _ := strings.Cut(line, " ")
		w.offers[strings.ToUpper(keyword)] = rest
	}
	return nil
}

func (w *wire) offered(keyword string) bool {
	_, ok := w.offers[keyword]
	return ok
}

// secure goes over to TLS and begins anew.
func (w *wire) secure(ctx context.Context, config *tls.Config) error {
	if _, err := w.ask("220", "STARTTLS"); err != nil {
		return err
	}
	if w.in.Buffered() > 0 {
		return errors.New("the relay, or somebody before it, spoke on before TLS began")
	}
	if err := w.over(ctx, config); err != nil {
		return err
	}
	return w.hello()
}

func (w *wire) over(ctx context.Context, config *tls.Config) error {
	w.patience(w.timeout)
	conn := tls.Client(w.conn, config)
	if err := conn.HandshakeContext(ctx); err != nil {
		return err
	}
	w.conn, w.in = conn, bufio.NewReaderSize(conn, lineLongest)
	return nil
}

// knows says whether a mechanism of logging in is offered.
func (w *wire) knows(mechanism string) bool {
	for _, m := range strings.Fields(w.offers["AUTH"]) {
		if strings.EqualFold(m, mechanism) {
			return true
		}
	}
	return false
}

// logIn does what a mechanism asks for (RFC 4954).
func (w *wire) logIn(c sasl.Client) error {
	mechanism, first, err := c.Start()
	if err != nil {
		return err
	}
	command := "AUTH " + mechanism
	if len(first) > 0 {
		command += " " + base64.StdEncoding.EncodeToString(first)
	} else if first != nil {
		command += " ="
	}
	for range challengeMax {
		_, err := w.ask("235", command)
		var r *refusal
		if !errors.As(err, &r) || r.code != 334 {
			return err
		}
		challenge, err := base64.StdEncoding.DecodeString(r.text)
		if err == nil {
			challenge, err = c.Next(challenge)
		}
		if err != nil {
			_, _ = w.ask("501", "*")
			return err
		}
		command = base64.StdEncoding.EncodeToString(challenge)
	}
	return errors.New("the relay never ends the log-in")
}
