package imap

import (
	"bytes"
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"

	"pitpost.example/inbox/intake"
	"pitpost.example/lab"
)

// A person's own letters in a shared mailbox are not fetched, marked or moved, and a poller that starts later
// does not look at them again.
func testShared(t *testing.T, server *lab.Dovecot, user string) {
	h := takeHand(t, server.IMAPAddr, user)
	birth := time.Date(2026, 8, 3, 0, 0, 0, 0, time.UTC)
	h.put("INBOX", mailText("[#7 from another life]"), &imap.AppendOptions{Time: birth.Add(-time.Hour)})
	for _, subject := range []string{"lunch", "Re: [#42 Saboteur]", "dinner"} {
		h.put("INBOX", mailText(subject), &imap.AppendOptions{Time: birth.Add(time.Hour)})
	}
	var mu sync.Mutex
	floors := map[uint32]uint32{}
	trace := new(journal)
	cfg := quick(imapURL("imap", server.IMAPAddr, user))
	cfg.Shared, cfg.Since, cfg.Account.trace = true, birth, trace
	cfg.Ours = func(header []byte) bool { return bytes.Contains(header, []byte("[#")) }
	cfg.Floor = func(_ context.Context, validity uint32) (uint32, error) {
		mu.Lock()
		defer mu.Unlock()
		return floors[validity], nil
	}
	cfg.Raise = func(_ context.Context, validity, uid uint32) error {
		mu.Lock()
		defer mu.Unlock()
		floors[validity] = uid
		return nil
	}
	floor := func() (uid uint32) {
		mu.Lock()
		defer mu.Unlock()
		for _, uid = range floors {
		}
		return uid
	}
	d := new(desk)
	p := NewPoller(cfg, d.take, new(journal).logger())
	stop := runPoller(t, p)
	soon(t, "all judged", func() bool { return p.Stats().Processed.Load() == 1 && floor() == 4 })
	server.Deliver(t, user, []byte(mailText("breakfast")))
	soon(t, "one more judged", func() bool { return floor() == 5 })
	stop()

	if got := d.letters(); !slices.Equal(got, []string{"Re: [#42 Saboteur]"}) {
		t.Errorf("brought %q", got)
	}
	_, err := h.client.Select("INBOX", nil).Wait()
	h.must(err)
	list, err := h.client.Fetch(imap.SeqSet{imap.SeqRange{Start: 1}}, &imap.FetchOptions{Flags: true}).Collect()
	h.must(err)
	if len(list) != 4 {
		t.Errorf("%d letters left of the person's four", len(list))
	}
	for _, msg := range list {
		if slices.Contains(msg.Flags, imap.FlagSeen) {
			t.Error("a letter that is not ours is marked read")
		}
	}

	later := new(journal)
	cfg.Account.trace = later
	p = NewPoller(cfg, d.take, new(journal).logger())
	runPoller(t, p)
	soon(t, "a second poller looks", func() bool { return !p.Stats().LastPoll().IsZero() })
	if slices.Contains(later.commands(), "UID FETCH") {
		t.Errorf("judged letters are asked for again: %q", later.commands())
	}
}

func TestLedger(t *testing.T) {
	at := time.Date(2026, 8, 3, 12, 0, 0, 0, time.UTC)
	list := []listed{{uid: 3, at: at}, {uid: 1, at: at}, {uid: 2, at: at.Add(-time.Hour)}, {uid: 9, at: at}}
	var l ledger
	if !l.turn(7) || l.turn(7) {
		t.Fatal("a first numbering is a change, the same again is none")
	}
	order := func() (uids []uint32) {
		for _, letter := range l.due(list) {
			uids = append(uids, letter.uid)
		}
		return uids
	}
	if got := order(); !slices.Equal(got, []uint32{2, 1, 3, 9}) {
		t.Errorf("order %v", got)
	}
	l.failed[2] = 9
	if got := order(); !slices.Equal(got, []uint32{2, 1, 3, 9}) {
		t.Errorf("after the house failed to take 2: %v", got)
	}
	l.blamed[2] = 1
	if got := order(); !slices.Equal(got, []uint32{1, 3, 9, 2}) {
		t.Errorf("after trouble with 2: %v", got)
	}
	l.notOurs[1], l.notOurs[2] = true, true
	if l.raise(list) == nil || l.floor != 2 {
		t.Errorf("floor %d below a letter that waits at 3", l.floor)
	}
	if l.raise(list) != nil {
		t.Error("the floor rose without reason")
	}
	l.notOurs[3], l.notOurs[9] = true, true
	if l.raise(list) == nil || l.floor != 9 || len(l.notOurs) != 0 {
		t.Errorf("floor %d, %d remembered above it", l.floor, len(l.notOurs))
	}
	l.settled[10], l.failed[10], l.blamed[10] = intake.Processed, 2, 1
	l.forget(nil)
	if len(l.settled) != 0 || len(l.failed) != 0 || len(l.blamed) != 0 {
		t.Error("letters that are gone are not forgotten")
	}
	if !l.turn(8) || l.floor != 0 {
		t.Error("a new numbering keeps the old floor")
	}
}
