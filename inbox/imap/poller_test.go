package imap

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"

	"pitpost.example/inbox/intake"
	"pitpost.example/inbox/postoffice"
	"pitpost.example/lab"
)

// TestPollerDovecot runs several tests at one Dovecot. Each has a mailbox of its own.
func TestPollerDovecot(t *testing.T) {
	server := lab.StartDovecot(t)
	t.Run("group", func(t *testing.T) {
		for name, test := range map[string]func(*testing.T, *lab.Dovecot, string){
			"Fates":            testFates,
			"Idle":             testIdle,
			"HalfOpen":         testHalfOpen,
			"Thousand":         testThousand,
			"Vanish":           testVanish,
			"Renumbered":       testRenumbered,
			"Poison":           testPoison,
			"OnePoller":        testOnePoller,
			"Shared":           testShared,
			"TooBig":           testTooBig,
			"HouseDown":        testHouseDown,
			"Stop":             testStop,
			"FolderGone":       testFolderGone,
			"EncryptedAndNot":  testEncryption,
			"WrongPassword":    testWrongPassword,
			"SentSwept":        testSentSwept,
			"SentSweptByBin":   testSentSweptByBin,
			"SilentServerLine": testSilentLine,
			"Junk":             testJunk,
			"JunkByName":       testJunkByName,
		} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				test(t, server, strings.ToLower(name)+"@example.org")
			})
		}
	})
}

func testFates(t *testing.T, server *lab.Dovecot, user string) {
	h := takeHand(t, server.IMAPAddr, user)
	day := time.Date(2026, 8, 3, 12, 0, 0, 0, time.UTC)
	h.put("INBOX", mailText("second"), &imap.AppendOptions{Time: day.Add(time.Hour)})
	h.put("INBOX", mailText("first"), &imap.AppendOptions{Time: day})
	h.put("INBOX", mailText("odd"), &imap.AppendOptions{Time: day.Add(2 * time.Hour)})
	h.put("INBOX", mailText("wait"), &imap.AppendOptions{Time: day.Add(3 * time.Hour)})
	d := &desk{decide: func(subject string, _ intake.Source) (intake.Fate, error) {
		switch subject {
		case "odd":
			return intake.SetAside, nil
		case "wait":
			return intake.Later, nil
		}
		return intake.Processed, nil
	}}
	p := NewPoller(quick(imapURL("imap", server.IMAPAddr, user)), d.take, new(journal).logger())
	stop := runPoller(t, p)
	soon(t, "the waiting letter is brought twice", func() bool { return d.count("wait") >= 2 })
	stop()
	if got := d.letters()[:4]; !slices.Equal(got, []string{"first", "second", "odd", "wait"}) {
		t.Errorf("brought %q, want them in the order of their arrival", got)
	}
	for folder, want := range map[string][]string{"INBOX": {"wait"}, "Processed": {"first", "second"}, "Set-aside": {"odd"}} {
		got := h.subjects(folder)
		slices.Sort(got) // a MOVE keeps the order of the UIDs
		if !slices.Equal(got, want) {
			t.Errorf("%s holds %q, want %q", folder, got, want)
		}
	}
	door := d.doors["first"]
	if door.Name != "imap" || door.Mailbox != "INBOX" || door.UID != 2 || door.UIDValidity == 0 || !door.ReceivedAt.Equal(day) || door.TooBig {
		t.Errorf("door is %+v", door)
	}
	if s := p.Stats(); s.Processed.Load() != 2 || s.SetAside.Load() != 1 || s.LastPoll().IsZero() || s.Waiting.Load() != 1 {
		t.Errorf("stats count %d processed, %d set aside, %d waiting", s.Processed.Load(), s.SetAside.Load(), s.Waiting.Load())
	}
}

// IDLE announces a letter long before the next look is due.
func testIdle(t *testing.T, server *lab.Dovecot, user string) {
	cfg, d := quick(imapURL("imap", server.IMAPAddr, user)), new(desk)
	cfg.Every = time.Hour
	p := NewPoller(cfg, d.take, new(journal).logger())
	runPoller(t, p)
	soon(t, "first look", func() bool { return !p.Stats().LastPoll().IsZero() })
	server.Deliver(t, user, []byte(mailText("announced")))
	soon(t, "letter taken", func() bool { return p.Stats().Processed.Load() == 1 })
}

