package attacks

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost.example/db"
	"pitpost.example/lab"
)

const (
	domain = "pit.localhost"
	desk   = "play@" + domain
	// voucher is the mail server whose Authentication-Results a house
	// trusts if it is told to; by default it trusts none.
	voucher = "mx.test"
)

// patience is how long something may take on a busy machine that takes no time otherwise.
const patience = 90 * time.Second

// house is a running pitpost serve, with its post office and LMTP for letters from the internet.
type house struct {
	*attack
	data, url              string
	smtp, imap, http, lmtp string
	cmd                    *exec.Cmd
	gone                   chan struct{}
	log                    output
	conn                   *pgx.Conn
	letters                int
	boxes                  map[string][]*received // letters read from each mailbox
}

// output collects the output of a process while it runs.
type output struct {
	mu sync.Mutex
	b  bytes.Buffer
}

// Write adds to the output.
func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.b.Write(p)
}

// String returns the output so far.
func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.b.String()
}

// open starts a house with further settings. By default nothing authenticates the senders of letters from the internet.
func (a *attack) open(flags ...string) *house {
	a.Helper()
	h := &house{attack: a, data: a.TempDir(), boxes: map[string][]*received{}}
	h.url = lab.Template(a, func(url string) error { return db.Migrate(context.Background(), url, slog.New(slog.DiscardHandler)) })
	h.start(flags...)
	conn, err := pgx.Connect(a.Context(), h.url)
	if err != nil {
		a.Fatal(err)
	}
	a.Cleanup(func() { conn.Close(context.Background()) })
	h.conn = conn
	return h
}

var ready = regexp.MustCompile(`(?m)^ready smtp=(\S+) imap=(\S+) http=(\S+) lmtp=(\S+)$`)

// start starts the program; when it returns, the house takes mail. Its clock is right until jump sets it.
func (h *house) start(flags ...string) {
	h.Helper()
	path, err := program()
	if err != nil {
		h.Fatal(err)
	}
	h.cmd = exec.Command(path, append([]string{"serve", "--data", h.data, "--database-url", h.url, "--post-smtp", "127.0.0.1:0",
		"--post-imap", "127.0.0.1:0", "--http", "127.0.0.1:0", "--lmtp", "127.0.0.1:0"}, flags...)...)
	h.cmd.Env = append(os.Environ(), "PITPOST_CLOCK="+h.path("clock"))
	h.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	var said output
	h.cmd.Stdout, h.cmd.Stderr = &said, &h.log
	if err := h.cmd.Start(); err != nil {
		h.Fatal(err)
	}
	gone := make(chan struct{})
	h.gone = gone
	go func() {
		_ = h.cmd.Wait() // how it ended is in the log
		close(gone)
	}()
	h.Cleanup(h.stop)
	h.soon("the house takes mail", func() bool {
		select {
		case <-gone:
			h.Fatalf("the house ended at once:\n%s", h.log.String())
		default:
		}
		m := ready.FindStringSubmatch(said.String())
		if m == nil {
			return false
		}
		h.smtp, h.imap, h.http, h.lmtp = m[1], m[2], m[3], m[4]
		return true
	})
}

// stop ends the process, by SIGKILL if necessary.
func (h *house) stop() {
	_ = h.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-h.gone:
	case <-time.After(20 * time.Second):
		_ = h.cmd.Process.Kill()
		<-h.gone
	}
}

// run runs another command of the program on the same house. It returns the output, and an error if the command failed.
func (h *house) run(args ...string) (string, error) {
	h.Helper()
	out, err := exec.Command(h.cmd.Path, append(args, "--data", h.data, "--database-url", h.url)...).CombinedOutput()
	return string(out), err
}

func (h *house) path(name string) string { return filepath.Join(h.data, name) }

// jump sets the house's clock ahead.
func (h *house) jump(by time.Duration) {
	h.Helper()
	if err := os.WriteFile(h.path("clock.next"), []byte(by.String()), 0o600); err != nil {
		h.Fatal(err)
	}
	if err := os.Rename(h.path("clock.next"), h.path("clock")); err != nil {
		h.Fatal(err)
	}
}

// memory returns the peak memory of the process in bytes.
func (h *house) memory() int {
	h.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", h.cmd.Process.Pid))
	if err != nil {
		h.Fatal(err)
	}
	for line := range strings.Lines(string(status)) {
		if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			kb, err := strconv.Atoi(strings.Fields(rest)[0])
			if err != nil {
				h.Fatal(err)
			}
			return kb << 10
		}
	}
	h.Fatal("the kernel does not say what the process took up")
	return 0
}

// soon waits until so returns true.
func (h *house) soon(what string, so func() bool) {
	h.Helper()
	for end := time.Now().Add(patience); !so(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			h.Fatalf("it did not come to this: %s\n%s", what, h.log.String())
		}
	}
}

// number returns the whole number that a query returns.
func (h *house) number(sql string, args ...any) (n int) {
	h.Helper()
	if err := h.conn.QueryRow(h.Context(), sql, args...).Scan(&n); err != nil {
		h.Fatalf("%s: %v", sql, err)
	}
	return n
}

// text returns the text that a query returns, "" if it has no row.
func (h *house) text(sql string, args ...any) (s string) {
	h.Helper()
	if err := h.conn.QueryRow(h.Context(), "select coalesce(("+sql+")::text, '')", args...).Scan(&s); err != nil {
		h.Fatalf("%s: %v", sql, err)
	}
	return s
}

// quiet waits until there is nothing left to send.
func (h *house) quiet() {
	h.Helper()
	h.soon("all is sent", func() bool {
		return h.number("select count(*) from outbox where state in ('queued', 'written')") == 0
	})
}

// state returns all matches, seats and players as one text. It leaves out questions about held letters, and
// whether an address is confirmed.
func (h *house) state() string {
	h.Helper()
	h.quiet()
	var all []string
	for _, table := range []string{"facts", "(select id, host, phase, listed, note, edition, options, terms from matches)", "(select match_id, no, name, player_id, address, state, salt, stopped_at, standing from seats)",
		"(select id, lang, zone, settings, away_from, away_until from players)", "(select address, player_id, first, blocked_at, failing from addresses)", "plans", "words", "watches", "seat_keys",
		"(select id, player_id, match_id, kind, answer from asks where kind <> 'held')"} {
		all = append(all, strings.Split(h.text("select string_agg(r::text, e'\\n' order by r::text) from "+table+" r"), "\n")...)
	}
	slices.Sort(all)
	return strings.Join(all, "\n")
}

// unchanged records that an attack succeeded if the state differs from before.
func (h *house) unchanged(before, what string) {
	h.Helper()
	after := h.state()
	if after == before {
		return
	}
	had, has := strings.Split(before, "\n"), strings.Split(after, "\n")
	for _, line := range has {
		if !slices.Contains(had, line) {
			h.broke("%s: now there is %s", what, line)
			return
		}
	}
	for _, line := range had {
		if !slices.Contains(has, line) {
			h.broke("%s: gone is %s", what, line)
			return
		}
	}
}
