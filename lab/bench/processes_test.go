package bench

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

// Two real processes on one Postgres and one mailbox: letters come by both doors, and whoever
// leads is ended, killed and frozen. That all letters sent are noted, and none twice, the
// bench sees to itself.
func TestProcessesShareAHouse(t *testing.T) {
	var news bytes.Buffer
	figures, err := Measure(t.Context(), Options{Program: theProgram(t), Processes: []int{2}, Seconds: 2, Matches: 3, pause: 100 * time.Millisecond}, &news)
	if err != nil {
		t.Fatalf("%v\n%s", err, news.String())
	}
	overs := 0
	for _, f := range figures {
		switch {
		case strings.Contains(f.what, "second time"): // the same letter again, as it may be
		case f.value <= 0 || f.beside != "" && f.ratio <= 0:
			t.Errorf("%+v", f)
		case strings.Contains(f.what, "another leads"):
			if overs++; strings.HasPrefix(f.what, "SIGSTOP") && f.value < 5 {
				t.Errorf("a process that only paused was robbed: %+v", f)
			}
		}
	}
	if len(figures) != 27 || overs != 6 {
		t.Errorf("%d figures, %d of hand-overs", len(figures), overs)
	}
}
