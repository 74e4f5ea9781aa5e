package postoffice

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"
)

// Forget deletes the letters that came before a time from all folders of all mailboxes but
// one, and counts them; one that its owner has flagged stays. The mailbox named is its
// owner's alone to sweep.
func (o *Office) Forget(ctx context.Context, except string, before time.Time) (n int, err error) {
	spared, _, _ := strings.Cut(strings.ToLower(except), "@")
	err = o.all(func(local string, m *mailbox) error {
		if ctx.Err() != nil || local == spared {
			return ctx.Err()
		}
		gone, err := m.forget(before)
		if n += gone; err != nil {
			return fmt.Errorf("mailbox %s: %w", local, err)
		}
		return nil
	})
	return n, err
}

func (m *mailbox) forget(before time.Time) (n int, err error) {
	names, err := m.names()
	if err != nil {
		return 0, err
	}
	for _, name := range names {
		info, err := os.Stat(m.path(name))
		if err != nil || info.Size() == 0 {
			continue // nothing was ever put there
		}
		f, err := m.folder(name, false)
		if errors.Is(err, errNoFolder) {
			continue
		}
		if err != nil {
			return n, err
		}
		gone, err := f.remove(f.before(before))
		if n += len(gone); err != nil {
			return n, err
		}
	}
	return n, nil
}

// before names the letters that came before a time and are not flagged.
func (f *folder) before(t time.Time) (uids []imap.UID) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, l := range f.letters {
		if l.time.Before(t) && !l.flags.has(imap.FlagFlagged) {
			uids = append(uids, l.uid)
		}
	}
	return uids
}
