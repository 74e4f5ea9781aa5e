package timetable_test

import (
	"testing"
	"time"
	_ "time/tzdata"

	"pitpost.example/server/timetable"
)

func TestSchedulesThatAreTakenAndRefused(t *testing.T) {
	for _, text := range []string{"* * * * *", "0 4 * * 1", "@every 1m", "@daily", "CRON_TZ=UTC 0 4 * * *", "TZ=Europe/Berlin @weekly", "0 0 29 2 *"} {
		if s, err := timetable.ParseSchedule(text); err != nil || s.String() != text {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, text := range []string{"", "TZ=UTC", "CRON_TZ=", "TZ=", "CRON_TZ=Europe/Berlin", "TZ= 0 4 * * *", "0 0 31 2 *", "0 0 30 2 *", "@every 0s", "@every -1m", "@every -1h",
		"@every 1s", "@every 59s", "* * * *", "* * * * * *", "61 * * * *", "0 0 * * 7", "@never", "TZ=Nowhere/Town * * * * *", "\x00"} {
		if _, err := timetable.ParseSchedule(text); err == nil {
			t.Errorf("%q was taken", text)
		}
	}
}

// begun returns when a job starts, in the zone's civil time, if it is looked for each minute of a span.
func begun(t *testing.T, text string, from time.Time, span time.Duration) (out []string) {
	t.Helper()
	s, err := timetable.ParseSchedule(text)
	if err != nil {
		t.Fatal(err)
	}
	next := s.Next(time.Time{}, from)
	for now := from; now.Before(from.Add(span)); now = now.Add(time.Minute) {
		if !next.After(now) {
			out = append(out, now.In(s.Zone()).Format("02 15:04 MST"))
			next = s.Next(next, now.Add(17*time.Second))
		}
	}
	return out
}

// What is planned in the hour that comes twice is done once, even if it takes until that hour comes again.
// What is planned in the hour that is skipped is done that day.
func TestSummerTimeComesAndGoes(t *testing.T) {
	for _, c := range []struct {
		text string
		day  time.Time
		want string
	}{
		{"CRON_TZ=Europe/Berlin 30 2 * * *", time.Date(2026, 10, 24, 10, 0, 0, 0, time.UTC), "25 02:30 CET, 26 02:30 CET"},
		{"CRON_TZ=Europe/Berlin 30 2 * * *", time.Date(2026, 3, 28, 10, 0, 0, 0, time.UTC), "29 03:30 CEST, 30 02:30 CEST"},
		{"CRON_TZ=America/New_York 30 1 * * *", time.Date(2026, 10, 31, 10, 0, 0, 0, time.UTC), "01 01:30 EDT, 02 01:30 EST"},
		{"CRON_TZ=America/New_York 30 2 * * *", time.Date(2026, 3, 7, 10, 0, 0, 0, time.UTC), "08 03:30 EDT, 09 02:30 EDT"},
		{"CRON_TZ=Europe/Berlin 0 1-4 * * *", time.Date(2026, 10, 24, 10, 0, 0, 0, time.UTC), "25 01:00 CEST, 25 02:00 CET, 25 03:00 CET, 25 04:00 CET, 26 01:00 CET, 26 02:00 CET, 26 03:00 CET, 26 04:00 CET"},
		{"30 2 * * *", time.Date(2026, 10, 24, 10, 0, 0, 0, time.UTC), "25 02:30 UTC, 26 02:30 UTC"},
	} {
		got := ""
		for i, at := range begun(t, c.text, c.day, 50*time.Hour) {
			if i > 0 {
				got += ", "
			}
			got += at
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.text, got, c.want)
		}
	}
	berlin, err := timetable.ParseSchedule("CRON_TZ=Europe/Berlin 30 2 * * *")
	if err != nil {
		t.Fatal(err)
	}
	first := time.Date(2026, 10, 25, 0, 30, 0, 0, time.UTC) // 02:30 summer time; it ends at 02:10 winter time
	if next := berlin.Next(first, first.Add(40*time.Minute)); next.Day() != 26 {
		t.Errorf("done at %s, it comes again at %s", first, next)
	}
}

// However many times were missed, the job runs once. The 29th of February is found even across a century
// without one.
func TestWhatWasMissedComesOnce(t *testing.T) {
	daily, err := timetable.ParseSchedule("0 4 * * *")
	if err != nil {
		t.Fatal(err)
	}
	missed := time.Date(2026, 3, 4, 4, 0, 0, 0, time.UTC)
	if next := daily.Next(missed, missed.AddDate(0, 0, 9).Add(time.Hour)); !next.Equal(time.Date(2026, 3, 14, 4, 0, 0, 0, time.UTC)) {
		t.Error(next)
	}
	leap, err := timetable.ParseSchedule("0 0 29 2 *")
	if err != nil {
		t.Fatal(err)
	}
	if next := leap.Next(time.Time{}, time.Date(2096, 3, 1, 0, 0, 0, 0, time.UTC)); !next.Equal(time.Date(2104, 2, 29, 0, 0, 0, 0, time.UTC)) {
		t.Error(next)
	}
}
