package imap

import (
	"context"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"

	"pitpost.example/lab"
	"pitpost.example/lab/friends"
)

// whole is a house with a mailbox and a match of Ana, Bo and Cy.
type whole struct{ *friends.Match }

func newWhole(t *testing.T) whole { return whole{friends.Play(t, "saboteur")} }

// saying returns a letter to Ana's seat that says those words.
func (w whole) saying(words string) string {
	return "Authentication-Results: " + friends.Voucher + "; dmarc=pass header.from=example.org\r\nFrom: <ana@example.org>\r\nTo: " + w.At(0) +
		"\r\nSubject: Re: your turn\r\nMessage-ID: <" + strings.ReplaceAll(words, " ", ".") + "@example.org>\r\n\r\nsay " + words + "\r\n"
}

func (w whole) said(words string) int {
	return w.Count("select count(*) from words where said = $1", words)
}

// allSaid waits until all the words have been said, and fails the test if any were said twice.
func (w whole) allSaid(words ...string) {
	w.T.Helper()
	soon(w.T, "all is said", func() bool {
		return w.Count("select count(distinct said) from words where said = any($1)", words) == len(words)
	})
	if n := w.Count("select count(*) from words where said = any($1)", words); n != len(words) {
		w.T.Errorf("%d words are said %d times", len(words), n)
	}
}

// atDovecot runs a poller of the house on a real mailbox.
func (w whole) atDovecot(server *lab.Dovecot, folder string, meddle func(mailbox) mailbox) (*hand, *Poller) {
	w.T.Helper()
	h := takeHand(w.T, server.IMAPAddr, "play@example.org")
	if folder != "INBOX" {
		h.must(h.client.Create(folder, nil).Wait())
	}
	cfg := quick(strings.TrimSuffix(imapURL("imap", server.IMAPAddr, "play@example.org"), "INBOX") + folder)
	p := NewPoller(cfg, w.In.Take, new(journal).logger())
	p.connect = func(ctx context.Context) (mailbox, error) {
		line, err := p.dial(ctx)
		if err == nil && meddle != nil {
			return meddle(line), nil
		}
		return line, err
	}
	return h, p
}

func TestAMailboxMadeAnewLosesAndRepeatsNothing(t *testing.T) {
	s, server := newWhole(t), lab.StartDovecot(t)
	h, p := s.atDovecot(server, "Play", nil)
	h.put("Play", s.saying("one"), nil)
	runPoller(t, p)
	s.allSaid("one")
	h.must(h.client.Delete("Play").Wait())
	letters := map[string]string{}
	for _, words := range []string{"two", "one", "three"} { // "one" is there again
		letters[words] = s.saying(words)
	}
	// A server may keep the old folder for the poller's session and lose letters that are put into it, so the
	// test puts them again. It uses a new connection each time, because the Dovecot process that deleted a
	// folder may go on taking the new one for it.
	var made, put error
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("last: create %v, put %v; %d waiting, %d taken, %d failed", made, put, p.Stats().Waiting.Load(), p.Stats().Processed.Load(), p.Stats().Failed.Load())
		}
	})
	soon(t, "all letters came through the new folder", func() bool {
		h = takeHand(t, server.IMAPAddr, "play@example.org")
		made = h.client.Create("Play", nil).Wait()
		for words, letter := range letters {
			if words == "one" || s.said(words) == 0 {
				_, put = h.tryPut("Play", letter, nil)
			}
		}
		time.Sleep(time.Second)
		return s.said("two") > 0 && s.said("three") > 0
	})
	s.allSaid("one", "two", "three")
	soon(t, "the new folder is empty", func() bool { return p.Stats().Waiting.Load() == 0 && len(h.subjects("Play")) == 0 })
}

