// Package timetable runs the jobs that a house does by the calendar. Each job runs once across all processes
// and restarts, because a database row says when it is due next and who is running it.
package timetable

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/robfig/cron/v3"

	"pitpost.example/db"
	"pitpost.example/db/calendar"
)

// Job is something done by the calendar.
type Job struct {
	Name     string // the key in the database, which must never change
	Schedule Schedule
	Most     time.Duration // how long it may take; after that it is cancelled and has failed
	What     string        // what it does, for the operator
	Do       func(ctx context.Context, now time.Time) error
}

// retryAfter is when a job is retried after a failure, if it is not due sooner anyway.
const retryAfter = time.Hour

// Table runs the jobs of a house in one process.
type Table struct {
	DB   *db.DB
	Jobs []Job
	Now  func() time.Time // the house's time
	Log  *slog.Logger

	scheduled bool // every job has its row
	running   sync.WaitGroup
}

// Look starts each job that is due, unless another process is running it. A job that was missed several times
// runs once. A job whose process has died is started again.
func (t *Table) Look(ctx context.Context) error {
	now := t.Now()
	rows, err := calendar.ListJobs(ctx, t.DB)
	if err != nil {
		return err
	}
	for i := range t.Jobs {
		j := &t.Jobs[i]
		row, known := rows[j.Name]
		if !known || !t.scheduled || row.Reckoned.After(now.Add(time.Minute)) {
			if err := calendar.SetNextDue(ctx, t.DB, j.Name, j.Schedule.String(), j.Schedule.Next(time.Time{}, now), now); err != nil {
				return err
			}
			continue
		}
		if row.NextAt.After(now) {
			continue
		}
		mine, err := calendar.ClaimJob(ctx, t.DB, j.Name, row.NextAt, now)
		if err != nil {
			return err
		}
		if mine {
			t.running.Go(func() { t.run(ctx, j, row.NextAt, now) })
		}
	}
	t.scheduled = true
	return nil
}

// Wait waits for the jobs that were started. If Look's context ended before a job did, another process runs
// that job again as soon as this one is gone.
func (t *Table) Wait() { t.running.Wait() }

func (t *Table) run(ctx context.Context, j *Job, due, now time.Time) {
	inner, cancel := context.WithTimeout(ctx, j.Most)
	defer cancel()
	failed, err := "", j.Do(inner, now)
	if ctx.Err() != nil {
		return
	}
	ended := t.Now()
	next := j.Schedule.Next(due, ended)
	if err != nil {
		t.Log.Error("timetable", "job", j.Name, "err", err)
		failed = err.Error()
		if soon := ended.Add(retryAfter); soon.Before(next) {
			next = soon
		}
	}
	for {
		if err = calendar.RecordJobEnd(ctx, t.DB, j.Name, failed, next, ended); err == nil {
			return
		}
		select { // keep trying, because nobody else runs the job while it is ours
		case <-ctx.Done():
			return
		case <-time.After(time.Second):
		}
	}
}

// Schedule is when something is done: a cron expression of five fields in the civil time of a zone, or @every
// with a span.
type Schedule struct {
	text string
	zone *time.Location
	cron cron.Schedule
}

// ParseSchedule reads a cron expression (minute, hour, day, month, weekday), a word such as @daily, or @every with a
// span of at least a minute. It may begin with a zone: CRON_TZ=Europe/Berlin. The default zone is UTC and not
// the machine's, so that all processes of a house agree. Schedules that never come or come too often are
// errors, and so are those on which the cron package panics.
func ParseSchedule(text string) (s Schedule, err error) {
	defer func() {
		if r := recover(); r != nil {
			s, err = Schedule{}, fmt.Errorf("schedule %q cannot be read", text)
		}
	}()
	zone, fields := time.UTC, text
	if rest, ok := strings.CutPrefix(strings.TrimPrefix(text, "CRON_"), "TZ="); ok {
		var name string
		if name, fields, _ = strings.Cut(rest, " "); name == "" {
			return Schedule{}, fmt.Errorf("schedule %q names no zone", text)
		}
		if zone, err = time.LoadLocation(name); err != nil {
			return Schedule{}, fmt.Errorf("schedule %q: %w", text, err)
		}
	}
	every, err := cron.ParseStandard(fields)
	if err != nil {
		return Schedule{}, fmt.Errorf("schedule %q is not minute, hour, day, month, weekday, such as 0 4 * * *, without quotes: %w", text, err)
	}
	first := every.Next(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
	second := every.Next(first)
	if first.IsZero() || second.IsZero() {
		return Schedule{}, fmt.Errorf("schedule %q never comes", text)
	}
	if second.Sub(first) < time.Minute {
		return Schedule{}, fmt.Errorf("schedule %q comes more often than once a minute", text)
	}
	return Schedule{text, zone, every}, nil
}

// String returns the text that was parsed.
func (s Schedule) String() string { return s.text }

// Zone returns the zone in which the fields are read.
func (s Schedule) Zone() *time.Location { return s.zone }

// Next returns the next time after both the last planned time (zero if none) and now, so that missed times
// are made up for by one run. In autumn a time in the hour that comes twice comes once. In spring a time in
// the hour that is skipped comes on the same day, an hour later by the clock.
func (s Schedule) Next(kept, now time.Time) time.Time {
	if _, civil := s.cron.(*cron.SpecSchedule); !civil {
		return s.cron.Next(now)
	}
	// Civil time written as if it were UTC never jumps.
	from := civilTime(now, s.zone)
	if !kept.IsZero() && civilTime(kept, s.zone).After(from) {
		from = civilTime(kept, s.zone)
	}
	next := s.cron.Next(from)
	for next.IsZero() { // cron looks no further than five years ahead
		from = from.AddDate(4, 0, 0)
		next = s.cron.Next(from)
	}
	at := time.Date(next.Year(), next.Month(), next.Day(), next.Hour(), next.Minute(), next.Second(), 0, s.zone)
	if !civilTime(at, s.zone).Equal(next) { // the clock skips this time on that day
		_, before := at.Add(-24 * time.Hour).Zone()
		at = next.Add(-time.Duration(before) * time.Second)
	}
	return at.In(s.zone)
}

func civilTime(t time.Time, zone *time.Location) time.Time {
	t = t.In(zone)
	return time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), time.UTC)
}
