package lab

import (
	"crypto/tls"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2/imapclient"
)

const letter = "From: Ana <ana@example.org>\r\nTo: Bo <bo@example.com>\r\nSubject: A path\r\n\r\nplay 3 5/2\r\n"

// waiting counts the letters in a mailbox.
func waiting(t *testing.T, d *Dovecot, user string) int {
	t.Helper()
	client, err := imapclient.DialInsecure(d.IMAPAddr, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	if err := client.Login(user, DovecotPassword).Wait(); err != nil {
		t.Fatal(err)
	}
	box, err := client.Select("INBOX", nil).Wait()
	if err != nil {
		t.Fatal(err)
	}
	return int(box.NumMessages)
}

func TestDovecotKeepsMailOverRestart(t *testing.T) {
	d := StartDovecot(t)
	d.Deliver(t, "bo@example.com", []byte(letter))
	d.Deliver(t, "bo+7k2m@example.com", []byte(letter))
	d.Deliver(t, "bo@example.org", []byte(letter))
	if n := waiting(t, d, "bo@example.com"); n != 2 {
		t.Errorf("%d letters wait for bo@example.com, want 2", n)
	}
	d.Restart(t)
	if n := waiting(t, d, "bo@example.com"); n != 2 {
		t.Errorf("%d letters wait after a restart, want 2\n%s", n, d.log())
	}
}

func TestDovecotSpeaksTLS(t *testing.T) {
	d := StartDovecot(t)
	conn, err := tls.Dial("tcp", d.IMAPSAddr, &tls.Config{RootCAs: d.Pool, ServerName: "example.com"})
	if err != nil {
		t.Fatal(err)
	}
	client := imapclient.New(conn, nil)
	defer client.Close()
	if err := client.Login("cy@example.org", "wrong").Wait(); err == nil {
		t.Error("a wrong password opens a mailbox")
	}
	if err := client.Login("cy@example.org", DovecotPassword).Wait(); err != nil {
		t.Error(err)
	}
}

func TestDovecotFreezes(t *testing.T) {
	d := StartDovecot(t)
	client, err := imapclient.DialInsecure(d.IMAPAddr, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	if err := client.Login("di@example.org", DovecotPassword).Wait(); err != nil {
		t.Fatal(err)
	}
	d.Freeze(t)
	answered := make(chan error, 1)
	go func() { answered <- client.Noop().Wait() }()
	select {
	case err := <-answered:
		t.Errorf("a frozen server answers: %v", err)
	case <-time.After(300 * time.Millisecond):
	}
	d.Thaw(t)
	select {
	case err := <-answered:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(patience):
		t.Error("no answer after the thaw")
	}
	for end := time.Now().Add(patience); !strings.Contains(d.log(), "di@example.org"); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("the log does not name the login:\n%s", d.log())
		}
	}
}

// The server must stop when its test binary is killed.
func TestDovecotEndsWithItsProcess(t *testing.T) {
	if os.Getenv("LAB_DIE") != "" {
		fmt.Println("LMTP", StartDovecot(t).LMTPAddr)
		if err := syscall.Kill(os.Getpid(), syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
	}
	child := exec.Command(os.Args[0], "-test.run=^TestDovecotEndsWithItsProcess$")
	child.Env = append(os.Environ(), "LAB_DIE=1")
	out, err := child.CombinedOutput()
	if err == nil {
		t.Fatalf("the child should have died\n%s", out)
	}
	_, rest, found := strings.Cut(string(out), "LMTP ")
	addr, _, _ := strings.Cut(rest, "\n")
	if !found {
		t.Fatalf("the child's server did not start\n%s", out)
	}
	waitFor(t, "the orphaned server to end", func() error {
		if greets(addr, "220 ") == nil {
			return errors.New("it still answers")
		}
		return nil
	})
}

// log returns the server's log.
func (d *Dovecot) log() string {
	text, err := os.ReadFile(d.path("dovecot.log"))
	if err != nil {
		return err.Error()
	}
	return string(text)
}
