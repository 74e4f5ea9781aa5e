package main

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"
)

// Two real processes on one Postgres and one mailbox: letters come by both doors, and whoever
// leads is ended, killed and frozen. That all letters sent are noted, and none twice, the
// bench sees to itself.
func TestProcessesShareAHouse(t *testing.T) {
	t.Parallel()
	program, err := exec.LookPath("pitpost")
	if err != nil {
		t.Fatal(err)
	}
	var news bytes.Buffer
	d := &desk{out: &news, err: &news}
	figures, err := benchCmd{Processes: []int{2}, Seconds: 2, Matches: 3, program: program}.measure(t.Context(), d)
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
	if len(figures) != 29 || overs != 6 {
		t.Errorf("%d figures, %d of hand-overs", len(figures), overs)
	}
}

func TestBenchRefusesOddNumbersOfProcesses(t *testing.T) {
	var news bytes.Buffer
	for _, n := range [][]int{{0}, {1, 9}, {-2}} {
		if err := (benchCmd{Processes: n, Matches: 1, Seconds: 1}).Run(&desk{out: &news, err: &news}); err == nil {
			t.Errorf("%v was taken", n)
		}
	}
}