func TestAnotherProgramReadsMovesAndExpungesMeanwhile(t *testing.T) {
	s, server := newWhole(t), lab.StartDovecot(t)
	var h *hand
	uids := map[string]imap.UID{}
	var fetched, moved atomic.Bool
	h, p := s.atDovecot(server, "INBOX", func(line mailbox) mailbox {
		return &meddler{line,
			func() {
				if fetched.Swap(true) {
					return
				}
				_, err := h.client.Select("INBOX", nil).Wait()
				h.must(err)
				h.must(h.client.Store(imap.UIDSetNum(uids["read"]), &imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{imap.FlagSeen}}, nil).Close())
				_, err = h.client.Move(imap.UIDSetNum(uids["moved"]), "Elsewhere").Wait()
				h.must(err)
				h.expunge("INBOX", uids["gone"])
			},
			func() {
				if !moved.Swap(true) {
					h.expunge("INBOX", uids["taken then gone"])
				}
			}}
	})
	h.must(h.client.Create("Elsewhere", nil).Wait())
	for _, words := range []string{"stays", "read", "moved", "gone", "taken then gone"} {
		uids[words] = h.put("INBOX", s.saying(words), nil)
	}
	runPoller(t, p)
	s.allSaid("stays", "read", "taken then gone")
	_, err := h.client.Select("Elsewhere", nil).Wait()
	h.must(err)
	_, err = h.client.Move(imap.SeqSetNum(1), "INBOX").Wait()
	h.must(err)
	s.allSaid("stays", "read", "taken then gone", "moved")
	if s.said("gone") != 0 {
		t.Error("a letter that was never there to fetch is said")
	}
}

func TestNoTroubleWithIdleLosesALetter(t *testing.T) {
	for name, c := range map[string]struct {
		command string
		fault   func(k *imapTalk, tag string)
	}{
		"mute: news are never told":  {"IDLE", func(k *imapTalk, _ string) { k.print("+ idling") }},
		"IDLE is not answered":       {"IDLE", func(*imapTalk, string) {}},
		"BYE while idling":           {"IDLE", func(k *imapTalk, _ string) { k.print("+ idling\r\n* BYE so long"); k.conn.Close() }},
		"the link is gone":           {"IDLE", func(k *imapTalk, _ string) { k.print("+ idling"); k.conn.Close() }},
		"DONE is not answered":       {"DONE", func(*imapTalk, string) {}},
		"IDLE is refused":            {"IDLE", func(k *imapTalk, tag string) { k.print("%s NO not today", tag) }},
		"IDLE is a word unknown":     {"IDLE", func(k *imapTalk, tag string) { k.print("%s BAD what?", tag) }},
		"the server hangs up at all": {"SELECT", func(k *imapTalk, _ string) { k.conn.Close() }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server, d := startIMAPScript(t), new(desk)
			var left atomic.Int64
			left.Store(2) // after that the server behaves
			server.answer(c.command, func(k *imapTalk, tag, _ string) bool {
				if left.Add(-1) < 0 {
					return false
				}
				c.fault(k, tag)
				return true
			})
			cfg := quick(imapURL("imap", server.addr, "ana"))
			cfg.Account.CommandTimeout = time.Second
			p := NewPoller(cfg, d.take, new(journal).logger())
			runPoller(t, p)
			soon(t, "the fault", func() bool { return left.Load() < 2 })
			server.lay(mailText("after all"))
			soon(t, "the letter is taken", func() bool { return p.Stats().Processed.Load() == 1 })
			if d.count("after all") != 1 {
				t.Errorf("taken %d times", d.count("after all"))
			}
		})
	}
	t.Run("half-open link", func(t *testing.T) {
		t.Parallel()
		testHalfOpen(t, lab.StartDovecot(t), "ana@example.org")
	})
}

