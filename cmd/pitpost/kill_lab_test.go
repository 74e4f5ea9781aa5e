package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"pitpost.example/db"
	"pitpost.example/engine/catalog"
	"pitpost.example/inbox/postoffice"
)

const killDomain = "pit.localhost"

// killPlayers lists the players in the order of their seats; the first one opens the match.
var killPlayers = []string{"ana@" + killDomain, "bo@" + killDomain, "cy@" + killDomain}

// trial has a post office and a database that outlive the tested server, and three players who answer their mail.
type trial struct {
	data, url  string
	smtp, imap string
	office     *postoffice.Office
	db         *db.DB
	answered   map[string]bool // by mailbox and Message-ID
	moves      map[string]int  // number sent, by address
	newest     map[string]uint32
	opened     map[string]*postoffice.Letter // cache by mailbox, folder and UID, because letters are read often and never change
}

func newTrial(t *testing.T) *trial {
	t.Helper()
	h := &trial{data: t.TempDir(), answered: map[string]bool{}, moves: map[string]int{}, newest: map[string]uint32{}, opened: map[string]*postoffice.Letter{}}
	h.url = emptyHouse(t)
	var err error
	if h.office, err = postoffice.Open(t.TempDir(), killDomain); err != nil {
		t.Fatal(err)
	}
	var serving sync.WaitGroup
	t.Cleanup(func() {
		if err := h.office.Close(); err != nil {
			t.Error(err)
		}
		serving.Wait()
	})
	h.smtp, h.imap = listen(t, &serving, h.office.ServeSMTP), listen(t, &serving, h.office.ServeIMAP)
	if h.db, err = db.Open(t.Context(), h.url, catalog.FindGame, db.Options{Domain: killDomain, Conns: 2}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.db.Close)
	return h
}

func listen(t *testing.T, serving *sync.WaitGroup, serve func(net.Listener) error) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	serving.Add(1)
	go func() {
		defer serving.Done()
		_ = serve(l)
	}()
	return l.Addr().String()
}

// servedRun is one run of the tested server.
type servedRun struct {
	cmd  *exec.Cmd
	log  bytes.Buffer // only to be read once the server is dead
	gone chan struct{}
}

func (h *trial) serve(t *testing.T, environ ...string) *servedRun {
	t.Helper()
	s := &servedRun{gone: make(chan struct{})}
	s.cmd = exec.Command("pitpost", "serve", "--data", h.data, "--database-url", h.url, "--address", "play@"+killDomain,
		"--imap-url", "imap://play%40"+killDomain+":any@"+h.imap+"/INBOX", "--smtp-url", "smtp://"+h.smtp,
		"--mailbox", "own", "--sent", "keep", "--authserv-id", killDomain, "--http", "127.0.0.1:0")
	s.cmd.Env = append(os.Environ(), environ...)
	s.cmd.Stderr = &s.log
	s.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		_ = s.cmd.Wait() // how it ended is in its ProcessState
		close(s.gone)
	}()
	t.Cleanup(func() {
		_ = s.cmd.Process.Kill()
		<-s.gone
	})
	return s
}

func (s *servedRun) dead() bool {
	select {
	case <-s.gone:
		return true
	default:
		return false
	}
}

// killed reports whether a dead server died by SIGKILL.
func (s *servedRun) killed() bool {
	status, ok := s.cmd.ProcessState.Sys().(syscall.WaitStatus)
	return ok && status.Signaled() && status.Signal() == syscall.SIGKILL
}

// stop ends the server as its operator would.
func (s *servedRun) stop(t *testing.T) {
	t.Helper()
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	select {
	case <-s.gone:
	case <-time.After(time.Minute):
		t.Fatal("the server does not stop")
	}
	if code := s.cmd.ProcessState.ExitCode(); code != 0 {
		t.Errorf("the server ended with %d:\n%s", code, s.log.String())
	}
}

// begin sends the letter that opens the match.
func (h *trial) begin(t *testing.T) {
	t.Helper()
	h.send(t, postoffice.Draft{From: killPlayers[0], To: "play@" + killDomain, Subject: "a match",
		Body: "new saboteur with " + strings.Join(killPlayers[1:], ", ") + " rounds=1\nattach json"})
}