// The connection goes dead during the poller's IDLE. Nothing closes it, and a new one would work.
func testHalfOpen(t *testing.T, server *lab.Dovecot, user string) {
	link := startLink(t, server.IMAPAddr)
	cfg, d := quick(imapURL("imap", link.Addr, user)), new(desk)
	cfg.Account.CommandTimeout = 2 * time.Second
	p := NewPoller(cfg, d.take, new(journal).logger())
	p.connect = func(ctx context.Context) (mailbox, error) {
		line, err := p.dial(ctx)
		p.cfg.Account.URL = imapURL("imap", server.IMAPAddr, user)
		return line, err
	}
	runPoller(t, p)
	soon(t, "first look", func() bool { return !p.Stats().LastPoll().IsZero() })
	link.Stall()
	begun := time.Now()
	server.Deliver(t, user, []byte(mailText("meanwhile")))
	soon(t, "letter taken", func() bool { return p.Stats().Processed.Load() == 1 })
	if took := time.Since(begun); took > cfg.Every+cfg.Account.CommandTimeout+8*time.Second {
		t.Errorf("a letter on a half-open link took %v", took)
	}
	if p.Stats().Reconnects.Load() == 0 {
		t.Error("the stalled connection was kept")
	}
}

// A thousand waiting letters cost a few commands per hundred.
func testThousand(t *testing.T, server *lab.Dovecot, user string) {
	h := takeHand(t, server.IMAPAddr, user)
	for n := range 1000 {
		h.put("INBOX", mailText(fmt.Sprint("reply ", n)), nil)
	}
	trace, d := new(journal), new(desk)
	cfg := quick(imapURL("imap", server.IMAPAddr, user))
	cfg.Account.CommandTimeout, cfg.Account.trace = 30*time.Second, trace
	p := NewPoller(cfg, d.take, new(journal).logger())
	stop := runPoller(t, p)
	soon(t, "all taken", func() bool { return p.Stats().Processed.Load() == 1000 })
	spent := len(trace.commands())
	stop()
	if spent > 50 {
		t.Errorf("%d commands for a thousand letters: %q", spent, trace.commands())
	}
	came := d.letters()
	slices.Sort(came)
	if len(slices.Compact(came)) != 1000 || len(d.letters()) != 1000 {
		t.Errorf("%d letters brought, of which %d different", len(d.letters()), len(came))
	}
	if left := h.subjects("INBOX"); len(left) != 0 {
		t.Errorf("%d letters left behind", len(left))
	}
	if kept := h.subjects("Processed"); len(kept) != 1000 {
		t.Errorf("%d letters in Processed", len(kept))
	}
	for _, fetch := range trace.fetches() {
		for _, never := range []string{"ENVELOPE", "BODYSTRUCTURE", "BODY[", "FLAGS"} {
			if strings.Contains(fetch, never) {
				t.Errorf("asked for %s: %.200q", never, fetch)
			}
		}
	}
	if len(trace.fetches()) < 10 {
		t.Errorf("the trace holds only %d fetches: it shows nothing", len(trace.fetches()))
	}
}

// meddler lets another program use the mailbox between two commands of the poller.
type meddler struct {
	mailbox
	beforeFetch, beforeMove func()
}

func (m *meddler) Fetch(ctx context.Context, uids []uint32, what part) (map[uint32][]byte, error) {
	m.beforeFetch()
	return m.mailbox.Fetch(ctx, uids, what)
}

func (m *meddler) Move(ctx context.Context, uids []uint32, folder string) error {
	m.beforeMove()
	return m.mailbox.Move(ctx, uids, folder)
}

func testVanish(t *testing.T, server *lab.Dovecot, user string) { vanish(t, server.IMAPAddr, user) }

// The library's own server answers a MOVE of nothing with something that its client cannot parse.
func TestVanishOnAnotherServer(t *testing.T) {
	store := memory(t, "ana@example.org")
	vanish(t, serveIMAP(t, store.NewSession, imap.CapMove, imap.CapUIDPlus), "ana@example.org")
}

