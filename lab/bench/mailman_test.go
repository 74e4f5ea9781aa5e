package bench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/mail"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/emersion/go-smtp"
)

// mailman is GNU Mailman 3 as Debian has it, with a list of members and a database of its own. It is the nearest thing
// to this house that people run: a letter comes in by LMTP, and each member gets a copy of their own by SMTP.
type mailman struct {
	folder, lmtp, rest string
	master             *exec.Cmd
	gone               chan struct{}
	sink               *sink

	mu    sync.Mutex
	posts map[string]*post // by Message-ID
	sent  int
}

// post is a letter to the list, and the copies of it that members still wait for.
type post struct {
	left    time.Time
	copies  int
	first   time.Duration // until the first copy arrived
	arrived chan struct{} // closed when all copies have
}

// mailmanMaster is the program that starts all others of Mailman.
const mailmanMaster = "/usr/lib/mailman3/bin/master"

// listMembers is how many members the list has.
const listMembers = 4

var errNoMailman = errors.New("GNU Mailman 3 is missing here: apt-get install --no-install-recommends mailman3")

// openMailman starts Mailman with its usual settings, but for places, and makes the list. It must be closed even after
// an error.
func openMailman(ctx context.Context) (m *mailman, err error) {
	if _, err := os.Stat(mailmanMaster); err != nil {
		return nil, errNoMailman
	}
	defer caught(&err)
	m = &mailman{folder: have(os.MkdirTemp("", "pitpost-mailman-")), gone: make(chan struct{}), posts: map[string]*post{}}
	m.sink = openSink(m.arrive)
	m.lmtp, m.rest = freeAddress(), freeAddress()
	host, smtpPort, _ := net.SplitHostPort(m.sink.addr)
	_, lmtpPort, _ := net.SplitHostPort(m.lmtp)
	_, restPort, _ := net.SplitHostPort(m.rest)
	// A list that personalizes its letters does so with one dialogue for each member, as this house does.
	config := fmt.Sprintf(`[mailman]
layout: bench
[paths.bench]
var_dir: %[1]s
bin_dir: %[2]s
[mta]
incoming: mailman.mta.null.NullMTA
lmtp_host: %[3]s
lmtp_port: %[4]s
smtp_host: %[3]s
smtp_port: %[5]s
[webservice]
hostname: %[3]s
port: %[6]s
admin_user: bench
admin_pass: bench
[archiver.prototype]
enable: no
`, m.folder, filepath.Dir(mailmanMaster), host, lmtpPort, smtpPort, restPort)
	file := filepath.Join(m.folder, "mailman.cfg")
	must(os.WriteFile(file, []byte(config), 0o600))
	m.master = exec.Command(mailmanMaster, "-C", file)
	m.master.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	must(m.master.Start())
	go func() {
		_ = m.master.Wait() // how it ended is in its log
		close(m.gone)
	}()
	m.makeList(ctx)
	return m, nil
}

func freeAddress() string {
	l := have(net.Listen("tcp", "127.0.0.1:0"))
	defer l.Close()
	return l.Addr().String()
}

// makeList waits until Mailman answers, and makes the list with its members.
func (m *mailman) makeList(ctx context.Context) {
	defer during("making a list")
	for end := time.Now().Add(patience); m.ask(ctx, http.MethodGet, "system/versions", nil) != nil; time.Sleep(200 * time.Millisecond) {
		must(ctx.Err())
		if time.Now().After(end) {
			must(fmt.Errorf("Mailman does not answer; see %s", m.folder))
		}
	}
	must(m.ask(ctx, http.MethodPost, "domains", url.Values{"mail_host": {domain}}))
	must(m.ask(ctx, http.MethodPost, "lists", url.Values{"fqdn_listname": {address}}))
	list := strings.ReplaceAll(address, "@", ".")
	for n := range listMembers {
		must(m.ask(ctx, http.MethodPost, "members", url.Values{"list_id": {list}, "subscriber": {member(n)}, "pre_verified": {"true"},
			"pre_confirmed": {"true"}, "pre_approved": {"true"}, "send_welcome_message": {"false"}}))
	}
	must(m.ask(ctx, http.MethodPatch, "lists/"+list+"/config", url.Values{"personalize": {"individual"}}))
}

