package timetable

import (
	"fmt"
	"strings"
	"time"

	"github.com/robfig/cron/v3"
)

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
	for _, prefix := range []string{"CRON_TZ=", "TZ="} {
		if rest, ok := strings.CutPrefix(text, prefix); ok {
			var name string
			if name, fields, _ = strings.Cut(rest, " "); name == "" {
				return Schedule{}, fmt.Errorf("schedule %q names no zone", text)
			}
			if zone, err = time.LoadLocation(name); err != nil {
				return Schedule{}, fmt.Errorf("schedule %q: %w", text, err)
			}
			break
		}
	}
	every, err := cron.ParseStandard(fields)
	if err != nil {
		return Schedule{}, fmt.Errorf("schedule %q cannot be read: %w", text, err)
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