// The built-in post office is the mailbox if none is configured.
func TestPollerOnPostOffice(t *testing.T) {
	office, err := postoffice.Open(t.TempDir(), "pit.localhost")
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go office.ServeIMAP(listener)
	t.Cleanup(func() { listener.Close(); office.Close() })
	vanish(t, listener.Addr().String(), "play@pit.localhost")
}

func vanish(t *testing.T, addr, user string) {
	h := takeHand(t, addr, user)
	var uids []imap.UID
	for _, subject := range []string{"one", "two", "three", "four"} {
		uids = append(uids, h.put("INBOX", mailText(subject), nil))
	}
	d := new(desk)
	p := NewPoller(quick(imapURL("imap", addr, user)), d.take, new(journal).logger())
	var fetched, moved sync.Once
	var last sync.Map
	p.connect = func(ctx context.Context) (mailbox, error) {
		line, err := p.dial(ctx)
		return &meddler{line,
			func() { fetched.Do(func() { h.expunge("INBOX", uids[1]) }) },
			func() {
				moved.Do(func() { h.expunge("INBOX", uids[2]) })
				last.Range(func(uid, _ any) bool { h.expunge("INBOX", uid.(imap.UID)); last.Delete(uid); return true })
			}}, err
	}
	stop := runPoller(t, p)
	soon(t, "the mailbox is empty", func() bool {
		return p.Stats().Processed.Load() >= 2 && !p.Stats().LastPoll().IsZero()
	})
	stop()
	// Now a MOVE for which no letter is left at all.
	last.Store(h.put("INBOX", mailText("five"), nil), true)
	again := runPoller(t, p)
	soon(t, "a look after the last is gone", func() bool { return d.count("five") == 1 && p.Stats().Waiting.Load() == 0 })
	again()
	if got := d.letters(); !slices.Equal(got, []string{"one", "three", "four", "five"}) {
		t.Errorf("brought %q", got)
	}
	if got := h.subjects("Processed"); !slices.Equal(got, []string{"one", "four"}) {
		t.Errorf("Processed holds %q", got)
	}
	if p.Stats().Reconnects.Load() != 1 {
		t.Error("a vanished letter broke the connection")
	}
}

// The folder is deleted and created again while the poller runs, so that its UIDs start at 1 again.
func testRenumbered(t *testing.T, server *lab.Dovecot, user string) {
	h := takeHand(t, server.IMAPAddr, user)
	h.must(h.client.Create("Play", nil).Wait())
	h.put("Play", mailText("old"), nil)
	cfg, d := quick(strings.TrimSuffix(imapURL("imap", server.IMAPAddr, user), "INBOX")+"Play"), new(desk)
	d.decide = func(subject string, _ intake.Source) (intake.Fate, error) {
		if strings.HasPrefix(subject, "kept") {
			return intake.NotOurs, nil
		}
		return intake.Processed, nil
	}
	cfg.Shared = true
	p := NewPoller(cfg, d.take, new(journal).logger())
	runPoller(t, p)
	h.put("Play", mailText("kept"), nil)
	soon(t, "first letters judged", func() bool { return d.count("kept") == 1 && p.Stats().Processed.Load() == 1 })
	numbering := func() uint32 {
		status, err := takeHand(t, server.IMAPAddr, user).client.Status("Play", &imap.StatusOptions{UIDValidity: true}).Wait()
		if err != nil {
			return 0
		}
		return status.UIDValidity
	}
	before := numbering()
	h.must(h.client.Delete("Play").Wait())
	soon(t, "the folder can be made anew", func() bool { return h.client.Create("Play", nil).Wait() == nil }) // a busy server may still hold the old one
	soon(t, "a new numbering", func() bool { now := numbering(); return now != 0 && now != before })
	for _, subject := range []string{"kept again", "new"} {
		soon(t, "the server has seen that the old folder is gone", func() bool {
			_, err := h.tryPut("Play", mailText(subject), nil)
			if err != nil { // after a refused literal a connection may no longer answer
				t.Log(err)
				time.Sleep(100 * time.Millisecond)
				h = takeHand(t, server.IMAPAddr, user)
			}
			return err == nil
		})
	}
	soon(t, "letters of the new numbering", func() bool {
		return d.count("kept again") == 1 && p.Stats().Processed.Load() == 2
	})
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.doors["old"].UIDValidity == d.doors["new"].UIDValidity {
		t.Error("the numbering did not change: the test shows nothing")
	}
	if d.doors["kept again"].UID > d.doors["kept"].UID {
		t.Errorf("numbers did not begin again: %d after %d", d.doors["kept again"].UID, d.doors["kept"].UID)
	}
}

