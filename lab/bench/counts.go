package bench

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/procfs"
)

// percentile returns a percentile of times, which need no order; 0 if there are none.
func percentile(times []time.Duration, p float64) time.Duration {
	if len(times) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(times))
	return sorted[min(len(sorted)-1, int(p*float64(len(sorted))))]
}

// costOf returns the CPU time of a process without its children, and the peak of its memory in bytes; zero for
// a process that has ended.
func costOf(pid int) (own time.Duration, most int64) {
	p, err := procfs.NewProc(pid)
	if err != nil {
		return 0, 0
	}
	stat, _ := p.Stat()
	status, _ := p.NewStatus()
	return ticks(stat.UTime + stat.STime), int64(status.VmHWM)
}

// ticks converts Linux's unit of CPU time, a hundredth of a second.
func ticks(n uint) time.Duration { return time.Duration(n) * time.Second / 100 }

// serverTime returns the CPU time of the scratch Postgres so far. It is 0 for another server.
func (b *bench) serverTime() time.Duration {
	text, err := os.ReadFile(filepath.Join(b.postgres(), "data", "postmaster.pid"))
	if err != nil {
		return 0
	}
	main, _, _ := strings.Cut(string(text), "\n")
	return familyTime(main)
}

// familyTime returns the CPU time so far of a process, of its children, and of ended children, which it has waited for
// and which are counted there. So it does not matter how often a pool reconnects.
func familyTime(main string) (used time.Duration) {
	all, _ := procfs.AllProcs()
	for _, p := range all {
		s, _ := p.Stat() // zero for a process that has just ended
		switch main {
		case strconv.Itoa(s.PID):
			used += ticks(s.UTime + s.STime + uint(s.CUTime+s.CSTime))
		case strconv.Itoa(s.PPID):
			used += ticks(s.UTime + s.STime)
		}
	}
	return used
}
