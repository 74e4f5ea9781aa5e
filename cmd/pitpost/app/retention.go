package app

import (
	"context"
	"time"

	"pitpost.example/inbox/imap"
)

// forgetting has letters forgotten that are older than they may be in the folders where letters
// lie that were read, and in the built-in post office. What is in the database is the timetable's.
func (st *App) forgetting(ctx context.Context, account imap.Account) error {
	k, err := st.Settings.Keep()
	if err != nil {
		return err
	}
	every := max(time.Second, time.Hour/time.Duration(max(1, st.House.Haste)))
	if account.URL != "" {
		var ours func([]byte) bool
		if st.Settings.Mailbox == "shared" && !st.Settings.BuiltIn() {
			ours = st.Receiver("", true).OursByHeader
		}
		sweeper := imap.NewFolderSweeper(imap.FolderSweeperConfig{Account: account, Ours: ours, Keep: k.Letters, Bytes: k.Bytes, Every: every, Now: st.Now,
			Lock: func(ctx context.Context) (func(context.Context) error, func(), error) {
				return st.leader.Lock(ctx, "folders of "+st.Settings.Address)
			}}, st.Log)
		st.spawn(func() { _ = sweeper.Run(ctx) })
	}
	if st.Office != nil && k.Mail > 0 {
		st.spawn(func() { st.tidyOffice(ctx, k.Mail, every) })
	}
	return nil
}

// tidyOffice forgets old mail in the boxes of the built-in post office, but for the house's own.
func (st *App) tidyOffice(ctx context.Context, keep, every time.Duration) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		if _, err := st.Office.Forget(ctx, st.Settings.Address, st.Now().Add(-keep)); err != nil && ctx.Err() == nil {
			st.Log.Warn("old mail in the post office is not forgotten", "err", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
