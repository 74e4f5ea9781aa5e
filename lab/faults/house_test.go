package faults

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"time"
)

const houseDomain, houseAddress = "pit.localhost", "play@pit.localhost"

// process is one run of pitpost serve.
type process struct {
	no   int // number among the running processes
	cmd  *exec.Cmd
	gone chan struct{}
}

func (p *process) dead() bool { return p == nil || closed(p.gone) }

// kill ends it by SIGKILL, even if it is frozen.
func (p *process) kill() {
	if p.dead() {
		return
	}
	_ = p.cmd.Process.Kill()
	<-p.gone
}

func (p *process) signal(s syscall.Signal) {
	if !p.dead() {
		_ = p.cmd.Process.Signal(s)
	}
}

// serve starts another process of the house.
func (w *world) serve() {
	w.t.Helper()
	out, err := os.OpenFile(w.path("house.log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		w.t.Fatal(err)
	}
	defer out.Close()
	p := &process{gone: make(chan struct{})}
	for slices.ContainsFunc(w.procs, func(other *process) bool { return other.no == p.no }) {
		p.no++
	}
	doors := w.doors
	if doors == nil {
		doors = w.mailbox
	}
	p.cmd = exec.Command(w.program, "serve", "--database-url", w.database, "--address", houseAddress, "--smtp-url", "smtp://"+w.sink.addr,
		"--authserv-id", houseDomain, "--http", "127.0.0.1:0", "--invites-a-day", "0")
	p.cmd.Args = slices.Concat(p.cmd.Args, doors(p.no), w.flags)
	p.cmd.Env = append(os.Environ(), "GOGC=", "PITPOST_CLOCK="+w.path("clock")) // with the memory that serve has by itself
	p.cmd.Stdout, p.cmd.Stderr = out, out
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := p.cmd.Start(); err != nil {
		w.t.Fatal(err)
	}
	go func() {
		_ = p.cmd.Wait() // how it ended is in the log
		close(p.gone)
	}()
	w.procs = append(w.procs, p)
}

// mailbox returns the settings of a process that reads the house's mailbox.
func (w *world) mailbox(int) []string {
	return []string{"--data", w.path("data"), "--imap-url", "imap://play%40" + houseDomain + ":" + w.password + "@" + w.wire.addr + "/INBOX",
		"--mailbox", "own", "--sent", "keep"}
}

// staff starts or kills processes until n are running.
func (w *world) staff(n int) {
	w.t.Helper()
	alive := w.procs[:0:0]
	for _, p := range w.procs {
		switch {
		case p.dead():
		case len(alive) < n:
			alive = append(alive, p)
		default:
			p.kill()
		}
	}
	for w.procs = alive; len(w.procs) < n; {
		w.serve()
	}
}

// killOne kills a random process of the house.
func (w *world) killOne() {
	if len(w.procs) > 0 {
		w.procs[w.odds.IntN(len(w.procs))].kill()
		w.row.kills++
	}
}

// jump sets the house's clock wrong by a duration.
func (w *world) jump(by time.Duration) {
	w.t.Helper()
	next := w.path("clock.next")
	if err := os.WriteFile(next, []byte(by.String()), 0o600); err != nil {
		w.t.Fatal(err)
	}
	if err := os.Rename(next, w.path("clock")); err != nil {
		w.t.Fatal(fmt.Errorf("the clock: %w", err))
	}
}

func (w *world) path(name string) string { return filepath.Join(w.dir, name) }

// tail returns the end of the house's log.
func (w *world) tail() string {
	out, err := os.ReadFile(w.path("house.log"))
	if err != nil {
		return err.Error()
	}
	return string(out[max(0, len(out)-4000):])
}
