package letter

import (
	"fmt"
	"testing"
	"time"

	dbleague "pitpost.example/db/league"
)

// The organiser is told first who missed most, then who is waited for longest, but not about a single miss in
// the past or about clocks that are stopped.
func TestWhoIsSlow(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	ago := func(hours int) time.Time { return now.Add(-time.Duration(hours) * time.Hour) }
	misses := []dbleague.Miss{{Match: 1, Seat: "Ana", N: 2}, {Match: 1, Seat: "Bo", N: 1}, {Match: 2, Seat: "Bo", N: 1}, {Match: 3, Seat: "Hal", N: 3}}
	dues := []dbleague.Due{{Match: 2, Seat: "Bo", Began: ago(13)}, {Match: 1, Seat: "Cy", Began: ago(11)}, {Match: 3, Seat: "Di", Began: ago(20)},
		{Match: 4, Seat: "Eli", Began: ago(30)}, {Match: 5, Seat: "Fay", Began: ago(90), Stopped: true}, {Match: 3, Seat: "Hal", Began: ago(1)}}
	var got []string
	for _, l := range slowSeats(misses, dues, now) {
		got = append(got, fmt.Sprintf("#%d %s %d %.0f", l.match, l.seat, l.misses, l.asked.Hours()))
	}
	want := []string{"#3 Hal 3 1", "#1 Ana 2 0", "#2 Bo 1 13", "#4 Eli 0 30", "#3 Di 0 20"}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%q, not %q", got, want)
	}
}
