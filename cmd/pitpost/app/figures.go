package app

import (
	"pitpost.example/db/lookup"

	"context"
	"time"

	"pitpost.example/inbox/imap"

	"pitpost.example/meter"
)

// put gives one value of a source of figures.
type put func(name, label string, value float64)

// watched lets /metrics tell, beside what the rooms count, how queues, clocks, mailboxes and
// the database stand.
func (st *App) watched() {
	st.Meter.Add(meter.Source{Figures: backlogFigures, Read: st.readBacklog})
	st.Meter.Add(meter.Source{Figures: sizeFigures, Read: st.readSizes, Costly: true})
	st.Meter.Add(meter.Source{Figures: mailboxFigures, Read: st.readMailboxes})
	st.Meter.Add(meter.Source{Figures: poolFigures, Read: st.readPool})
}

var backlogFigures = []meter.Figure{
	{Name: "pitpost_database_up", Help: "1 where the database answers within three seconds, else 0 and no figures of it."},
	{Name: "pitpost_database_clock_skew_seconds", Help: "How far this machine's clock is ahead of the database's."},
	{Name: "pitpost_outbox_letters", Help: "Letters out that wait, by state.", Label: "state"},
	{Name: "pitpost_outbox_late_seconds", Help: "Since when the letter out most overdue was to be tried."},
	{Name: "pitpost_outbox_oldest_seconds", Help: "Since when the oldest letter out waits, whatever it waits for."},
	{Name: "pitpost_webhook_calls", Help: "Calls of webhooks that wait, by state.", Label: "state"},
	{Name: "pitpost_webhook_late_seconds", Help: "Since when the call most overdue was to be made."},
	{Name: "pitpost_webhook_oldest_seconds", Help: "Since when the oldest call waits."},
	{Name: "pitpost_webhooks_failing", Help: "Webhooks that no call got through to of late."},
	{Name: "pitpost_due_late", Help: "What is overdue, by kind.", Label: "what"},
	{Name: "pitpost_due_most_late_seconds", Help: "How overdue the most overdue is."},
}

// readBacklog costs one round trip and as much as there is waiting.
func (st *App) readBacklog(ctx context.Context, give func(name, label string, value float64)) error {
	b, err := lookup.BacklogAt(ctx, st.DB, st.Now())
	if err != nil {
		give("pitpost_database_up", "", 0)
		return nil // that is the figure
	}
	give("pitpost_database_up", "", 1)
	give("pitpost_database_clock_skew_seconds", "", b.Skew.Seconds())
	for _, state := range []string{"queued", "written"} {
		give("pitpost_outbox_letters", state, float64(b.Outbox[state].Waiting))
	}
	give("pitpost_outbox_late_seconds", "", max(b.Outbox["queued"].Late, b.Outbox["written"].Late).Seconds())
	give("pitpost_outbox_oldest_seconds", "", max(b.Outbox["queued"].Oldest, b.Outbox["written"].Oldest).Seconds())
	give("pitpost_webhook_calls", "queued", float64(b.Calls.Waiting))
	give("pitpost_webhook_late_seconds", "", b.Calls.Late.Seconds())
	give("pitpost_webhook_oldest_seconds", "", b.Calls.Oldest.Seconds())
	give("pitpost_webhooks_failing", "", float64(b.HooksFailing))
	byKind(give, "pitpost_due_late", b.DueLate)
	give("pitpost_due_most_late_seconds", "", b.MostLate.Seconds())
	return nil
}

// byKind gives a figure for each kind of what falls due, 0 where there is none.
func byKind(give put, name string, counts map[string]int) {
	sums := map[string]int{}
	for what, n := range counts {
		sums[meter.Kind(what)] += n
	}
	for _, kind := range append(meter.Kinds(), "other") {
		give(name, kind, float64(sums[kind]))
	}
}

var sizeFigures = []meter.Figure{
	{Name: "pitpost_matches", Help: "Matches, by phase.", Label: "phase"},
	{Name: "pitpost_due", Help: "What is to come, by kind.", Label: "what"},
	{Name: "pitpost_database_bytes", Help: "Size of the database on disk."},
	{Name: "pitpost_send_limit_letters", Help: "SEND_LIMIT: letters a day; not given without one."},
	{Name: "pitpost_send_limit_left_letters", Help: "How many of them may still leave in the 24 hours up to now."},
}

