// Package timetable does what a house does by the calendar and nobody waits for: each job once over
// all processes and restarts, for a row in the database says when it comes next and who is at it.
package timetable

import (
	"context"
	"log/slog"
	"sync"
	"time"

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
