package inbox

import "context"

// CheckAccount logs in to a mailbox and out again, and says what keeps it from
// that.
func CheckAccount(ctx context.Context, a Account) error {
	line, err := a.dial(ctx)
	if err != nil {
		return err
	}
	line.Close()
	return nil
}