func member(n int) string { return fmt.Sprintf("p%d@%s", n+1, domain) }

// ask sends a request to Mailman's web service.
func (m *mailman) ask(ctx context.Context, method, path string, form url.Values) error {
	r, err := http.NewRequestWithContext(ctx, method, "http://"+m.rest+"/3.1/"+path, strings.NewReader(form.Encode()))
	if err != nil {
		return err
	}
	r.SetBasicAuth("bench", "bench")
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if said, _ := io.ReadAll(answer.Body); answer.StatusCode/100 != 2 {
		return fmt.Errorf("%s: %s: %s", path, answer.Status, said)
	}
	return nil
}

// arrive counts a copy that came to the sink.
func (m *mailman) arrive(_ string, raw []byte, at time.Time) {
	letter, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	p := m.posts[letter.Header.Get("Message-Id")]
	if p == nil {
		return
	}
	if p.copies++; p.copies == 1 {
		p.first = at.Sub(p.left)
	}
	if p.copies == listMembers {
		close(p.arrived)
	}
}

// slice has some members write for a time. Each waits for all copies of a letter, and for a pause, before the next.
func (m *mailman) slice(ctx context.Context, writers int, limit, pause time.Duration) (s session) {
	before, began := familyTime(strconv.Itoa(m.master.Process.Pid)), time.Now()
	var done sync.WaitGroup
	faults := make([]error, writers)
	for n := range writers {
		done.Go(func() {
			defer caught(&faults[n])
			c := smtpCarrier(m.lmtp, smtp.NewClientLMTP)
			defer c.Close()
			for first := true; first || time.Since(began) < limit; first = false {
				took := m.write(ctx, c, member(n%listMembers))
				m.mu.Lock()
				s.digests = append(s.digests, took)
				m.mu.Unlock()
				time.Sleep(pause)
			}
		})
	}
	done.Wait()
	must(errors.Join(faults...))
	s.letters, s.took = float64(len(s.digests)), time.Since(began)
	s.whole.letters, s.whole.used = s.letters, familyTime(strconv.Itoa(m.master.Process.Pid))-before
	return s
}

// write posts a letter, waits for its copies, and returns how long the first one took.
func (m *mailman) write(ctx context.Context, c *carrier, from string) time.Duration {
	p := &post{arrived: make(chan struct{})}
	m.mu.Lock()
	m.sent++
	id := fmt.Sprintf("<%d@%s>", m.sent, domain)
	m.posts[id] = p
	p.left = time.Now()
	m.mu.Unlock()
	must(c.put(from, address, fmt.Appendf(nil, "From: %s\r\nTo: %s\r\nSubject: Re: Your turn\r\nMessage-ID: %s\r\nDate: %s\r\n\r\n3 C5\r\nI trust you all. For now.\r\n",
		from, address, id, time.Now().UTC().Format(time.RFC1123Z))))
	select {
	case <-p.arrived:
	case <-ctx.Done():
		must(ctx.Err())
	case <-time.After(patience):
		must(errors.New("Mailman's copies are still on their way"))
	}
	return p.first
}

// close ends Mailman with all its programs, and removes its folder.
func (m *mailman) close() error {
	if m == nil {
		return nil
	}
	if m.master != nil && m.master.Process != nil {
		_ = m.master.Process.Signal(syscall.SIGTERM)
		select {
		case <-m.gone:
		case <-time.After(30 * time.Second):
			_ = syscall.Kill(-m.master.Process.Pid, syscall.SIGKILL)
			<-m.gone
		}
	}
	m.sink.close()
	return os.RemoveAll(m.folder)
}
