package app

import (
	"cmp"
	"context"
	"time"

	"pitpost.example/db/lookup"
	"pitpost.example/inbox/imap"
	"pitpost.example/meter"
)

// watched adds to /metrics, besides what the packages count, the state of queues, clocks, mailboxes and the database.
func (app *App) watched() {
	m := app.Stores.Meter
	m.Add(app.readBacklog)
	m.AddCostly(app.readSizes)
	m.Add(app.readMailboxes)
	m.Add(app.readPool)
}

// readBacklog takes one round trip, and time in proportion to the number of waiting rows.
func (app *App) readBacklog(ctx context.Context, put *meter.Figures) error {
	b, err := lookup.ReadBacklog(ctx, app.Stores.DB, app.Now())
	up := 1.0
	if err != nil {
		up = 0
	}
	put.Gauge("pitpost_database_up", "1 where the database answers within three seconds, else 0 and no figures of it.", up)
	if err != nil {
		return nil // the error is reported by the gauge above
	}
	queued, written := b.Outbox["queued"], b.Outbox["written"]
	put.Gauge("pitpost_database_clock_skew_seconds", "How far this machine's clock is ahead of the database's.", b.Skew.Seconds())
	put.Gauges("pitpost_outbox_letters", "Letters out that wait, by state.", "state",
		meter.Values{"queued": float64(queued.Waiting), "written": float64(written.Waiting)})
	put.Gauge("pitpost_outbox_late_seconds", "Since when the letter out most overdue was to be tried.", max(queued.Late, written.Late).Seconds())
	put.Gauge("pitpost_outbox_oldest_seconds", "Since when the oldest letter out waits, whatever it waits for.", max(queued.Oldest, written.Oldest).Seconds())
	put.Gauge("pitpost_webhook_calls", "Calls of webhooks that wait, by state.", float64(b.Calls.Waiting), "state", "queued")
	put.Gauge("pitpost_webhook_late_seconds", "Since when the call most overdue was to be made.", b.Calls.Late.Seconds())
	put.Gauge("pitpost_webhook_oldest_seconds", "Since when the oldest call waits.", b.Calls.Oldest.Seconds())
	put.Gauge("pitpost_webhooks_failing", "Webhooks that no call got through to of late.", float64(b.HooksFailing))
	put.Gauges("pitpost_due_late", "What is overdue, by kind.", "what", byKind(b.DueLate))
	put.Gauge("pitpost_due_most_late_seconds", "How overdue the most overdue is.", b.MostLate.Seconds())
	return nil
}

// byKind returns the number of each kind of due row, 0 for kinds without rows.
func byKind(counts map[string]int) meter.Values {
	values := meter.Values{}
	for _, kind := range meter.DueKinds() {
		values[kind] = 0
	}
	for what, n := range counts {
		values[meter.DueKind(what)] += float64(n)
	}
	return values
}

// readSizes scans whole tables, so it is added as costly.
func (app *App) readSizes(ctx context.Context, put *meter.Figures) error {
	s, err := lookup.ReadTableSizes(ctx, app.Stores.DB, app.Now())
	if err != nil {
		return err
	}
	phases := meter.Values{}
	for _, phase := range []string{"lobby", "running", "paused", "over", "aborted"} {
		phases[phase] = float64(s.Matches[phase])
	}
	put.Gauges("pitpost_matches", "Matches, by phase.", "phase", phases)
	put.Gauges("pitpost_due", "What is to come, by kind.", "what", byKind(s.Due))
	put.Gauge("pitpost_database_bytes", "Size of the database on disk.", float64(s.Bytes))
	if limit := app.Stores.Settings.SendLimit; limit > 0 {
		put.Gauge("pitpost_send_limit_letters", "SEND_LIMIT: letters a day; not given without one.", float64(limit))
		put.Gauge("pitpost_send_limit_left_letters", "How many of them may still leave in the 24 hours up to now.", float64(max(0, limit-s.SentDay)))
	}
	return nil
}

// readMailboxes reports the state of this process's pollers.
func (app *App) readMailboxes(_ context.Context, put *meter.Figures) error {
	for folder, p := range map[string]*imap.Poller{"inbox": app.Poller, "junk": app.junk} {
		if p == nil {
			continue
		}
		s := p.Stats()
		connected, last := 0.0, cmp.Or(s.LastPoll(), app.began)
		if s.Connected.Load() {
			connected = 1
		}
		put.Gauge("pitpost_mailbox_connected", "1 while this process has a connection to the mailbox.", connected, "folder", folder)
		put.Gauge("pitpost_mailbox_read_seconds", "Since when the mailbox was last looked through; since its start where this process never did.", time.Since(last).Seconds(), "folder", folder)
		put.Gauge("pitpost_mailbox_waiting_letters", "Letters left in it for a later try at the last look.", float64(s.Waiting.Load()), "folder", folder)
		put.Counter("pitpost_mailbox_reconnects_total", "Connections made after the first.", float64(s.Reconnects.Load()), "folder", folder)
		put.Counter("pitpost_mailbox_fetched_total", "Letters fetched.", float64(s.Fetched.Load()), "folder", folder)
		put.Counter("pitpost_mailbox_failed_total", "Tries of a fetched letter that ended in an error.", float64(s.Failed.Load()), "folder", folder)
		put.Counter("pitpost_mailbox_not_ours_total", "Letters judged to be none of ours, and left untouched.", float64(s.NotOurs.Load()), "folder", folder)
	}
	return nil
}

// readPool needs no query: it reports the state of this process's pool.
func (app *App) readPool(_ context.Context, put *meter.Figures) error {
	s := app.Stores.DB.Pool().Stat()
	put.Gauges("pitpost_database_connections", "Connections of this process to the database, by state.", "state",
		meter.Values{"used": float64(s.AcquiredConns()), "idle": float64(s.IdleConns())})
	put.Gauge("pitpost_database_connections_max", "The most it may have.", float64(s.MaxConns()))
	put.Counter("pitpost_database_waits_total", "Times a transaction had to wait for a free connection.", float64(s.EmptyAcquireCount()))
	put.Counter("pitpost_database_wait_seconds_total", "Seconds spent in getting connections.", s.AcquireDuration().Seconds())
	put.Gauge("pitpost_matches_in_memory", "Matches that this process remembers.", float64(app.Stores.DB.Remembered()))
	return nil
}
