package app

import (
	"context"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/timetable"
	"pitpost.example/inbox/imap"
)

// Duty is something more that the operator has the house do by the calendar; app is nil for who just
// wants to know when.
type Duty func(app *App) timetable.Job

// Timetable is all that a house does by the calendar, an entry each. Only the jobs themselves need
// the running server; app is nil for who just wants to know what there is.
func Timetable(app *App, also ...Duty) []timetable.Job {
	jobs := []timetable.Job{
		{Name: "sweep", Schedule: At("* * * * *"), Most: 10 * time.Minute, What: "looks for what is due and was not done",
			Do: func(ctx context.Context, _ time.Time) error { return app.sweep(ctx) }},
		{Name: "forget", Schedule: At("7 * * * *"), Most: 3 * time.Hour, What: "forgets what is older than KEEP_LETTERS, KEEP_MAIL and KEEP_TRACES say",
			Do: func(ctx context.Context, now time.Time) error { return app.Stores.House.Forget(ctx, now) }},
		{Name: "count", Schedule: At("37 3 * * *"), Most: time.Hour, What: "counts the bytes of letters, for KEEP_MB",
			Do: func(ctx context.Context, now time.Time) error { return app.Stores.House.CountKept(ctx, now) }},
	}
	return append(jobs, engine.Each(also, func(d Duty) timetable.Job { return d(app) })...)
}

// At is a schedule of the program's own.
func At(text string) timetable.Schedule {
	s, err := timetable.Parse(text)
	if err != nil {
		panic(err)
	}
	return s
}

// keepTimetable does what is on the timetable until ctx ends, in whichever process comes first.
func (app *App) keepTimetable(ctx context.Context) error {
	t := &timetable.Table{DB: app.Stores.DB, Jobs: Timetable(app, app.duties...), Now: app.Now, Log: app.Stores.Log}
	if err := t.Look(ctx); err != nil {
		return err
	}
	app.running.Go(func() {
		app.eachSecond(ctx, t.Look)
		t.Wait()
	})
	return nil
}

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
		sweeper := &imap.FolderSweeper{Account: account, Ours: ours, Keep: s.Keep.Letters, Bytes: s.Keep.Bytes, Every: step, Now: app.Now, Log: stores.Log,
			Lock: app.lock("folders of " + s.Address)}
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
