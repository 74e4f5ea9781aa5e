package app

import (
	"context"
	"time"

	"pitpost.example/inbox/imap"
)

// forget has letters forgotten that are older than they may be in the folders where letters
// lie that were read, and in the built-in post office. What is in the database is the timetable's.
func (app *App) forget(ctx context.Context, account imap.Account) {
	stores, s := app.Stores, app.Stores.Settings
	step := max(time.Second, time.Hour/time.Duration(max(1, stores.House.Haste)))
	if account.URL != "" {
		var ours func([]byte) bool
		if app.shared() {
			ours = app.Receiver("", true).OursByHeader
		}
		sweeper := imap.NewFolderSweeper(imap.FolderSweeperConfig{Account: account, Ours: ours, Keep: s.Keep.Letters, Bytes: s.Keep.Bytes, Every: step, Now: app.Now,
			Lock: app.lock("folders of " + s.Address)}, stores.Log)
		app.running.Go(func() { _ = sweeper.Run(ctx) })
	}
	if app.Office == nil || s.Keep.Mail == 0 {
		return
	}
	app.running.Go(func() {
		every(ctx, step, func() { // in all boxes but the house's own
			if _, err := app.Office.Forget(ctx, s.Address, app.Now().Add(-s.Keep.Mail)); err != nil && ctx.Err() == nil {
				stores.Log.Warn("old mail in the post office is not forgotten", "err", err)
			}
		})
	})
}
