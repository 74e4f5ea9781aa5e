package imap

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"

	"pitpost.example/lab"
)

// Only old letters are deleted, and none that the owner has flagged. After that, the oldest letters above the
// size limit are deleted.
func TestLettersReadLongAgoAreDeleted(t *testing.T) {
	server := lab.StartDovecot(t)
	h := takeHand(t, server.IMAPAddr, "outdated")
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	put := func(folder, subject string, days int, flags ...imap.Flag) {
		h.put(folder, mailText(subject), &imap.AppendOptions{Time: now.AddDate(0, 0, -days), Flags: flags})
	}
	h.must(h.client.Create("Processed", nil).Wait())
	put("INBOX", "unread and old", 500)
	put("Processed", "old", 100)
	put("Processed", "old and flagged", 100, imap.FlagFlagged)
	put("Processed", "deleted by its owner", 10, imap.FlagDeleted)
	put("Processed", "young", 80)
	s := &FolderSweeper{Account: quick(imapURL("imap", server.IMAPAddr, "outdated")).Account, Keep: 90 * 24 * time.Hour,
		Now: func() time.Time { return now }, Lock: alone}
	sweep := func(want int, left ...string) {
		t.Helper()
		n, err := s.Sweep(context.Background())
		h.must(err)
		if got := h.subjects("Processed"); n != want || !slices.Equal(got, left) {
			t.Errorf("%d deleted, left %q; want %d and %q", n, got, want, left)
		}
	}
	sweep(1, "old and flagged", "deleted by its owner", "young")
	sweep(0, "old and flagged", "deleted by its owner", "young")
	if got := h.subjects("INBOX"); len(got) != 1 {
		t.Errorf("the INBOX holds %q", got)
	}

	put("Processed", "somebody's own", 200)
	put("Processed", "[#42 Saboteur] old", 200)
	s.Ours = func(_ context.Context, start []byte) (bool, error) {
		return strings.Contains(string(start), "Subject: [#42"), nil
	}
	sweep(1, "old and flagged", "deleted by its owner", "young", "somebody's own")
	s.Ours = nil
	sweep(1, "old and flagged", "deleted by its owner", "young")

	for n := range 5 {
		put("Processed", fmt.Sprint("large ", n, strings.Repeat(" ", 500)), 5-n)
	}
	s.Bytes = 2500 // of about 4000
	if n, err := s.Sweep(context.Background()); err != nil || n == 0 {
		t.Fatalf("%d deleted, %v", n, err)
	}
	left := h.subjects("Processed")
	if len(left) < 3 || left[0] != "old and flagged" || slices.Contains(left, "young") || !strings.HasPrefix(left[len(left)-1], "large 4") {
		t.Errorf("left %q", left)
	}
	size, err := h.client.Status("Processed", &imap.StatusOptions{Size: true}).Wait()
	h.must(err)
	if *size.Size > s.Bytes {
		t.Errorf("%d bytes are left", *size.Size)
	}
	if n, err := s.Sweep(context.Background()); n != 0 || err != nil {
		t.Errorf("within its limit %d more were deleted, %v", n, err)
	}
}
