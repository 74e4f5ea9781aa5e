package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/db"
	"pitpost.example/house/timetable"
)

// timetableOf is all that a house does by the calendar, an entry each. Only the jobs themselves need
// the running server; st is nil for who just wants to know what there is.
func timetableOf(st *station) []timetable.Job {
	return []timetable.Job{
		{Name: "sweep", Schedule: at("* * * * *"), Most: 10 * time.Minute, What: "looks for what is due and was not done",
			Do: func(ctx context.Context, _ time.Time) error { return st.sweep(ctx) }},
		{Name: "forget", Schedule: at("7 * * * *"), Most: 3 * time.Hour, What: "forgets what is older than KEEP_LETTERS, KEEP_MAIL and KEEP_TRACES say",
			Do: func(ctx context.Context, now time.Time) error { return st.House.Forget(ctx, now) }},
		{Name: "count", Schedule: at("37 3 * * *"), Most: time.Hour, What: "counts the bytes of letters, for KEEP_MB",
			Do: func(ctx context.Context, now time.Time) error { return st.House.CountKept(ctx, now) }},
	}
}

// at is a schedule of the program's own.
func at(text string) timetable.Schedule {
	s, err := timetable.Parse(text)
	if err != nil {
		panic(err)
	}
	return s
}

// keepTimetable does what is on the timetable until ctx ends, in whichever process comes first.
func (st *station) keepTimetable(ctx context.Context) error {
	t := &timetable.Table{DB: st.DB, Jobs: timetableOf(st), Now: st.now, Log: st.Log}
	if err := t.Look(ctx); err != nil {
		return err
	}
	st.spawn(func() {
		st.eachSecond(ctx, func() error { return t.Look(ctx) })
		t.Wait()
	})
	return nil
}

// lateJob is how long a job may be due, or over its time, before the doctor speaks of it.
const lateJob = 10 * time.Minute

// appointments say how each job of the timetable stands: when it last ended and when it comes next.
func appointments(rows map[string]db.Appointment, now time.Time) (string, error) {
	var well, ill []string
	for _, j := range timetableOf(nil) {
		row, known := rows[j.Name]
		said := j.Name + " not yet done"
		if row.EndedAt != nil {
			said = j.Name + " ended " + moment(*row.EndedAt)
		}
		switch {
		case !known:
			ill = append(ill, j.Name+" is not on it")
		case row.TakenBy != "" && now.Sub(*row.TakenAt) > j.Most+lateJob:
			ill = append(ill, j.Name+" has been at work since "+moment(*row.TakenAt))
		case row.TakenBy == "" && now.Sub(row.NextAt) > lateJob:
			ill = append(ill, said+", was due "+moment(row.NextAt))
		case row.Error != "":
			ill = append(ill, fmt.Sprintf("%s and failed: %s; it comes again %s", said, row.Error, moment(row.NextAt)))
		default:
			well = append(well, said+", next "+moment(row.NextAt))
		}
	}
	if len(ill) > 0 {
		return "", errors.New(strings.Join(ill, "; "))
	}
	return strings.Join(well, "; "), nil
}

func moment(t time.Time) string { return t.UTC().Format("2006-01-02 15:04") }

// timetablePart looks at the timetable beside a running server.
func timetablePart(s *settings.Settings, l *live) part {
	return part{"timetable", func(ctx context.Context) (string, error) {
		k, err := lookIn(ctx, s, l)
		if err != nil {
			return "", fmt.Errorf("the database is away: %w", err)
		}
		defer k.Close()
		rows, err := k.DB.Timetable(ctx)
		if err != nil {
			return "", err
		}
		return appointments(rows, time.Now())
	}, "See the server's log lines “timetable”: a job that fails is done again within the hour. If one is due or at work for long, the server hangs: start it anew."}
}
