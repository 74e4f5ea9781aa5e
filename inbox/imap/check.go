package imap

import (
	"context"
	"errors"
)

// Check logs in to a mailbox and out again, and says what keeps it from
// that.
func Check(ctx context.Context, a Account) error {
	line, err := a.dial(ctx)
	if err != nil {
		return err
	}
	line.Close()
	return nil
}

// JunkFolder names the folder in which an account keeps spam, "" for none.
func JunkFolder(ctx context.Context, a Account) (string, error) {
	line, err := a.dial(ctx)
	if err != nil {
		return "", err
	}
	defer line.Close()
	name, err := line.junk(ctx)
	if errors.Is(err, errNoJunk) {
		return "", nil
	}
	return name, err
}