func TestNoOddAnswerToFetchLosesALetter(t *testing.T) {
	var letters, want []string
	for n := range 300 {
		want = append(want, fmt.Sprint("reply ", n))
		letters = append(letters, mailText(want[n]))
	}
	server, d := startIMAPScript(t, letters...), new(desk)
	faults := map[uint32]int{5: 2, 90: 1, 150: 1} // NIL twice, missing once, a literal that is too short once
	server.answer("UID FETCH", func(k *imapTalk, tag, rest string) bool {
		set, what, _ := strings.Cut(rest, " ")
		if strings.Contains(what, "INTERNALDATE") {
			return false
		}
		k.mu.Lock()
		defer k.mu.Unlock()
		for i, l := range k.letters {
			if !inSet(set, l.uid) {
				continue
			}
			if i%50 == 7 {
				k.print("* %d FETCH (FLAGS (\\Seen))\r\n* OK still here\r\n* %d EXISTS\r\n* 0 RECENT", i+1, len(k.letters))
			}
			if faults[l.uid] == 0 {
				k.show(i+1, l, what)
				continue
			}
			faults[l.uid]--
			switch l.uid {
			case 5:
				k.print("* %d FETCH (UID %d BODY[] NIL)", i+1, l.uid)
			case 150: // it announces more bytes than it sends
				k.literal(i+1, l.uid, len(l.raw)+500, l.raw)
				k.conn.Close()
				return true
			}
		}
		k.print("%s OK done", tag)
		return true
	})
	cfg := quick(imapURL("imap", server.addr, "ana"))
	cfg.Account.CommandTimeout = 5 * time.Second
	p := NewPoller(cfg, d.take, new(journal).logger())
	runPoller(t, p)
	soon(t, "all 300 are taken", func() bool { return p.Stats().Processed.Load() == 300 })
	came := d.letters()
	slices.Sort(came)
	slices.Sort(want)
	if !slices.Equal(came, want) {
		t.Errorf("%d letters were brought, of 300", len(came))
	}
	if server.waiting() != 0 {
		t.Errorf("%d letters are left", server.waiting())
	}
}

// A wrong password leads to one logged error, no tight loop, and never to a poll that counts as successful.
func TestAWrongPasswordBacksOffWithAnAlarm(t *testing.T) {
	server := lab.StartDovecot(t)
	testWrongPassword(t, server, "ana@example.org")
	p := NewPoller(quick("imap://ana:not-the-word@"+server.IMAPAddr), new(desk).take, new(journal).logger())
	if polled, err := p.session(t.Context()); polled || err == nil || !p.Stats().LastPoll().IsZero() {
		t.Errorf("a session without a log-in: %v, %v, last poll %v", polled, err, p.Stats().LastPoll())
	}
}

func TestARefusedMoveIsTriedAgainWithoutAnotherFetch(t *testing.T) {
	s := newWhole(t)
	server := startIMAPScript(t, s.saying("in a full box"))
	var healed atomic.Bool
	server.answer("UID MOVE", func(k *imapTalk, tag, _ string) bool {
		if healed.Load() {
			return false
		}
		k.print("%s NO [OVERQUOTA] the mailbox is full", tag)
		return true
	})
	logs := new(journal)
	p := NewPoller(quick(imapURL("imap", server.addr, "play")), s.In.Take, logs.logger())
	runPoller(t, p)
	s.allSaid("in a full box")
	soon(t, "it was tried again", func() bool { return server.said("UID MOVE") >= 3 })
	if !strings.Contains(logs.String(), "letters cannot be moved") {
		t.Error("no alarm sounds")
	}
	healed.Store(true)
	soon(t, "it is moved", func() bool { return server.waiting() == 0 })
	s.allSaid("in a full box")
	if n := p.Stats().Fetched.Load(); n != 1 {
		t.Errorf("fetched %d times", n)
	}
}

// A server that accepts connections but never greets does not hold up the poller.
func TestAServerWithoutAGreeting(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	account := quick(imapURL("imap", listener.Addr().String(), "ana")).Account
	account.CommandTimeout = 300 * time.Millisecond
	if _, err := account.dial(t.Context()); err == nil {
		t.Error("logged in to nobody")
	}
}
