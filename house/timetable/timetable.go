// Package timetable does what a house does by the calendar and nobody waits for: each job once over
// all processes and restarts, for a row in the database says when it comes next and who is at it.
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

// Job is something that is done by the calendar.
type Job struct {
	Name     string // stands in the database and never changes
	Schedule Schedule
	Most     time.Duration // how long it may take; then it is broken off, and has failed
	What     string        // it does, for the operator
	Do       func(ctx context.Context, now time.Time) error
}

// again is how long after a failure a job is done again, where it does not come sooner anyway.
const again = time.Hour

// Table does the jobs of a house in one process.
type Table struct {
	DB   *db.DB
	Jobs []Job
	Now  func() time.Time // the house's time
	Log  *slog.Logger

	appointed bool // all jobs have their row
	running   sync.WaitGroup
}

// Look begins each job that is due, unless another process is at it. One that was missed comes once,
// and one in the hands of a process that is gone is begun anew.
func (t *Table) Look(ctx context.Context) error {
	now := t.Now()
	rows, err := calendar.All(ctx, t.DB)
	if err != nil {
		return err
	}
	for i := range t.Jobs {
		j := &t.Jobs[i]
		row, known := rows[j.Name]
		if !known || !t.appointed || row.Reckoned.After(now.Add(time.Minute)) {
			if err := calendar.Set(ctx, t.DB, j.Name, j.Schedule.String(), j.Schedule.Next(time.Time{}, now), now); err != nil {
				return err
			}
			continue
		}
		if row.NextAt.After(now) {
			continue
		}
		mine, err := calendar.Take(ctx, t.DB, j.Name, row.NextAt, now)
		if err != nil {
			return err
		}
		if mine {
			t.running.Go(func() { t.run(ctx, j, row.NextAt, now) })
		}
	}
	t.appointed = true
	return nil
}

// Wait waits until the jobs that were begun have ended. Where the context of Look has ended before a
// job did, another process does it as soon as this one is gone.
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
		if soon := ended.Add(again); soon.Before(next) {
			next = soon
		}
	}
	for {
		if err = calendar.End(ctx, t.DB, j.Name, failed, next, ended); err == nil {
			return
		}
		select { // while it is in our hands nobody begins it
		case <-ctx.Done():
			return
		case <-time.After(time.Second):
		}
	}
}

// Schedule says when something comes again: a cron expression of five fields, in the civil time of
// a zone, or @every with a span.
type Schedule struct {
	text string
	zone *time.Location
	cron cron.Schedule
}

// Parse reads five fields (minute, hour, day, month, weekday), @daily and the like, or @every with a
// span of a minute or more. CRON_TZ=Europe/Berlin in front names a zone, else it is UTC, whatever the
// machine's: all processes of a house must mean the same. It refuses what cron takes and never
// comes or comes too often, and what makes cron panic.
func Parse(text string) (s Schedule, err error) {
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

// String is the text that was read.
func (s Schedule) String() string { return s.text }

// Zone is in whose civil time the fields are.
func (s Schedule) Zone() *time.Location { return s.zone }

// Next is when it comes next after both a time that was kept, zero for none, and now. However many
// times were missed in between, it comes once. In autumn what stands in the hour that comes twice
// comes once; in spring what stands in the hour that does not come is done that day all the same,
// an hour later by the clock.
func (s Schedule) Next(kept, now time.Time) time.Time {
	if _, civil := s.cron.(*cron.SpecSchedule); !civil {
		return s.cron.Next(now)
	}
	// The civil time of the zone, written as if it were UTC: a clock that is never put on or back.
	from := civilTime(now, s.zone)
	if !kept.IsZero() && civilTime(kept, s.zone).After(from) {
		from = civilTime(kept, s.zone)
	}
	next := s.cron.Next(from)
	for next.IsZero() { // cron looks no further than five years
		from = from.AddDate(4, 0, 0)
		next = s.cron.Next(from)
	}
	at := time.Date(next.Year(), next.Month(), next.Day(), next.Hour(), next.Minute(), next.Second(), 0, s.zone)
	if !civilTime(at, s.zone).Equal(next) { // no such time on that day
		_, before := at.Add(-24 * time.Hour).Zone()
		at = next.Add(-time.Duration(before) * time.Second)
	}
	return at.In(s.zone)
}

func civilTime(t time.Time, zone *time.Location) time.Time {
	t = t.In(zone)
	return time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), time.UTC)
}
