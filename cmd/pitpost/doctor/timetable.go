package doctor

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"pitpost.example/db/calendar"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/cmd/pitpost/stores"
	"pitpost.example/house/timetable"
)

// lateJob is how long a job may be due, or over its time, before the doctor speaks of it.
const lateJob = 10 * time.Minute

// appointments say how each job of the timetable stands: when it last ended and when it comes next.
func appointments(jobs []timetable.Job, rows map[string]calendar.Entry, now time.Time) (string, error) {
	var well, ill []string
	for _, j := range jobs {
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
func timetablePart(s *settings.Settings, jobs []timetable.Job, l *live) Part {
	return Part{"timetable", kept(s, l, func(ctx context.Context, k *stores.Stores) (string, error) {
		rows, err := calendar.All(ctx, k.DB)
		if err != nil {
			return "", err
		}
		return appointments(jobs, rows, time.Now())
	}), "See the server's log lines “timetable”: a job that fails is done again within the hour. If one is due or at work for long, the server hangs: start it anew."}
}
