package app

import (
	"context"
	"time"

	"pitpost.example/engine"
	"pitpost.example/inbox/imap"
	"pitpost.example/server/timetable"
)

// Duty is an additional job of the operator's for the timetable. app is nil if only the schedule is asked for.
type Duty func(app *App) timetable.Job

// ListJobs lists all jobs of a house by the calendar. Only running a job needs app, which may be nil for a list.
func ListJobs(app *App, also ...Duty) []timetable.Job {
	jobs := []timetable.Job{
		{Name: "sweep", Schedule: MustSchedule("* * * * *"), Most: 10 * time.Minute, What: "looks for what is due and was not done",
			Do: func(ctx context.Context, _ time.Time) error { return app.sweep(ctx) }},
		{Name: "forget", Schedule: MustSchedule("7 * * * *"), Most: 3 * time.Hour, What: "forgets what is older than KEEP_LETTERS, KEEP_MAIL and KEEP_TRACES say",
			Do: func(ctx context.Context, now time.Time) error { return app.Stores.House.Forget(ctx, now) }},
		{Name: "count", Schedule: MustSchedule("37 3 * * *"), Most: time.Hour,
			What: "counts the bytes of letters, for KEEP_MB",
			Do:   func(ctx context.Context, now time.Time) error { return app.Stores.House.CountKept(ctx, now) }},
	}
	return append(jobs, engine.MapList(also, func(d Duty) timetable.Job { return d(app) })...)
}

// MustSchedule parses a schedule that is written in the code, and panics if it is wrong.
func MustSchedule(text string) timetable.Schedule {
	s, err := timetable.ParseSchedule(text)
	if err != nil {
		panic(err)
	}
	return s
}

// keepTimetable runs the jobs until ctx ends. Each job is run by the process that takes it first.
func (app *App) keepTimetable(ctx context.Context) error {
	t := &timetable.Table{DB: app.Stores.DB, Jobs: ListJobs(app, app.duties...), Now: app.Now, Log: app.Stores.Log}
	if err := t.Look(ctx); err != nil {
		return err
	}
	app.running.Go(func() {
		app.eachSecond(ctx, t.Look)
		t.Wait()
	})
	return nil
}

// forget deletes letters that are older than allowed from the mailbox's folders for read mail and from the
// built-in post office. Rows of the database are deleted by a job of the timetable.
func (app *App) forget(ctx context.Context, account imap.Account) {
	stores, s := app.Stores, app.Stores.Settings
	step := max(time.Second, time.Hour/time.Duration(max(1, stores.House.Haste)))
	if account.URL != "" {
		receiver := app.Receiver("")
		ours := func(ctx context.Context, start []byte) (bool, error) {
			if !app.shared() || receiver.OursByHeader(start) {
				return true, nil
			}
			return receiver.OursByStart(ctx, start)
		}
		if app.alone.Load() {
			ours = nil
		}
		sweeper := &imap.FolderSweeper{Account: account, Ours: ours, Keep: s.Keep.Letters, Bytes: s.Keep.Bytes, Every: step, Now: app.Now, Log: stores.Log,
			Lock: app.lock("folders of " + s.Address)}
		app.running.Go(func() { sweeper.Run(ctx) })
	}
	if app.Office == nil || s.Keep.Mail == 0 {
		return
	}
	app.running.Go(func() {
		every(ctx, step, func() { // in all mailboxes except the house's own
			if _, err := app.Office.Forget(ctx, s.Address, app.Now().Add(-s.Keep.Mail)); err != nil && ctx.Err() == nil {
				stores.Log.Warn("old mail in the post office is not forgotten", "err", err)
			}
		})
	})
}
