// Package calendar keeps a row for each job of the timetable. The row says when the job is next due and which
// living process is doing it, so that it is done once over all processes.
package calendar

import (
	"context"
	"fmt"
	"time"

	"pitpost.example/db"
	"pitpost.example/db/lead"
)

// Entry is the row of a job.
type Entry struct {
	Name     string
	Reckoned time.Time // when NextAt was computed
	NextAt   time.Time
	TakenBy  string     // the process that is doing it; "" for none
	TakenAt  *time.Time // when it was last started
	EndedAt  *time.Time // when it last ended, successful or not
	Error    string     // why it failed the last time; "" if it did not
}

// ListJobs returns the rows of all jobs by name.
func ListJobs(ctx context.Context, d *db.DB) (map[string]Entry, error) {
	list, err := db.QueryRows[Entry](ctx, d, "select name, reckoned_at, next_at, taken_by, taken_at, ended_at, error from timetable")
	if err != nil {
		return nil, fmt.Errorf("the timetable: %w", err)
	}
	byName := map[string]Entry{}
	for _, a := range list {
		byName[a.Name] = a
	}
	return byName, nil
}

// SetNextDue sets when a job is next due. A row with the same schedule is left as it is, unless its time was
// computed more than a minute after now, which means that the clock ran ahead then.
func SetNextDue(ctx context.Context, d *db.DB, name, schedule string, next, now time.Time) error {
	return d.Exec(ctx, `insert into timetable as t (name, schedule, next_at, reckoned_at) values ($1, $2, $3, $4)
		on conflict (name) do update set schedule = excluded.schedule, next_at = excluded.next_at, reckoned_at = excluded.reckoned_at
		where t.schedule <> excluded.schedule or t.reckoned_at > excluded.reckoned_at + interval '1 minute'`, name, schedule, next, now)
}

// ClaimJob claims a job that is due at this time. It returns false if another living process is doing it or it
// was done already.
func ClaimJob(ctx context.Context, d *db.DB, name string, due, now time.Time) (mine bool, err error) {
	n, err := d.Affected(ctx, `update timetable t set taken_by = $3, taken_at = $4 where name = $1 and next_at = $2 and taken_by <> $3
		and (taken_by = '' or not `+lead.AliveCondition("t.taken_by")+")", name, due, d.Name(), now)
	return n == 1, err
}

// RecordJobEnd records that this process has ended a job that it took: why it failed, or "", and when it is next due.
func RecordJobEnd(ctx context.Context, d *db.DB, name, failed string, next, now time.Time) error {
	return d.Exec(ctx, "update timetable set taken_by = '', ended_at = $3, error = $4, next_at = $5, reckoned_at = $3 where name = $1 and taken_by = $2",
		name, d.Name(), now, db.CleanText(failed), next)
}
