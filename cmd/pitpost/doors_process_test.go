package main

import (
	"bufio"
	"bytes"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost.example/cmd/pitpost/app"
)

// life is the program as its operator runs it, with all ways in that it has itself. It can be killed and
// started again on the same data.
type life struct {
	t         *testing.T
	data, url string
	lmtp      string
	smtp      string // addresses of the current server
	http      string
	cmd       *exec.Cmd
	log       bytes.Buffer // only to be read once the server is dead
	gone      chan struct{}
}

func newLife(t *testing.T) *life {
	t.Helper()
	l := &life{t: t, data: t.TempDir(), url: emptyHouse(t), lmtp: filepath.Join(t.TempDir(), "lmtp")}
	t.Cleanup(l.kill)
	return l
}

var readyLine = regexp.MustCompile(`^ready smtp=(\S+) imap=\S+ http=(\S+) lmtp=`)

// start starts the server; when it returns, the server takes mail.
func (l *life) start(environ ...string) {
	l.t.Helper()
	l.cmd = exec.Command("pitpost", "serve", "--data", l.data, "--database-url", l.url, "--post-smtp", "127.0.0.1:0", "--post-imap", "127.0.0.1:0",
		"--http", "127.0.0.1:0", "--lmtp", l.lmtp, "--authserv-id", "mx.test")
	l.cmd.Env = append(append(os.Environ(), "PITPOST_WEBHOOK_KEY="+hookSecret, "PITPOST_WEBHOOK_AUTHSERV_ID=mx.test"), environ...)
	l.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	l.cmd.Stderr = &l.log
	out, err := l.cmd.StdoutPipe()
	if err != nil {
		l.t.Fatal(err)
	}
	if err := l.cmd.Start(); err != nil {
		l.t.Fatal(err)
	}
	l.gone = make(chan struct{})
	line, _ := bufio.NewReader(out).ReadString('\n')
	go func() {
		_ = l.cmd.Wait() // how it ended is in its ProcessState
		close(l.gone)
	}()
	found := readyLine.FindStringSubmatch(line)
	if found == nil {
		l.kill()
		l.t.Fatalf("the server says %q:\n%s", line, l.log.String())
	}
	l.smtp, l.http = found[1], found[2]
}

func (l *life) kill() {
	if l.cmd == nil {
		return
	}
	_ = l.cmd.Process.Kill()
	<-l.gone
	l.cmd = nil
}

// died waits until the server has killed itself.
func (l *life) died() {
	l.t.Helper()
	select {
	case <-l.gone:
	case <-time.After(90 * time.Second):
		l.t.Fatal("the server lives on")
	}
	if status, ok := l.cmd.ProcessState.Sys().(syscall.WaitStatus); !ok || status.Signal() != syscall.SIGKILL {
		l.t.Fatalf("the server ended in %v:\n%s", l.cmd.ProcessState, l.log.String())
	}
	l.cmd = nil
}

// doors returns the ways in of the running server.
func (l *life) doors() *manyDoors {
	return &manyDoors{App: &app.App{SMTPAddr: l.smtp, HTTPAddr: l.http, LMTPAddr: l.lmtp}, t: l.t}
}

func (l *life) count(sql string, args ...any) (n int) {
	l.t.Helper()
	conn, err := pgx.Connect(l.t.Context(), l.url)
	if err != nil {
		l.t.Fatal(err)
	}
	defer conn.Close(l.t.Context())
	if err := conn.QueryRow(l.t.Context(), sql, args...).Scan(&n); err != nil {
		l.t.Fatal(err)
	}
	return n
}

// soon waits until the query counts n.
func (l *life) soon(what string, n int, sql string, args ...any) {
	l.t.Helper()
	for end := time.Now().Add(90 * time.Second); l.count(sql, args...) != n; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			l.kill()
			l.t.Fatalf("never happened: %s\n%s", what, l.log.String())
		}
	}
}

// run runs another command of the program on the same house.
func (l *life) run(args ...string) string {
	l.t.Helper()
	cmd := exec.Command("pitpost", append(args, "--data", l.data, "--database-url", l.url)...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		l.t.Fatalf("pitpost %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

func (l *life) get(path string) string {
	l.t.Helper()
	answer, err := http.Get("http://" + l.http + path)
	if err != nil {
		l.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		l.t.Fatal(err)
	}
	return string(text)
}

// vouched returns a letter that opens a practice match and is authenticated at each way in.
func vouched(id, words string) (to, raw string) {
	return "play@pit.localhost", "Authentication-Results: mx.test; dmarc=pass header.from=pit.localhost\r\nFrom: Ana <ana@pit.localhost>\r\n" +
		"To: play@pit.localhost\r\nSubject: hello\r\nMessage-ID: <" + id + "@pit.localhost>\r\n\r\n" + words + "\r\n"
}
