package postoffice

import (
	"os"
	"slices"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
)

// Old mail is deleted from all mailboxes but the house's. Flagged letters stay, and a client that has the
// folder open is told.
func TestOldMailIsForgotten(t *testing.T) {
	dir := t.TempDir()
	o, in, out := open(t, dir)
	submit(t, in, "ana@pit.localhost", plain, "play@pit.localhost", "bo@pit.localhost")
	c := login(t, out, "bo@pit.localhost", nil)
	put := func(age time.Duration, flags ...imap.Flag) {
		t.Helper()
		raw := []byte(plain)
		cmd := c.Append("INBOX", int64(len(raw)), &imap.AppendOptions{Time: time.Now().Add(-age), Flags: flags})
		if _, err := cmd.Write(raw); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := cmd.Wait(); err != nil {
			t.Fatal(err)
		}
	}
	put(100 * 24 * time.Hour)
	put(100*24*time.Hour, imap.FlagFlagged)
	put(80 * 24 * time.Hour)
	choose(t, c, "INBOX")
	forget := func(before time.Time, want int) {
		t.Helper()
		if n, err := o.Forget(t.Context(), "play@pit.localhost", before); n != want || err != nil {
			t.Errorf("%d letters forgotten, want %d (%v)", n, want, err)
		}
	}
	forget(time.Now().AddDate(0, 0, -90), 1)
	if got := searchAll(t, c); !slices.Equal(got, []imap.UID{1, 3, 4}) {
		t.Errorf("Bo's INBOX holds %v", got)
	}
	forget(time.Now().Add(time.Hour), 2)
	forget(time.Now().Add(time.Hour), 0)
	house := login(t, out, "play@pit.localhost", nil)
	if box := choose(t, house, "INBOX"); box.NumMessages != 1 {
		t.Errorf("the house's INBOX holds %d letters", box.NumMessages)
	}
	if err := o.Close(); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(inboxFile(dir, "bo")); err != nil || info.Size() == 0 {
		t.Errorf("the folder's file: %v", err)
	}
	_, _, out = open(t, dir)
	c = login(t, out, "bo@pit.localhost", nil)
	if choose(t, c, "INBOX"); !slices.Equal(searchAll(t, c), []imap.UID{3}) {
		t.Errorf("after a restart Bo's INBOX holds %v", searchAll(t, c))
	}
}
