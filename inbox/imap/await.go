package imap

import (
	"context"
	"errors"
	"time"

	"github.com/emersion/go-imap/v2"
)

// Await waits until a letter with this subject lies in the mailbox, takes it out again and gives
// its header.
func Await(ctx context.Context, a Account, subject string) (head []byte, err error) {
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
		heads, err := line.Fetch(ctx, uids, headerOnly())
		if err == nil && line.client.Caps().Has(imap.CapUIDPlus) {
			err = line.dog.guard(ctx, "delete", func() error { return line.erase(uidSet(uids)) })
		}
		return heads[uids[0]], err
	}
	return nil, errors.New("the letter did not come")
}
