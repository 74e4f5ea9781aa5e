package imap

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/emersion/go-imap/v2"
)

// ErrNoClock is the error for a server that cannot be asked for its time.
var ErrNoClock = errors.New("the mail server cannot be asked for its time")

// clockLetter is the letter by which a server is asked for its time.
const clockLetter = "Subject: Pitpost asks the mail server for its time\r\n\r\nThis letter is deleted at once.\r\n"

// ServerTime returns the time of a mail server, which is good to a second. IMAP has no command for it, so a letter is put into
// the house's folder of letters that were taken, where nobody waits for one; the server dates it, and it is deleted at
// once. Gmail only archives what is deleted there, so with Gmail it is put into the bin.
func ServerTime(ctx context.Context, a Account) (theirs time.Time, err error) {
	line, err := a.dialToErase(ctx)
	if errors.Is(err, errNoExpunge) {
		return time.Time{}, fmt.Errorf("%w: %w", ErrNoClock, err)
	}
	if err != nil {
		return time.Time{}, err
	}
	defer line.Close()
	if line.prefix, err = line.namespace(ctx); err != nil {
		return time.Time{}, err
	}
	folder := line.full(processed)
	list, err := line.everyFolder(ctx)
	if line.client.Caps().Has("X-GM-EXT-1") {
		folder = pick(list, imap.MailboxAttrTrash)
	}
	if err != nil {
		return time.Time{}, err
	}
	there := false
	for _, one := range list {
		there = there || one.Mailbox == folder
	}
	if !there {
		return time.Time{}, ErrNoClock
	}
	return line.dated(ctx, folder)
}

// dated puts a letter into a folder, deletes it again and returns the date that the server gave it.
func (l *connection) dated(ctx context.Context, folder string) (at time.Time, err error) {
	if _, err := l.choose(ctx, folder); err != nil {
		return time.Time{}, err
	}
	// Marked deleted from the beginning, it goes with the next expunge even if the connection breaks here.
	options := &imap.AppendOptions{Flags: []imap.Flag{imap.FlagSeen, imap.FlagDeleted}}
	put, err := ask(ctx, l.watchdog, "put a letter", func() (*imap.AppendData, error) {
		letter := l.client.Append(folder, int64(len(clockLetter)), options)
		if _, err := letter.Write([]byte(clockLetter)); err != nil {
			return nil, err
		}
		if err := letter.Close(); err != nil {
			return nil, err
		}
		return letter.Wait()
	})
	if err != nil {
		return time.Time{}, err
	}
	if put.UID == 0 {
		return time.Time{}, ErrNoClock // it keeps to no UIDPLUS, although it offers that
	}
	set := imap.UIDSetNum(put.UID)
	found, err := l.survey(ctx, set, 1)
	gone := l.brief().guard(context.WithoutCancel(ctx), "delete", func() error { return l.erase(set) })
	if err = errors.Join(err, gone); err != nil {
		return time.Time{}, err
	}
	for _, letter := range found {
		at = letter.at
	}
	if at.IsZero() {
		return time.Time{}, ErrNoClock
	}
	return at, nil
}
