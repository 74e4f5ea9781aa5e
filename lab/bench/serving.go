package bench

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// serving is a process of the house that the bench has started.
type serving struct {
	cmd  *exec.Cmd
	lmtp string
	gone chan struct{}
}

var servingLine = regexp.MustCompile(`^ready .* lmtp=(\S+)`)

// serve starts another process on the bench's database, mailbox and sink. When serve returns, the process takes mail.
func (b *bench) serve(ctx context.Context, no int) *serving {
	defer during("a process of the house")
	data := filepath.Join(b.folder, "serve"+strconv.Itoa(no))
	log := have(os.OpenFile(data+".log", os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600))
	defer log.Close()
	s := &serving{cmd: exec.CommandContext(context.WithoutCancel(ctx), b.program, "serve"), gone: make(chan struct{})}
	set := map[string]string{"CONFIG": os.DevNull, "DATA": data, "SECRET_FILE": filepath.Join(b.folder, "secret"), "DATABASE_URL": b.url, "ADDRESS": address,
		"IMAP_URL": fmt.Sprintf("imap://%s@%s/INBOX", url.UserPassword(address, "any"), b.imap), "SMTP_URL": "smtp://" + b.sink.addr, "MAILBOX": "own", "SENT": "keep", "JUNK": "leave",
		"AUTHSERV_ID": domain, "HTTP": "127.0.0.1:0", "LMTP": "127.0.0.1:0", "INVITES_A_DAY": "0", "CLOCK": b.clock}
	s.cmd.Env = slices.DeleteFunc(os.Environ(), func(one string) bool {
		return strings.HasPrefix(one, "PITPOST_") || strings.HasPrefix(one, "DATABASE_URL=")
	})
	for name, value := range set {
		s.cmd.Env = append(s.cmd.Env, "PITPOST_"+name+"="+value)
	}
	if b.profile != "" && no == 1 {
		s.cmd.Env = append(s.cmd.Env, "PITPOST_PROFILE="+b.profile)
	}
	s.cmd.Stderr = log
	s.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	out := have(s.cmd.StdoutPipe())
	must(s.cmd.Start())
	line, _ := bufio.NewReader(out).ReadString('\n')
	go func() {
		_, _ = io.Copy(io.Discard, out)
		_ = s.cmd.Wait() // how it ended is in its log
		close(s.gone)
	}()
	found := servingLine.FindStringSubmatch(line)
	if found == nil {
		s.end(syscall.SIGKILL)
		text, _ := os.ReadFile(data + ".log")
		must(fmt.Errorf("it does not start: %s", text))
	}
	s.lmtp = found[1]
	return s
}

// end ends the process by a signal, or by SIGKILL if that takes too long.
func (s *serving) end(by syscall.Signal) {
	_ = s.cmd.Process.Signal(by)
	select {
	case <-s.gone:
	case <-time.After(30 * time.Second):
		_ = s.cmd.Process.Kill()
		<-s.gone
	}
}

// staff starts processes until n are running.
func (b *bench) staff(ctx context.Context, n int) {
	for len(b.serves) < n {
		must(ctx.Err())
		b.served++
		b.serves = append(b.serves, b.serve(ctx, b.served))
	}
}

// dismiss ends all processes.
func (b *bench) dismiss() {
	for _, s := range b.serves {
		_ = s.cmd.Process.Signal(syscall.SIGCONT)
		s.end(syscall.SIGTERM)
	}
	b.serves = nil
}
