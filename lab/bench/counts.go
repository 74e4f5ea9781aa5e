package bench

import (
	"bytes"
	"context"
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

// percentile of times in any order; 0 for none.
func percentile(times []time.Duration, p float64) time.Duration {
	if len(times) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(times))
	return sorted[min(len(sorted)-1, int(p*float64(len(sorted))))]
}

// lineCounter counts what clients say to a server, line by line; the word that ends
// IMAP's waiting is no command.
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

// Read counts as it reads.
func (c countedConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.lines.Add(int64(bytes.Count(p[:n], []byte("\n")) - bytes.Count(p[:n], []byte("DONE\r\n"))))
	return n, err
}

// costOf is the processor's time that a process used itself so far, and the most memory it ever had, in
// bytes; nothing for one that is gone.
func costOf(pid int) (own time.Duration, most int64) {
	p, err := procfs.NewProc(pid)
	if err != nil {
		return 0, 0
	}
	stat, _ := p.Stat()
	status, _ := p.NewStatus()
	return ticks(stat.UTime + stat.STime), int64(status.VmHWM)
}

// ticks is what Linux counts the processor's time in.
func ticks(n uint) time.Duration { return time.Duration(n) * time.Second / 100 }

// serverTime is the processor's time that the scratch Postgres has spent so far: its first process,
// the children that live, and those that ended, which the first one has waited for and counts as its
// own; so a pool may connect anew as often as it likes. 0 for another server.
func (b *bench) serverTime() (used time.Duration) {
	text, err := os.ReadFile(filepath.Join(b.postgres(), "data", "postmaster.pid"))
	if err != nil {
		return 0
	}
	main, _, _ := strings.Cut(string(text), "\n")
	all, _ := procfs.AllProcs()
	for _, p := range all {
		s, _ := p.Stat() // nothing of one that has gone since
		switch main {
		case strconv.Itoa(s.PID):
			used += ticks(s.UTime + s.STime + uint(s.CUTime+s.CSTime))
		case strconv.Itoa(s.PPID):
			used += ticks(s.UTime + s.STime)
		}
	}
	return used
}

// weigh is what a table takes on disk with its indexes and parts, in bytes.
func (b *bench) weigh(ctx context.Context, table string) int64 {
	return b.count(ctx, "select coalesce((select sum(pg_total_relation_size(relid)) from pg_partition_tree($1::text::regclass)), pg_total_relation_size($1::text::regclass))::bigint", table)
}