func testPoison(t *testing.T, server *lab.Dovecot, user string) {
	h := takeHand(t, server.IMAPAddr, user)
	for _, subject := range []string{"panic", "error", "fine", "fine too"} {
		h.put("INBOX", mailText(subject), nil)
	}
	d := &desk{decide: func(subject string, _ intake.Source) (intake.Fate, error) {
		switch subject {
		case "panic":
			panic("over " + subject)
		case "error":
			return intake.Processed, errors.New("no room")
		}
		return intake.Processed, nil
	}}
	logs := new(journal)
	p := NewPoller(quick(imapURL("imap", server.IMAPAddr, user)), d.take, logs.logger())
	stop := runPoller(t, p)
	soon(t, "the poison is set aside", func() bool { return p.Stats().SetAside.Load() == 1 })
	stop()
	if got := h.subjects("Processed"); !slices.Equal(got, []string{"fine", "fine too"}) {
		t.Errorf("Processed holds %q", got)
	}
	if got := h.subjects("Set-aside"); !slices.Equal(got, []string{"panic"}) {
		t.Errorf("Set-aside holds %q", got)
	}
	if got := h.subjects("INBOX"); !slices.Equal(got, []string{"error"}) {
		t.Errorf("INBOX holds %q", got)
	}
	if d.count("panic") != 5 {
		t.Errorf("tried %d times", d.count("panic"))
	}
	if strings.Contains(logs.String(), "3 C5") || strings.Contains(logs.String(), "ana@") {
		t.Error("the log holds words of a letter")
	}
}

func testOnePoller(t *testing.T, server *lab.Dovecot, user string) {
	one := make(chan struct{}, 1)
	lock := func(ctx context.Context) (func(context.Context) error, func(), error) {
		select {
		case one <- struct{}{}:
			return func(context.Context) error { return nil }, func() { <-one }, nil
		case <-ctx.Done():
			return nil, nil, ctx.Err()
		}
	}
	d, logs := new(desk), new(journal)
	var pollers [2]*Poller
	var stops [2]func()
	for i := range pollers {
		cfg := quick(imapURL("imap", server.IMAPAddr, user))
		cfg.Lock = lock
		pollers[i] = NewPoller(cfg, d.take, logs.logger())
		stops[i] = runPoller(t, pollers[i])
	}
	server.Deliver(t, user, []byte(mailText("for one")))
	soon(t, "one takes it", func() bool { return d.count("for one") == 1 })
	first := 0
	if pollers[1].Stats().Connected.Load() {
		first = 1
	}
	if pollers[1-first].Stats().Connected.Load() {
		t.Error("both are connected")
	}
	stops[first]()
	server.Deliver(t, user, []byte(mailText("for the other")))
	soon(t, "the other takes over", func() bool { return pollers[1-first].Stats().Processed.Load() == 1 })
	if d.count("for one") != 1 {
		t.Error("two pollers worked at once")
	}
}

func testTooBig(t *testing.T, server *lab.Dovecot, user string) {
	h := takeHand(t, server.IMAPAddr, user)
	h.put("INBOX", mailText("huge")+strings.Repeat("words and words\r\n", intake.MaxSize/17+10), nil)
	h.put("INBOX", mailText("small"), nil)
	cfg := quick(imapURL("imap", server.IMAPAddr, user))
	size := 0
	d := &desk{decide: func(_ string, door intake.Source) (intake.Fate, error) {
		if door.TooBig {
			return intake.SetAside, nil
		}
		return intake.Processed, nil
	}}
	p := NewPoller(cfg, func(ctx context.Context, raw []byte, door intake.Source) (intake.Fate, error) {
		if door.TooBig {
			size = len(raw)
		}
		return d.take(ctx, raw, door)
	}, new(journal).logger())
	stop := runPoller(t, p)
	soon(t, "both moved", func() bool { return p.Stats().SetAside.Load() == 1 && p.Stats().Processed.Load() == 1 })
	stop()
	if d.doors["huge"].Size <= intake.MaxSize || size > 1000 || size == 0 {
		t.Errorf("door says %d bytes, handed over %d", d.doors["huge"].Size, size)
	}
	if got := h.subjects("Set-aside"); !slices.Equal(got, []string{"huge"}) {
		t.Errorf("Set-aside holds %q", got)
	}
}

