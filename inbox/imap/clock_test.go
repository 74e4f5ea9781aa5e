package imap

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"

	"pitpost.example/lab"
)

// The server tells its time, and nothing is left of the question; what others marked deleted stays.
func TestAServerIsAskedForItsTime(t *testing.T) {
	t.Parallel()
	server := lab.StartDovecot(t)
	h := takeHand(t, server.IMAPAddr, "clock")
	trace := new(journal)
	account := quick(imapURL("imap", server.IMAPAddr, "clock")).Account
	account.trace = trace
	if _, err := ServerTime(context.Background(), account); !errors.Is(err, ErrNoClock) {
		t.Errorf("without a folder of ours: %v", err)
	}
	if got := h.subjects("INBOX"); len(got) != 0 || slices.Contains(trace.commands(), "APPEND") {
		t.Errorf("the INBOX holds %q", got)
	}
	h.must(h.client.Create("Processed", nil).Wait())
	h.put("Processed", mailText("old"), &imap.AppendOptions{Time: time.Now().AddDate(-1, 0, 0), Flags: []imap.Flag{imap.FlagDeleted}})
	theirs, err := ServerTime(context.Background(), account)
	if off := time.Since(theirs).Abs(); err != nil || off > 10*time.Second {
		t.Errorf("%s off, %v", off, err)
	}
	if got := h.subjects("Processed"); !slices.Equal(got, []string{"old"}) {
		t.Errorf("Processed holds %q", got)
	}
	if got := h.subjects("INBOX"); len(got) != 0 {
		t.Errorf("the INBOX holds %q", got)
	}
}
