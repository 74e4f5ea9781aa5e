package bench

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

// Two processes share a Postgres and a mailbox. Letters come by both ways in, and the leader is ended, killed
// and frozen. The bench itself checks that all letters sent are noted once.
func TestProcessesShareAHouse(t *testing.T) {
	var news bytes.Buffer
	figures, err := Measure(t.Context(), Options{Program: theProgram(t), Processes: []int{2}, Seconds: 2, Matches: 3, pause: 100 * time.Millisecond}, &news)
	if err != nil {
		t.Fatalf("%v\n%s", err, news.String())
	}
	overs := 0
	for _, f := range figures {
		switch {
		case strings.Contains(f.what, "second time"): // copies of a letter, which are allowed and may be 0
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
