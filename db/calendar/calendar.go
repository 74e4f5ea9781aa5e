// Package calendar keeps the rows of jobs that are done by the calendar: each once over all processes,
// for a row says when it comes next and which living process is at it.
package calendar

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost.example/db"
	"pitpost.example/db/lead"
)

// Entry is the row of a job that is done by the calendar.
type Entry struct {
	Name     string
	Schedule string    // by which NextAt was reckoned
	Reckoned time.Time // and when
	NextAt   time.Time
	TakenBy  string     // the process that is at it; "" for none
	TakenAt  *time.Time // when it was last begun
	EndedAt  *time.Time // when it last ended, well or not
	Error    string     // why it last failed; "" if it did not
}

// All gives all rows by their names.
func All(ctx context.Context, d *db.DB) (map[string]Entry, error) {
	list, err := db.Many(ctx, d, pgx.RowToStructByPos[Entry], "select name, schedule, reckoned_at, next_at, taken_by, taken_at, ended_at, error from timetable")
	if err != nil {
		return nil, fmt.Errorf("the timetable: %w", err)
	}
	byName := map[string]Entry{}
	for _, a := range list {
		byName[a.Name] = a
	}
	return byName, nil
}

// Set says when a job comes next. A row with that schedule stays as it is, unless its time was
// reckoned a minute or more after now, under a clock that was ahead.
func Set(ctx context.Context, d *db.DB, name, schedule string, next, now time.Time) error {
	_, err := d.Pool().Exec(ctx, `insert into timetable as t (name, schedule, next_at, reckoned_at) values ($1, $2, $3, $4)
		on conflict (name) do update set schedule = excluded.schedule, next_at = excluded.next_at, reckoned_at = excluded.reckoned_at
		where t.schedule <> excluded.schedule or t.reckoned_at > excluded.reckoned_at + interval '1 minute'`, name, schedule, next, now)
	return err
}

// Take takes a job that is due at a time, unless another process that lives has it, or
// has done it.
func Take(ctx context.Context, d *db.DB, name string, due, now time.Time) (mine bool, err error) {
	tag, err := d.Pool().Exec(ctx, `update timetable t set taken_by = $3, taken_at = $4 where name = $1 and next_at = $2 and taken_by <> $3
		and (taken_by = '' or not `+lead.Alive("t.taken_by")+")", name, due, d.Name(), now)
	return err == nil && tag.RowsAffected() == 1, err
}

// End notes that this process has ended a job that it took, why it failed, "" for well, and
// when it comes next.
func End(ctx context.Context, d *db.DB, name, failed string, next, now time.Time) error {
	_, err := d.Pool().Exec(ctx, "update timetable set taken_by = '', ended_at = $3, error = $4, next_at = $5, reckoned_at = $3 where name = $1 and taken_by = $2",
		name, d.Name(), now, db.Clean(failed), next)
	return err
}
