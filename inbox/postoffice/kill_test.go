package postoffice

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// officeToKill is an environment variable. If it names the directory of an office, this test program serves
// that office instead of running tests.
const officeToKill = "PITPOST_TEST_OFFICE"

func TestMain(m *testing.M) {
	dir := os.Getenv(officeToKill)
	if dir == "" {
		os.Exit(m.Run())
	}
	o, err := Open(dir, "")
	if err != nil {
		panic(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	fmt.Println(l.Addr())
	panic(o.ServeSMTP(l))
}

// Every letter that was answered with 250 is still there after a SIGKILL, once, with the same UIDVALIDITY.
func TestKillLosesNothingThatWasAccepted(t *testing.T) {
	dir := t.TempDir()
	var validity uint32
	var accepted atomic.Int64
	sent := int64(0)
	for range 4 {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), officeToKill+"="+dir)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		line, err := bufio.NewReader(out).ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		c := dialSMTP(t, strings.TrimSpace(line))
		target := accepted.Load() + 20
		go func() {
			// The kill should hit while a letter is coming in.
			for accepted.Load() < target && !t.Failed() {
				time.Sleep(time.Millisecond)
			}
			_ = cmd.Process.Kill()
		}()
		letter := "Subject: x\r\n\r\n" + strings.Repeat("0123456789\r\n", 5000)
		for {
			sent++
			if err := c.SendMail("ana@pit.localhost", []string{"play@pit.localhost"}, strings.NewReader(letter)); err != nil {
				break
			}
			accepted.Add(1)
		}
		_ = cmd.Wait()

		o, err := Open(dir, "")
		if err != nil {
			t.Fatal(err)
		}
		f, err := o.folder("play@pit.localhost", Inbox)
		if err != nil {
			t.Fatal(err)
		}
		if validity != 0 && f.validity != validity {
			t.Errorf("numbering went from %d to %d", validity, f.validity)
		}
		validity = f.validity
		if got := int64(len(f.letters)); got < accepted.Load() || got > sent {
			t.Errorf("%d letters, of %d accepted and %d sent", got, accepted.Load(), sent)
		}
		for i, l := range f.letters {
			_, raw, err := f.read(l.uid)
			if err != nil || !strings.HasSuffix(string(raw), letter) || int(l.uid) != i+1 {
				t.Fatalf("letter %d under %d: %v", i+1, l.uid, err)
			}
		}
		if err := o.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
