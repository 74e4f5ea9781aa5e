package engine_test

import (
	"testing"
	"time"
	_ "time/tzdata"

	"pitpost.example/engine"
)

func zone(t *testing.T, name string) *time.Location {
	t.Helper()
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

func at(t *testing.T, z *time.Location, s string) time.Time {
	t.Helper()
	v, err := time.ParseInLocation("2006-01-02 15:04", s, z)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestQuietHoursMoveADeadlineTwoHoursPastThem(t *testing.T) {
	madrid := zone(t, "Europe/Madrid")
	cases := []struct{ name, quiet, from, want string }{
		{"before the night", "22-07", "2026-11-21 21:59", "2026-11-21 21:59"},
		{"late in the evening", "22-07", "2026-11-21 23:30", "2026-11-22 09:00"},
		{"before dawn", "22-07", "2026-11-22 03:00", "2026-11-22 09:00"},
		{"at their end", "22-07", "2026-11-22 07:00", "2026-11-22 07:00"},
		{"a siesta", "13-16", "2026-11-22 14:00", "2026-11-22 18:00"},
		{"the night the clocks go forward", "22-07", "2026-03-28 23:00", "2026-03-29 09:00"},
		{"the night the clocks go back", "22-07", "2026-10-24 23:00", "2026-10-25 09:00"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			from, to, err := engine.ParseQuiet(c.quiet)
			if err != nil {
				t.Fatal(err)
			}
			h := engine.Hours{Zone: madrid, From: from, To: to}
			if got, want := h.Awake(at(t, madrid, c.from)), at(t, madrid, c.want); !got.Equal(want) {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}

func TestWeekendsOffDoNotCount(t *testing.T) {
	berlin := zone(t, "Europe/Berlin")
	h := engine.Hours{Zone: berlin}
	cases := []struct {
		from string
		d    time.Duration
		want string
	}{
		{"2026-11-20 18:00", 36 * time.Hour, "2026-11-24 06:00"}, // Friday evening
		{"2026-11-21 12:00", 2 * time.Hour, "2026-11-23 02:00"},  // Saturday
		{"2026-11-18 12:00", 24 * time.Hour, "2026-11-19 12:00"},
		{"2026-11-20 00:00", 24 * time.Hour, "2026-11-23 00:00"}, // to the end of Friday
		{"2026-03-27 18:00", 24 * time.Hour, "2026-03-30 18:00"}, // summer time begins on Sunday
	}
	for _, c := range cases {
		if got, want := h.Add(at(t, berlin, c.from), c.d, false), at(t, berlin, c.want); !got.Equal(want) {
			t.Errorf("%s + %s: got %s, want %s", c.from, c.d, got, want)
		}
	}
}

func TestPaceIsElapsedTimeAcrossSummerTime(t *testing.T) {
	berlin := zone(t, "Europe/Berlin")
	start := at(t, berlin, "2026-03-28 20:00")
	c := engine.Hours{Zone: berlin}.Start(start, 36*time.Hour, 72*time.Hour, true)
	if c.Soft.Sub(start) != 36*time.Hour || c.Due.Sub(c.Soft) != 72*time.Hour {
		t.Errorf("clock %+v", c)
	}
}

func TestSpareTimeRunsOnlyPastThePace(t *testing.T) {
	start := time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)
	c := engine.Hours{}.Start(start, 24*time.Hour, 10*time.Hour, true)
	for after, want := range map[time.Duration]time.Duration{time.Hour: 0, 24 * time.Hour: 0, 27 * time.Hour: 3 * time.Hour, 90 * time.Hour: 10 * time.Hour} {
		if got := c.Spent(start.Add(after)); got != want {
			t.Errorf("after %s: spent %s, want %s", after, got, want)
		}
	}
}

func TestReminders(t *testing.T) {
	start := time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)
	c := engine.Hours{}.Start(start, 24*time.Hour, 0, true)
	got := c.Reminders([]string{"90%", "6h", "50%", "48h"})
	want := []time.Duration{12 * time.Hour, 18 * time.Hour, 21*time.Hour + 36*time.Minute}
	if len(got) != len(want) {
		t.Fatalf("got %v", got)
	}
	for i := range want {
		if got[i].Sub(start) != want[i] {
			t.Errorf("reminder %d after %s, want %s", i, got[i].Sub(start), want[i])
		}
	}
}

func TestParseQuietReadsWholeHours(t *testing.T) {
	for s, want := range map[string][2]int{"22-07": {22, 7}, "22:00 - 7:00": {22, 7}, "20-24": {20, 0}, "24-6": {0, 6}} {
		if from, to, err := engine.ParseQuiet(s); err != nil || [2]int{from, to} != want {
			t.Errorf("%q is from %d to %d, %v", s, from, to, err)
		}
	}
}

func TestParseQuietRefuses(t *testing.T) {
	for _, s := range []string{"", "22", "22-", "22-22", "25-07", "22-25", "22:30-07", "a-b", "-7-5", "0-24"} {
		if _, _, err := engine.ParseQuiet(s); err == nil {
			t.Errorf("%q was taken", s)
		}
	}
}
