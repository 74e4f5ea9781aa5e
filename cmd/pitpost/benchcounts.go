package main

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// benchCounts is what is counted while the house runs. It is safe for use by many.
type benchCounts struct {
	trips, doorTrips atomic.Int64 // round trips to the database; those on behalf of a letter in
	commands         atomic.Int64 // of the house to the IMAP server

	mu       sync.Mutex
	on       bool
	sent     map[string]time.Time // letters on their way in
	moved    map[string]time.Time // matches that wait for their next digest
	letters  []time.Duration      // from the first byte sent to the commit
	digests  []time.Duration      // from there to the next player's digest handed over
	arrivals int                  // letters out
}

// inDoor marks the context of a letter that is being taken.
type inDoor struct{}

func (c *benchCounts) trip(ctx context.Context) context.Context {
	c.trips.Add(1)
	if ctx.Value(inDoor{}) != nil {
		c.doorTrips.Add(1)
	}
	return ctx
}

// TraceQueryStart counts a statement of its own.
func (c *benchCounts) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	return c.trip(ctx)
}

// TraceQueryEnd counts nothing.
func (c *benchCounts) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// TraceBatchStart counts a batch, which is one round trip.
func (c *benchCounts) TraceBatchStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchStartData) context.Context {
	return c.trip(ctx)
}

// TraceBatchQuery counts nothing.
func (c *benchCounts) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}

// TraceBatchEnd counts nothing.
func (c *benchCounts) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData) {}

// leaves notes that a letter starts on its way in, and which match it moves.
func (c *benchCounts) leaves(id, match string, at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sent[id] = at
	if match != "" {
		c.moved[match] = at
	}
}

func (c *benchCounts) committed(id string, at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	began, ok := c.sent[id]
	if !ok {
		return
	}
	delete(c.sent, id)
	if c.on {
		c.letters = append(c.letters, at.Sub(began))
	}
}

// handedOver notes a letter out; asks says that it asks somebody of a match for a move.
func (c *benchCounts) handedOver(match string, asks bool, at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.arrivals++
	began, ok := c.moved[match]
	if !ok || !asks {
		return
	}
	delete(c.moved, match)
	if c.on {
		c.digests = append(c.digests, at.Sub(began))
	}
}

// begin counts from nothing.
func (c *benchCounts) begin() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sent, c.moved, c.letters, c.digests, c.arrivals, c.on = map[string]time.Time{}, map[string]time.Time{}, nil, nil, 0, true
	c.trips.Store(0)
	c.doorTrips.Store(0)
	c.commands.Store(0)
}

// onTheWay is how many letters have left and are not committed.
func (c *benchCounts) onTheWay() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.sent)
}

func (c *benchCounts) out() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.arrivals
}

// messageID is what stands in a letter's header, "" for none.
func messageID(raw []byte) string {
	_, rest, ok := bytes.Cut(raw, []byte("\r\nMessage-ID: "))
	if !ok {
		return ""
	}
	id, _, _ := bytes.Cut(rest, []byte("\r\n"))
	return string(id)
}

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

// processor is the time spent by this process, bots and sink included.
func processor() time.Duration {
	var used syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &used) != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// resident is this process's memory in bytes.
func resident() int64 {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	var all, own int64
	if _, err := fmt.Sscan(string(text), &all, &own); err != nil {
		return 0
	}
	return own * int64(os.Getpagesize())
}

// residentMost is the most memory this process ever had, in bytes.
func residentMost() int64 {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return resident()
	}
	return highWater(string(text))
}

// highWater is the most memory a process ever had, as its status in /proc says it, in bytes.
func highWater(status string) int64 {
	_, after, _ := strings.Cut(status, "VmHWM:")
	var kb int64
	_, _ = fmt.Sscan(after, &kb)
	return kb << 10
}

// processTime is the processor's time of a process, as its stat in /proc says it.
func processTime(stat string) time.Duration {
	text, err := os.ReadFile(stat)
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(text), ") ")
	fields := strings.Fields(rest)
	if len(fields) < 13 {
		return 0
	}
	user, _ := strconv.ParseInt(fields[11], 10, 64)
	system, _ := strconv.ParseInt(fields[12], 10, 64)
	return time.Duration(user+system) * time.Second / 100
}

// serverTime is what the built-in Postgres has spent; 0 for another server.
func (b *bench) serverTime() time.Duration {
	text, err := os.ReadFile(filepath.Join(b.folder, "house", "postgres", "data", "postmaster.pid"))
	if err != nil {
		return 0
	}
	main, _, _ := strings.Cut(string(text), "\n")
	var ticks int64
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, name := range stats {
		text, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		_, rest, _ := strings.Cut(string(text), ") ")
		fields := strings.Fields(rest)
		own := filepath.Base(filepath.Dir(name)) == main
		if len(fields) < 15 || !own && fields[1] != main {
			continue
		}
		used := fields[11:13]
		if own {
			used = fields[11:15] // and of its children that ended
		}
		for _, f := range used {
			n, _ := strconv.ParseInt(f, 10, 64)
			ticks += n
		}
	}
	return time.Duration(ticks) * time.Second / 100
}
