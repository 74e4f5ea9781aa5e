package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// benchPhase is what one door showed for some time.
type benchPhase struct {
	door          string
	matches       int
	took          time.Duration
	letters       []time.Duration // from sent to committed
	digests       []time.Duration // from sent to the next digest handed over
	out           int
	trips, inDoor int64
	commands      int64
	own, server   time.Duration // of the processor
	resident      int64         // the most, in bytes
}

// Patience with letters that are on their way, on a machine with other work.
const (
	openPatience = 5 * time.Minute
	restPatience = time.Minute
)

// phase opens matches by a door and plays them for so long.
func (b *bench) phase(ctx context.Context, door string, matches int, limit, pause time.Duration) (*benchPhase, error) {
	c, err := b.carriers(door)
	if err != nil {
		return nil, err
	}
	defer c.close()
	b.counts.begin()
	b.players.take(c, pause)
	for range matches {
		b.players.open()
	}
	err = b.until(ctx, openPatience, func() (bool, error) {
		ready, err := b.players.ready()
		return ready >= matches, err
	})
	if err != nil {
		return nil, fmt.Errorf("%d matches by %s: %w", matches, door, errors.Join(err, b.players.rest()))
	}
	p := b.watch(ctx, limit)
	p.door, p.matches = door, matches
	if err := errors.Join(ctx.Err(), b.players.rest()); err != nil {
		return nil, err
	}
	if len(p.letters) == 0 || len(p.digests) == 0 {
		return nil, fmt.Errorf("by %s, %d letters and %d digests came through", door, len(p.letters), len(p.digests))
	}
	return p, b.until(ctx, restPatience, func() (bool, error) { return b.counts.onTheWay() == 0, nil })
}

// watch lets the players play and counts.
func (b *bench) watch(ctx context.Context, limit time.Duration) *benchPhase {
	p := &benchPhase{}
	b.counts.begin()
	own, server, began := processor(), b.serverTime(), time.Now()
	end := began.Add(limit)
	b.players.play()
	for ctx.Err() == nil && time.Now().Before(end) {
		p.resident = max(p.resident, resident())
		time.Sleep(20 * time.Millisecond)
	}
	c := &b.counts
	c.mu.Lock()
	defer c.mu.Unlock()
	c.on = false
	p.took, p.own, p.server = time.Since(began), processor()-own, b.serverTime()-server
	p.letters, p.digests, p.out = c.letters, c.digests, c.arrivals
	p.trips, p.inDoor, p.commands = c.trips.Load(), c.doorTrips.Load(), c.commands.Load()
	return p
}

// until waits for something, for so long at most.
func (b *bench) until(ctx context.Context, patience time.Duration, done func() (bool, error)) error {
	for end := time.Now().Add(patience); ; time.Sleep(5 * time.Millisecond) {
		ok, err := done()
		if ok || err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if time.Now().After(end) {
			return errors.New("letters are still on their way")
		}
	}
}

// share gives pieces of work to so many workers until the time is out, and returns
// how long each piece took.
func share(ctx context.Context, workers int, limit time.Duration, do func(worker, n int) error) ([]time.Duration, error) {
	var all sync.WaitGroup
	var mu sync.Mutex
	var times []time.Duration
	var failed error
	end := time.Now().Add(limit)
	for worker := range workers {
		all.Go(func() {
			var own []time.Duration
			var err error
			for n := 0; err == nil && ctx.Err() == nil && time.Now().Before(end); n++ {
				began := time.Now()
				err = do(worker, n)
				own = append(own, time.Since(began))
			}
			mu.Lock()
			defer mu.Unlock()
			times = append(times, own...)
			failed = errors.Join(failed, err)
		})
	}
	all.Wait()
	return times, errors.Join(failed, ctx.Err())
}
