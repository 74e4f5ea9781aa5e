package imap

import (
	"context"
	"errors"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
)

// Watch returns when the server announces new letters, and after atMost at the latest. List then tells
// whether letters have arrived. If the connection died unnoticed, Watch returns an error within the command
// timeout after that.
func (l *connection) Watch(ctx context.Context, atMost time.Duration) error {
	if l.noIdle || !l.client.Caps().Has(imap.CapIdle) {
		return l.rest(ctx, atMost)
	}
	var idle *imapclient.IdleCommand
	err := l.watchdog.guard(ctx, "begin to idle", func() (err error) {
		idle, err = l.client.Idle()
		return err
	})
	if IsServerAnswer(err) {
		l.noIdle = true
		return l.rest(ctx, atMost)
	}
	if err != nil {
		return err
	}
	if err := l.rest(ctx, atMost); err != nil {
		_ = l.brief().guard(context.Background(), "end to idle", idle.Close) // the connection is given up anyway
		return err
	}
	return l.watchdog.guard(ctx, "end to idle", func() error {
		if err := idle.Close(); err != nil {
			return err
		}
		return idle.Wait()
	})
}

// rest waits for news, for the end of atMost, of ctx or of the connection.
func (l *connection) rest(ctx context.Context, atMost time.Duration) error {
	select {
	case <-l.news:
		return nil
	case <-time.After(atMost):
		return nil
	case <-l.client.Closed():
		return errors.New("the mail server hung up")
	case <-ctx.Done():
		return ctx.Err()
	}
}

// awaitedMost limits the size of an awaited letter.
const awaitedMost = 1 << 20

// AwaitLetter waits until a letter with this subject is in the mailbox, deletes it and returns it.
func AwaitLetter(ctx context.Context, a Account, subject string) (raw []byte, err error) {
	line, err := a.dial(ctx)
	if err != nil {
		return nil, err
	}
	defer line.Close()
	for ; ctx.Err() == nil; sleep(ctx, time.Second) {
		if _, err := line.choose(ctx, line.folder); err != nil {
			return nil, err
		}
		uids, err := line.find(ctx, &imap.SearchCriteria{Header: []imap.SearchCriteriaHeaderField{{Key: "Subject", Value: subject}}})
		if err != nil {
			return nil, err
		}
		if len(uids) == 0 {
			continue
		}
		raws, err := line.Fetch(ctx, uids, wholeLetter(awaitedMost))
		if err == nil && line.client.Caps().Has(imap.CapUIDPlus) {
			err = line.watchdog.guard(ctx, "delete", func() error { return line.erase(uidSet(uids)) })
		}
		return raws[uids[0]], err
	}
	return nil, errors.New("the letter did not come")
}
