package imap

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"pitpost.example/inbox/intake"
	"pitpost.example/lab"
)

const dovecotPassword = lab.DovecotPassword

// hand is another mail program that uses the same mailbox.
type hand struct {
	t      testing.TB
	client *imapclient.Client
}

func takeHand(t testing.TB, addr, user string) *hand {
	t.Helper()
	client, err := imapclient.DialInsecure(addr, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close() })
	h := &hand{t: t, client: client}
	h.must(client.Login(user, dovecotPassword).Wait())
	return h
}

func (h *hand) must(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

// put appends a letter to a folder.
func (h *hand) put(folder string, raw string, options *imap.AppendOptions) imap.UID {
	h.t.Helper()
	uid, err := h.tryPut(folder, raw, options)
	h.must(err)
	return uid
}

func (h *hand) tryPut(folder string, raw string, options *imap.AppendOptions) (imap.UID, error) {
	cmd := h.client.Append(folder, int64(len(raw)), options)
	_, written := io.WriteString(cmd, raw)
	closed := cmd.Close() // even after an error, or the connection waits for the rest of the literal
	data, err := cmd.Wait()
	if err := errors.Join(err, written, closed); err != nil {
		return 0, err
	}
	return data.UID, nil
}

// subjects returns the subjects of the letters in a folder in order of UID, nil if there is no such folder.
func (h *hand) subjects(folder string) []string {
	h.t.Helper()
	if _, err := h.client.Select(folder, &imap.SelectOptions{ReadOnly: true}).Wait(); err != nil {
		return nil
	}
	section := &imap.FetchItemBodySection{Specifier: imap.PartSpecifierHeader, HeaderFields: []string{"Subject"}, Peek: true}
	list, err := h.client.Fetch(imap.UIDSet{imap.UIDRange{Start: 1}}, &imap.FetchOptions{
		UID: true, BodySection: []*imap.FetchItemBodySection{section}}).Collect()
	h.must(err)
	var subjects []string
	for _, msg := range list {
		subjects = append(subjects, subjectOf(msg.BodySection[0].Bytes))
	}
	return subjects
}

func (h *hand) expunge(folder string, uids ...imap.UID) {
	h.t.Helper()
	_, err := h.client.Select(folder, nil).Wait()
	h.must(err)
	set := imap.UIDSetNum(uids...)
	h.must(h.client.Store(set, &imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{imap.FlagDeleted}}, nil).Close())
	h.must(h.client.UIDExpunge(set).Close())
}

func mailText(subject string) string {
	return "From: Ana <ana@example.org>\r\nTo: play@example.org\r\nSubject: " + subject +
		"\r\nMessage-ID: <" + strings.ReplaceAll(subject, " ", ".") + "@example.org>\r\n\r\n3 C5\r\n"
}

var subjectLine = regexp.MustCompile(`(?m)^Subject: ([^\r\n]*)`)

func subjectOf(raw []byte) string {
	if found := subjectLine.FindSubmatch(raw); found != nil {
		return string(found[1])
	}
	return ""
}

// desk is a Taker that records what it gets.
type desk struct {
	decide func(subject string, door intake.Source) (intake.Fate, error) // if nil, all letters are processed

	mu    sync.Mutex
	came  []string // subjects, in order
	doors map[string]intake.Source
}

func (d *desk) take(_ context.Context, raw []byte, door intake.Source) (intake.Fate, error) {
	subject := subjectOf(raw)
	d.mu.Lock()
	d.came = append(d.came, subject)
	if d.doors == nil {
		d.doors = map[string]intake.Source{}
	}
	d.doors[subject] = door
	d.mu.Unlock()
	if d.decide == nil {
		return intake.Processed, nil
	}
	return d.decide(subject, door)
}

func (d *desk) letters() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return append([]string(nil), d.came...)
}

func (d *desk) count(subject string) (n int) {
	for _, one := range d.letters() {
		if one == subject {
			n++
		}
	}
	return n
}

// journal records what is logged or sent.
type journal struct {
	mu   sync.Mutex
	text strings.Builder
	cmds []string // the client's commands
	full []string // the same with arguments
}

var clientCommand = regexp.MustCompile(`^T\d+ ((?:UID )?[A-Z]+)`)

func (j *journal) Write(b []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.text.Write(b)
	if found := clientCommand.FindSubmatch(b); found != nil {
		switch cmd := string(found[1]); cmd {
		case "OK", "NO", "BAD":
		default:
			j.cmds = append(j.cmds, cmd)
			j.full = append(j.full, string(b))
		}
	}
	return len(b), nil
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.String()
}

func (j *journal) commands() []string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return append([]string(nil), j.cmds...)
}

func (j *journal) fetches() (full []string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for i, cmd := range j.cmds {
		if cmd == "UID FETCH" {
			full = append(full, j.full[i])
		}
	}
	return full
}

func (j *journal) logger() *slog.Logger { return slog.New(slog.NewTextHandler(j, nil)) }

// quick returns a configuration with short pauses.
func quick(url string) PollerConfig {
	return PollerConfig{
		Account: Account{URL: url, CommandTimeout: 10 * time.Second},
		Every:   300 * time.Millisecond, RetryMin: 50 * time.Millisecond, RetryMax: 200 * time.Millisecond,
		RefusedPause: 200 * time.Millisecond,
		Lock:         alone,
		Lost:         func(context.Context, intake.Source) error { return nil },
		Ours:         func([]byte) bool { return true },
	}
}

// alone is the lock of a poller that has no rivals.
func alone(context.Context) (held func(context.Context) error, release func(), err error) {
	return func(context.Context) error { return nil }, func() {}, nil
}

func imapURL(scheme, addr, user string) string {
	return fmt.Sprintf("%s://%s:%s@%s/INBOX", scheme, user, dovecotPassword, addr)
}

// runPoller runs a poller until the test ends or the returned function is called.
func runPoller(t testing.TB, p *Poller) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- p.Run(ctx) }()
	var once sync.Once
	stop = func() {
		once.Do(func() {
			cancel()
			select {
			case err := <-done:
				if err != nil {
					t.Errorf("Run ended with %v", err)
				}
			case <-time.After(20 * time.Second):
				t.Error("Run does not end")
			}
		})
	}
	t.Cleanup(stop)
	return stop
}

// soon waits until holds returns true.
func soon(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(90 * time.Second); !holds(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("never happened: %s", what)
		}
	}
}