// readSizes goes through whole tables.
func (st *App) readSizes(ctx context.Context, give func(name, label string, value float64)) error {
	s, err := lookup.SizesAt(ctx, st.DB, st.Now())
	if err != nil {
		return err
	}
	for _, phase := range []string{"lobby", "running", "paused", "over", "aborted"} {
		give("pitpost_matches", phase, float64(s.Matches[phase]))
	}
	byKind(give, "pitpost_due", s.Due)
	give("pitpost_database_bytes", "", float64(s.Bytes))
	if limit := st.Settings.SendLimit; limit > 0 {
		give("pitpost_send_limit_letters", "", float64(limit))
		give("pitpost_send_limit_left_letters", "", float64(max(0, limit-s.SentDay)))
	}
	return nil
}

var mailboxFigures = []meter.Figure{
	{Name: "pitpost_mailbox_connected", Help: "1 while this process has a connection to the mailbox.", Label: "folder"},
	{Name: "pitpost_mailbox_read_seconds", Help: "Since when the mailbox was last looked through; since its start where this process never did.", Label: "folder"},
	{Name: "pitpost_mailbox_waiting_letters", Help: "Letters left in it for a later try at the last look.", Label: "folder"},
	{Name: "pitpost_mailbox_reconnects_total", Help: "Connections made after the first.", Label: "folder", Counter: true},
	{Name: "pitpost_mailbox_fetched_total", Help: "Letters fetched.", Label: "folder", Counter: true},
	{Name: "pitpost_mailbox_failed_total", Help: "Tries of a fetched letter that ended in an error.", Label: "folder", Counter: true},
	{Name: "pitpost_mailbox_not_ours_total", Help: "Letters judged to be none of ours, and left untouched.", Label: "folder", Counter: true},
}

// readMailboxes asks the pollers of this process.
func (st *App) readMailboxes(_ context.Context, give func(name, label string, value float64)) error {
	for folder, p := range map[string]*imap.Poller{"inbox": st.Poller, "junk": st.junk} {
		if p == nil {
			continue
		}
		s := p.Stats()
		connected, last := 0.0, s.LastPoll()
		if s.Connected.Load() {
			connected = 1
		}
		if last.IsZero() {
			last = st.began
		}
		give("pitpost_mailbox_connected", folder, connected)
		give("pitpost_mailbox_read_seconds", folder, time.Since(last).Seconds())
		give("pitpost_mailbox_waiting_letters", folder, float64(s.Waiting.Load()))
		give("pitpost_mailbox_reconnects_total", folder, float64(s.Reconnects.Load()))
		give("pitpost_mailbox_fetched_total", folder, float64(s.Fetched.Load()))
		give("pitpost_mailbox_failed_total", folder, float64(s.Failed.Load()))
		give("pitpost_mailbox_not_ours_total", folder, float64(s.NotOurs.Load()))
	}
	return nil
}

var poolFigures = []meter.Figure{
	{Name: "pitpost_database_connections", Help: "Connections of this process to the database, by state.", Label: "state"},
	{Name: "pitpost_database_connections_max", Help: "The most it may have."},
	{Name: "pitpost_database_waits_total", Help: "Times a deed had to wait for a free connection.", Counter: true},
	{Name: "pitpost_database_wait_seconds_total", Help: "Seconds spent in getting connections.", Counter: true},
	{Name: "pitpost_matches_in_memory", Help: "Matches that this process remembers."},
}

// readPool asks nobody outside this process.
func (st *App) readPool(_ context.Context, give func(name, label string, value float64)) error {
	s := st.DB.Pool().Stat()
	give("pitpost_database_connections", "used", float64(s.AcquiredConns()))
	give("pitpost_database_connections", "idle", float64(s.IdleConns()))
	give("pitpost_database_connections_max", "", float64(s.MaxConns()))
	give("pitpost_database_waits_total", "", float64(s.EmptyAcquireCount()))
	give("pitpost_database_wait_seconds_total", "", s.AcquireDuration().Seconds())
	give("pitpost_matches_in_memory", "", float64(st.DB.Remembered()))
	return nil
}