// While nothing can be taken, the letters wait. After that each is taken once.
func testHouseDown(t *testing.T, server *lab.Dovecot, user string) {
	h := takeHand(t, server.IMAPAddr, user)
	for n := range 30 {
		h.put("INBOX", mailText(fmt.Sprint("reply ", n)), nil)
	}
	var mu sync.Mutex
	down := true
	d := &desk{decide: func(string, intake.Source) (intake.Fate, error) {
		mu.Lock()
		defer mu.Unlock()
		if down {
			return intake.Later, errors.New("the database is away")
		}
		return intake.Processed, nil
	}}
	p := NewPoller(quick(imapURL("imap", server.IMAPAddr, user)), d.take, new(journal).logger())
	runPoller(t, p)
	soon(t, "some attempts", func() bool { return p.Stats().Failed.Load() >= 20 })
	if !p.Stats().LastPoll().IsZero() {
		t.Error("a poll in which nothing could be taken counts as a good one")
	}
	mu.Lock()
	down = false
	mu.Unlock()
	soon(t, "all taken", func() bool { return p.Stats().Processed.Load() == 30 })
}

// If the poller is stopped in the middle of a batch, it moves the letters that have been taken and no others.
func testStop(t *testing.T, server *lab.Dovecot, user string) {
	h := takeHand(t, server.IMAPAddr, user)
	for _, subject := range []string{"one", "two", "three"} {
		h.put("INBOX", mailText(subject), nil)
	}
	ctx, cancel := context.WithCancel(context.Background())
	d := &desk{decide: func(subject string, _ intake.Source) (intake.Fate, error) {
		if subject == "two" {
			cancel()
		}
		return intake.Processed, nil
	}}
	p := NewPoller(quick(imapURL("imap", server.IMAPAddr, user)), d.take, new(journal).logger())
	if err := p.Run(ctx); err != nil {
		t.Fatal(err)
	}
	if got := h.subjects("Processed"); !slices.Equal(got, []string{"one", "two"}) {
		t.Errorf("Processed holds %q", got)
	}
	if got := h.subjects("INBOX"); !slices.Equal(got, []string{"three"}) {
		t.Errorf("INBOX holds %q", got)
	}
}

func testFolderGone(t *testing.T, server *lab.Dovecot, user string) {
	h, d := takeHand(t, server.IMAPAddr, user), new(desk)
	p := NewPoller(quick(imapURL("imap", server.IMAPAddr, user)), d.take, new(journal).logger())
	stop := runPoller(t, p)
	soon(t, "first look", func() bool { return !p.Stats().LastPoll().IsZero() })
	h.must(h.client.Delete("Processed").Wait())
	server.Deliver(t, user, []byte(mailText("where to")))
	soon(t, "moved", func() bool { return p.Stats().Processed.Load() == 1 })
	stop()
	if got := h.subjects("Processed"); !slices.Equal(got, []string{"where to"}) {
		t.Errorf("Processed holds %q", got)
	}
}

// The server is restarted while the poller is in IDLE.
func TestServerRestart(t *testing.T) {
	server, user, d := lab.StartDovecot(t), "restart@example.org", new(desk)
	cfg := quick(imapURL("imap", server.IMAPAddr, user))
	cfg.Every = time.Hour
	p := NewPoller(cfg, d.take, new(journal).logger())
	runPoller(t, p)
	soon(t, "first look", func() bool { return !p.Stats().LastPoll().IsZero() })
	server.Restart(t)
	server.Deliver(t, user, []byte(mailText("after the restart")))
	soon(t, "letter taken", func() bool { return p.Stats().Processed.Load() == 1 })
	if d.count("after the restart") != 1 || p.Stats().Reconnects.Load() == 0 {
		t.Errorf("taken %d times, %d reconnects", d.count("after the restart"), p.Stats().Reconnects.Load())
	}
}
