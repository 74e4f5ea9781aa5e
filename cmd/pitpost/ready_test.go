package main

import (
	"bufio"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"pitpost.example/lab"
)

// serve says that it takes what comes, and also that its mailbox could not be read.
func TestServeSaysThatItsMailboxIsNotReached(t *testing.T) {
	t.Parallel()
	cmd := exec.Command("pitpost", "serve", "--data", t.TempDir(), "--database-url", emptyHouse(t), "--address", "play@example.org",
		"--imap-url", "imap://play:word@"+lab.Nowhere(t), "--smtp-url", "smtp://"+lab.Nowhere(t), "--http", "127.0.0.1:0")
	cmd.Env = os.Environ()
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	said := bufio.NewReader(out)
	ready, _ := said.ReadString('\n')
	but, _ := said.ReadString('\n')
	if !strings.HasPrefix(ready, "ready ") || !strings.HasPrefix(but, "but the mailbox was not read yet") {
		t.Errorf("serve says %q %q", ready, but)
	}
}

// Of two processes one reads the mailbox; the other can do its work too, and a proxy may send people there.
func TestWhoFollowsIsReadyToo(t *testing.T) {
	t.Parallel()
	first := newLife(t)
	first.start()
	second := &life{t: t, data: t.TempDir(), url: first.url, lmtp: first.lmtp + "2"}
	t.Cleanup(second.kill)
	second.start()
	for name, l := range map[string]*life{"first": first, "second": second} {
		for giveUp := time.Now().Add(30 * time.Second); l.get("/readyz") != "ready\n"; time.Sleep(50 * time.Millisecond) {
			if time.Now().After(giveUp) {
				t.Fatalf("the %s says %q", name, l.get("/readyz"))
			}
		}
	}
}
