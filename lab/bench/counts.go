package bench

import (
	"bytes"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
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

// lineCounter counts the lines that clients send to a server. DONE, which ends IDLE, is no command and not counted.
type lineCounter struct {
	net.Listener
	lines *atomic.Int64
}

// Accept waits for a client.
func (l lineCounter) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	return countedConn{conn, l.lines}, err
}

type countedConn struct {
	net.Conn
	lines *atomic.Int64
}

// Read counts the lines that it reads.
func (c countedConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.lines.Add(int64(bytes.Count(p[:n], []byte("\n")) - bytes.Count(p[:n], []byte("DONE\r\n"))))
	return n, err
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

// serverTime returns the CPU time of the scratch Postgres so far: of its main process, of its children, and of
// ended children, which the main process has waited for and which are counted there. So it does not matter how
// often a pool reconnects. It is 0 for another server.
func (b *bench) serverTime() (used time.Duration) {
	text, err := os.ReadFile(filepath.Join(b.postgres(), "data", "postmaster.pid"))
	if err != nil {
		return 0
	}
	main, _, _ := strings.Cut(string(text), "\n")
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
