package imap

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/emersion/go-imap/v2"
)

// FolderSweeper deletes old letters from the folders into which a Poller moves them. It keeps letters that
// the owner has flagged, and touches no other folder.
type FolderSweeper struct {
	Account Account
	Keep    time.Duration // older letters are deleted; 0 keeps all
	Bytes   int64         // limit for one folder, above which the oldest are deleted; 0 for none
	Every   time.Duration // time between two sweeps
	Now     func() time.Time
	Log     *slog.Logger
	// Ours is for mailboxes that a person reads too. It reports from its first intake.StartSize bytes whether
	// a letter may be deleted. If it is nil, all may.
	Ours func(ctx context.Context, start []byte) (bool, error)
	// Lock makes this the only sweep of the folders until release is called.
	Lock func(ctx context.Context) (stillLeads func(context.Context) error, release func(), err error)
}

// Run sweeps until ctx ends.
func (s *FolderSweeper) Run(ctx context.Context) {
	sweeping(ctx, s.Every, s.Log, "letters read long ago are not deleted; trying again", func(ctx context.Context) error {
		n, err := s.Sweep(ctx)
		if n > 0 {
			s.Log.Info("letters read long ago were deleted from the mailbox", "letters", n)
		}
		return err
	})
}

// sweeping calls sweep until ctx ends.
func sweeping(ctx context.Context, every time.Duration, log *slog.Logger, trouble string, sweep func(context.Context) error) {
	for logged := ""; ctx.Err() == nil; sleep(ctx, every) {
		if err := sweep(ctx); err != nil && ctx.Err() == nil && logged != err.Error() { // log the same error once, because it may last for days
			logged = err.Error()
			log.Warn(trouble, "error", err, "in", every)
		}
	}
}

var errNoExpunge = errors.New("the mail server cannot delete single letters (no UIDPLUS)")

// dialToErase connects to a server that must be able to delete single letters.
func (a Account) dialToErase(ctx context.Context) (*connection, error) {
	line, err := a.dial(ctx)
	if err == nil && !line.client.Caps().Has(imap.CapUIDPlus) {
		line.Close()
		return nil, errNoExpunge
	}
	return line, err
}

// Limits of one sweep of a folder. A large folder takes several sweeps.
const (
	eraseAtOnce = 300
	eraseMost   = 3000
)

// Sweep deletes letters that are too old or exceed the size limit, and returns how many.
func (s *FolderSweeper) Sweep(ctx context.Context) (n int, err error) {
	if s.Keep == 0 && s.Bytes == 0 {
		return 0, nil
	}
	_, release, err := s.Lock(ctx)
	if err != nil {
		return 0, err
	}
	defer release()
	line, err := s.Account.dialToErase(ctx)
	if err != nil {
		return 0, err
	}
	defer line.Close()
	if line.prefix, err = line.namespace(ctx); err != nil {
		return 0, err
	}
	for _, folder := range []string{processed, setAside} {
		there, err := line.folders(ctx, line.full(folder), nil)
		if err != nil {
			return n, err
		}
		if len(there) == 0 {
			continue // nothing has been moved there yet
		}
		gone, err := s.sweep(ctx, line, line.full(folder))
		if n += gone; err != nil {
			return n, fmt.Errorf("folder %s: %w", folder, err)
		}
	}
	return n, nil
}

func (s *FolderSweeper) sweep(ctx context.Context, line *connection, folder string) (n int, err error) {
	over, err := s.surplus(ctx, line, folder)
	if err != nil {
		return 0, err
	}
	box, err := line.choose(ctx, folder)
	if err != nil || box.NumMessages == 0 {
		return 0, err
	}
	if s.Keep > 0 {
		// IMAP compares whole days only, so a letter may stay up to a day longer.
		old, err := line.find(ctx, &imap.SearchCriteria{Before: s.Now().Add(-s.Keep), NotFlag: []imap.Flag{imap.FlagFlagged}})
		if err != nil {
			return 0, err
		}
		if n, err = s.discard(ctx, line, old); err != nil || n > 0 {
			return n, err // what is left is measured next time
		}
	}
	if over <= 0 {
		return n, nil
	}
	all, err := line.find(ctx, &imap.SearchCriteria{NotFlag: []imap.Flag{imap.FlagFlagged}})
	if err != nil || len(all) == 0 {
		return n, err
	}
	oldest, err := line.survey(ctx, uidSet(all[:min(len(all), eraseMost)]), eraseMost)
	if err != nil {
		return n, err
	}
	slices.SortFunc(oldest, byNumber)
	var much []uint32
	for _, letter := range oldest {
		if over <= 0 {
			break
		}
		much, over = append(much, letter.uid), over-letter.size
	}
	return s.discard(ctx, line, much)
}

// surplus returns by how many bytes a folder exceeds the limit, or 0 if the server does not report its size.
func (s *FolderSweeper) surplus(ctx context.Context, line *connection, folder string) (over int64, err error) {
	if s.Bytes == 0 || !line.client.Caps().Has(imap.CapStatusSize) {
		return 0, nil
	}
	data, err := ask(ctx, line.watchdog, "size of folder", func() (*imap.StatusData, error) {
		return line.client.Status(folder, &imap.StatusOptions{Size: true}).Wait()
	})
	if err != nil || data.Size == nil {
		return 0, err
	}
	return *data.Size - s.Bytes, nil
}

// find returns the UIDs of matching letters in the open folder, lowest first.
func (l *connection) find(ctx context.Context, what *imap.SearchCriteria) (uids []uint32, err error) {
	data, err := ask(ctx, l.watchdog.allowing(lettersMost*foundBytes), "search folder", func() (*imap.SearchData, error) { return l.client.UIDSearch(what, nil).Wait() })
	if err != nil {
		return nil, err
	}
	for _, uid := range data.AllUIDs() {
		uids = append(uids, uint32(uid))
	}
	slices.Sort(uids)
	return uids, nil
}

// discard deletes letters from the open folder, at most eraseMost, and returns how many.
func (s *FolderSweeper) discard(ctx context.Context, line *connection, uids []uint32) (n int, err error) {
	for chunk := range slices.Chunk(uids[:min(len(uids), eraseMost)], eraseAtOnce) {
		if s.Ours != nil {
			starts, err := line.Fetch(ctx, chunk, startOnly())
			if err != nil {
				return n, err
			}
			var ours []uint32
			for _, uid := range chunk {
				if is, err := s.Ours(ctx, starts[uid]); err != nil {
					return n, err
				} else if is {
					ours = append(ours, uid)
				}
			}
			chunk = ours
		}
		if len(chunk) == 0 {
			continue
		}
		if err := line.watchdog.guard(ctx, "delete letters", func() error { return line.erase(uidSet(chunk)) }); err != nil {
			return n, err
		}
		n += len(chunk)
	}
	return n, nil
}
