// Package small plays a house on a machine as small as the documents promise: control groups limit its
// processes to one core and 512 MB.
package small

import (
	"bufio"
	"fmt"
	"net/smtp"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

const (
	open      = 1000 // matches
	moves     = 300
	pause     = 500 * time.Millisecond // between letters
	memory    = 512 << 20
	mostPSS   = 350 << 20
	mostDelay = 2 * time.Second
)

// group is a control group, of version 1 or 2. It is removed once its processes have ended.
type group struct{ folders []string }

// newGroup creates a control group. The test fails if this machine does not allow that.
func newGroup(t *testing.T) *group {
	t.Helper()
	name, g := fmt.Sprintf("pitpost-small-%d", os.Getpid()), &group{}
	set := func(folder string, values map[string]string) {
		t.Helper()
		if err := os.Mkdir(folder, 0o755); err != nil {
			t.Fatalf("this machine allows no control group, so nothing is shown: %v", err)
		}
		g.folders = append(g.folders, folder)
		for file, value := range values {
			if err := os.WriteFile(filepath.Join(folder, file), []byte(value), 0o644); err != nil {
				t.Fatalf("this machine sets no limits to a control group, so nothing is shown: %v", err)
			}
		}
	}
	t.Cleanup(func() {
		for range 100 {
			for _, folder := range g.folders {
				_ = os.Remove(folder) // fails until its processes have ended
			}
			if _, err := os.Stat(g.folders[0]); err != nil {
				return
			}
			time.Sleep(100 * time.Millisecond)
		}
		t.Errorf("left behind: %v", g.folders)
	})
	if _, err := os.Stat("/sys/fs/cgroup/cgroup.controllers"); err == nil {
		set("/sys/fs/cgroup/"+name, map[string]string{"memory.max": fmt.Sprint(memory), "memory.swap.max": "0", "cpu.max": "100000 100000"})
		return g
	}
	set("/sys/fs/cgroup/memory/"+name, map[string]string{"memory.limit_in_bytes": fmt.Sprint(memory)})
	set("/sys/fs/cgroup/cpu/"+name, map[string]string{"cpu.cfs_period_us": "100000", "cpu.cfs_quota_us": "100000"})
	return g
}

// run returns a command that starts inside the group.
func (g *group) run(name string, args ...string) *exec.Cmd {
	enter := ""
	for _, folder := range g.folders {
		enter += "echo $$ > " + folder + "/cgroup.procs && "
	}
	return exec.Command("sh", append([]string{"-c", enter + `exec "$0" "$@"`, name}, args...)...)
}

var pss = regexp.MustCompile(`(?m)^Pss: +(\d+) kB`)

// weight returns the memory of all processes in the group, with shared memory counted once.
func (g *group) weight(t *testing.T) (bytes int) {
	t.Helper()
	list, err := os.ReadFile(filepath.Join(g.folders[0], "cgroup.procs"))
	if err != nil {
		t.Fatal(err)
	}
	for _, pid := range strings.Fields(string(list)) {
		rollup, _ := os.ReadFile("/proc/" + pid + "/smaps_rollup") // empty if the process has just ended
		if m := pss.FindSubmatch(rollup); m != nil {
			kb, _ := strconv.Atoi(string(m[1]))
			bytes += kb << 10
		}
	}
	return bytes
}

var ready = regexp.MustCompile(`ready smtp=(\S+) imap=(\S+)`)

func TestSmall(t *testing.T) {
	program := os.Getenv("SMALL")
	if program == "" {
		t.Skip("make small runs this")
	}
	g := newGroup(t)
	serve := g.run(program, "serve", "--config", os.DevNull, "--data", filepath.Join(t.TempDir(), "data"), "--post-smtp", "127.0.0.1:0", "--post-imap", "127.0.0.1:0", "--http", "127.0.0.1:0", "--log-level", "warn")
	serve.Stderr = os.Stderr
	said, err := serve.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := serve.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = serve.Process.Signal(syscall.SIGTERM)
		_ = serve.Wait()
	})
	line, _ := bufio.NewReader(said).ReadString('\n')
	at := ready.FindStringSubmatch(line)
	if at == nil {
		t.Fatalf("serve says %q", line)
	}
	send := func(player int, to, words string, number int) {
		t.Helper()
		from := fmt.Sprintf("p%d@pit.localhost", player)
		letter := fmt.Sprintf("From: %s\r\nTo: %s\r\nSubject: hello\r\nMessage-ID: <%d.%d@pit.localhost>\r\n\r\n%s\r\n", from, to, player, number, words)
		if err := smtp.SendMail(at[1], nil, from, []string{to}, []byte(letter)); err != nil {
			t.Fatal(err)
		}
	}
	begun := time.Now()
	for player := range open {
		send(player, "play@pit.localhost", "new practice saboteur seats=3", 0)
	}
	boxes := map[int]*box{}
	for player := range open {
		boxes[player] = &box{t: t, addr: at[2], player: player}
		boxes[player].wait(1, 10*time.Minute)
	}
	t.Logf("%d matches were begun in %s", open, time.Since(begun).Round(time.Second))
	var took []time.Duration
	heaviest := 0
	for i := range moves {
		b := boxes[i*open/moves]
		to, have := b.latest()
		sent := time.Now()
		send(b.player, to, "pass 1", 1)
		b.wait(have+1, time.Minute)
		took = append(took, time.Since(sent))
		heaviest = max(heaviest, g.weight(t))
		time.Sleep(max(0, pause-time.Since(sent)))
	}
	slices.Sort(took)
	p95 := took[len(took)*95/100]
	t.Logf("of %d letters to their digest: half %s, p95 %s, longest %s; memory of all processes at most %d MB", moves,
		took[len(took)/2].Round(time.Millisecond), p95.Round(time.Millisecond), took[len(took)-1].Round(time.Millisecond), heaviest>>20)
	if p95 > mostDelay || heaviest > mostPSS {
		t.Errorf("more than %s or %d MB", mostDelay, mostPSS>>20)
	}
}