func (h *trial) send(t *testing.T, d postoffice.Draft) {
	t.Helper()
	if err := h.office.Send(d); err != nil {
		t.Fatal(err)
	}
}

// await waits until done returns true. The limit is long enough for a busy machine.
func (h *trial) await(t *testing.T, what string, done func() bool) {
	t.Helper()
	giveUp := time.Now().Add(90 * time.Second)
	for !done() {
		if time.Now().After(giveUp) {
			h.logMail(t)
			t.Fatalf("waited in vain until %s", what)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// logMail logs where all letters are, to help with a failure.
func (h *trial) logMail(t *testing.T) {
	t.Helper()
	for _, box := range append([]string{"play@" + killDomain}, killPlayers...) {
		for _, l := range h.letters(t, box) {
			t.Logf("%s has %q, answered: %t", box, l.Subject, h.answered[box+l.MessageID])
		}
	}
	for _, line := range h.strings(t, "select concat_ws(' ', id, state, why, subject) from letters order by id") {
		t.Log("in: ", line)
	}
	for _, line := range h.strings(t, "select concat_ws(' ', id, state, purpose, address, next_at, holder, reply) from outbox order by id") {
		t.Log("out: ", line)
	}
}

// playUntil lets the players answer their mail until done returns true.
func (h *trial) playUntil(t *testing.T, what string, done func() bool) {
	t.Helper()
	h.await(t, what, func() bool {
		for _, address := range killPlayers {
			if done() {
				return true
			}
			h.answer(t, address)
		}
		return done()
	})
}

// moved reports whether the players have sent at least n moves together.
func (h *trial) moved(n int) bool {
	sum := 0
	for _, m := range h.moves {
		sum += m
	}
	return sum >= n
}

// answer answers what is new in a mailbox: yes to a question, a legal
// move to a turn. A letter that came twice is answered once.
func (h *trial) answer(t *testing.T, address string) {
	t.Helper()
	last, err := h.office.Letters(address, postoffice.Inbox, 1)
	if err != nil {
		t.Fatal(err)
	}
	if len(last) == 0 || last[0].UID == h.newest[address] {
		return // nothing new
	}
	for _, l := range h.letters(t, address) {
		h.newest[address] = l.UID
		if h.answered[address+l.MessageID] {
			continue
		}
		h.answered[address+l.MessageID] = true
		body, move := reply(t, l)
		if body == "" {
			continue
		}
		h.send(t, postoffice.Draft{From: address, To: l.ReplyTo, Subject: "Re: " + l.Subject, Body: body, InReplyTo: l.MessageID, References: l.References})
		if move {
			h.moves[address]++
		}
	}
}

// reply returns the answer to a letter, "" for none, and whether it is a move.
func reply(t *testing.T, l *postoffice.Letter) (body string, move bool) {
	t.Helper()
	for _, a := range l.Attachments {
		if a.Name != "turn.json" {
			continue
		}
		var turn struct {
			Step  int      `json:"step"`
			Legal []string `json:"legal"`
		}
		if err := json.Unmarshal(a.Data, &turn); err != nil {
			t.Fatal(err)
		}
		if len(turn.Legal) == 0 {
			return "", false
		}
		return turn.Legal[turn.Step%len(turn.Legal)], true
	}
	if strings.Contains(l.Text, "“yes”") {
		return "yes\nattach json", false
	}
	return "", false
}

// letters returns the letters in an INBOX, oldest first.
func (h *trial) letters(t *testing.T, address string) []*postoffice.Letter {
	t.Helper()
	return h.folder(t, address, postoffice.Inbox)
}

func (h *trial) folder(t *testing.T, address, folder string) []*postoffice.Letter {
	t.Helper()
	list, err := h.office.Letters(address, folder, 1000)
	if err != nil {
		t.Fatal(fmt.Errorf("%s of %s: %w", folder, address, err))
	}
	var letters []*postoffice.Letter
	for i := len(list) - 1; i >= 0; i-- {
		key := fmt.Sprint(address, " ", folder, " ", list[i].UID)
		if h.opened[key] == nil {
			l, err := h.office.Read(address, folder, list[i].UID)
			if err != nil {
				continue // it has been moved in the meantime
			}
			h.opened[key] = l
		}
		letters = append(letters, h.opened[key])
	}
	return letters
}