// box is a player's mailbox.
type box struct {
	t      *testing.T
	addr   string
	player int
}

func (b *box) with(do func(c *imapclient.Client, letters uint32) bool) {
	b.t.Helper()
	c, err := imapclient.DialInsecure(b.addr, nil)
	if err != nil {
		b.t.Fatal(err)
	}
	defer c.Close()
	if err := c.Login(fmt.Sprintf("p%d@pit.localhost", b.player), "any").Wait(); err != nil {
		b.t.Fatal(err)
	}
	for {
		there, err := c.Select("INBOX", nil).Wait()
		if err != nil {
			b.t.Fatal(err)
		}
		if do(c, there.NumMessages) {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// wait waits until the mailbox has a number of letters.
func (b *box) wait(letters uint32, most time.Duration) {
	b.t.Helper()
	end := time.Now().Add(most)
	b.with(func(_ *imapclient.Client, have uint32) bool {
		if time.Now().After(end) {
			b.t.Fatalf("player %d has %d letters of %d", b.player, have, letters)
		}
		return have >= letters
	})
}

// latest returns the reply address of the newest letter, and the number of letters.
func (b *box) latest() (to string, letters uint32) {
	b.t.Helper()
	b.with(func(c *imapclient.Client, have uint32) bool {
		letters = have
		found, err := c.Fetch(imap.SeqSetNum(have), &imap.FetchOptions{Envelope: true}).Collect()
		if err != nil || len(found) != 1 || len(found[0].Envelope.ReplyTo) != 1 {
			b.t.Fatalf("the newest of %d letters: %v", have, err)
		}
		to = found[0].Envelope.ReplyTo[0].Addr()
		return true
	})
	return to, letters
}
