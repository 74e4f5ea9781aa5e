package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"
)

// many plays a house of several real processes: each number in turn on the same Postgres,
// mailbox and sink, by LMTP to all of them and by the one mailbox that one of them reads.
// At the end of each, letters sent are letters noted, or it fails.
func (b *bench) many(ctx context.Context, c benchCmd) (figures []figure, err error) {
	if b.program = c.program; b.program == "" {
		if b.program, err = os.Executable(); err != nil {
			return nil, fmt.Errorf("this program: %w", err)
		}
	}
	if _, err := b.st.db.Pool().Exec(ctx, makeBare); err != nil {
		return nil, err
	}
	if err := b.hasten(); err != nil {
		return nil, err
	}
	limit := time.Duration(c.Seconds) * time.Second
	first := map[string]float64{} // a door's rate with the first number of processes
	for _, n := range c.Processes {
		b.say("%d processes", n)
		if err := b.staff(ctx, n); err != nil {
			return nil, err
		}
		for _, door := range []string{"lmtp", "imap"} {
			some, err := b.shared(ctx, door, n, c.Matches, limit, first)
			if err != nil {
				return nil, fmt.Errorf("%d processes by %s: %w", n, door, err)
			}
			figures = append(figures, some...)
		}
		if n > 1 {
			some, err := b.handOvers(ctx, n, c.Matches)
			if err != nil {
				return nil, fmt.Errorf("%d processes: %w", n, err)
			}
			figures = append(figures, some...)
		}
		b.dismiss()
	}
	kept, err := b.mailWeight(ctx)
	return append(figures, kept...), errors.Join(err, ctx.Err())
}

// mailWeight is what the mail that came and left takes on disk, while it is kept whole.
func (b *bench) mailWeight(ctx context.Context) (figures []figure, err error) {
	for _, one := range []struct{ what, table string }{{"a letter in", "letters"}, {"a letter out with its bytes", "outbox"}} {
		var bytes, rows float64
		err := b.st.db.Pool().QueryRow(ctx, "select pg_total_relation_size($1::regclass), greatest(1, (select count(*) from "+one.table+"))", one.table).Scan(&bytes, &rows)
		if err != nil {
			return nil, fmt.Errorf("weighing %s: %w", one.table, err)
		}
		figures = append(figures, figure{what: fmt.Sprintf("disk for %s, mean of %.0f", one.what, rows), value: bytes / rows, unit: "bytes"})
	}
	b.players.mu.Lock()
	defer b.players.mu.Unlock()
	came := float64(max(1, len(b.players.got)))
	return append(figures, figure{what: fmt.Sprintf("a letter out on its way, mean of %.0f", came), value: float64(b.players.bytes) / came, unit: "bytes"},
		figure{what: "letters out for a letter in, invitations and ends too", value: came / float64(max(1, b.players.letters)), unit: ""}), nil
}

// tally is what there is to count of a house of several processes.
type tally struct {
	at           time.Time
	letters, out int
	used, server time.Duration
	wal          int64 // bytes written ahead
}

func (b *bench) tally(ctx context.Context) (t tally, err error) {
	err = b.st.db.Pool().QueryRow(ctx, "select (select count(*) from letters), (pg_current_wal_insert_lsn() - '0/0')::bigint").Scan(&t.letters, &t.wal)
	if err != nil {
		return t, err
	}
	t.at, t.out, t.server = time.Now(), b.counts.out(), b.serverTime()
	for _, s := range b.serves {
		t.used += s.used()
	}
	return t, nil
}

// shared opens matches by one door and plays them for so long.
func (b *bench) shared(ctx context.Context, door string, n, matches int, limit time.Duration, first map[string]float64) ([]figure, error) {
	bare, _, err := b.bare(ctx, 16, max(limit/8, 200*time.Millisecond))
	if err != nil {
		return nil, err
	}
	end, err := b.opened(ctx, door, matches)
	if err != nil {
		return nil, err
	}
	defer end()
	b.counts.begin()
	before, err := b.tally(ctx)
	if err != nil {
		return nil, err
	}
	b.players.play()
	select {
	case <-ctx.Done():
	case <-time.After(limit):
	}
	after, err := b.tally(ctx)
	if err != nil {
		return nil, err
	}
	b.counts.mu.Lock()
	digests := b.counts.digests
	b.counts.mu.Unlock()
	if err := b.allNoted(ctx); err != nil {
		return nil, err
	}
	took := after.at.Sub(before.at).Seconds()
	letters := float64(after.letters - before.letters)
	rate := letters / took
	if letters == 0 || len(digests) == 0 {
		return nil, errors.New("no letter came through")
	}
	if first[door] == 0 {
		first[door] = rate
	}
	by := fmt.Sprintf(", %d processes by %s", n, door)
	var most int64
	for _, s := range b.serves {
		most = max(most, s.most)
	}
	return []figure{
		{what: "letters committed" + by, value: rate, unit: "a second", beside: fmt.Sprintf("of %.0f with the first number of processes", first[door]), ratio: rate / first[door]},
		{what: "the same beside bare commits" + by, value: rate, unit: "a second", beside: fmt.Sprintf("of %.0f by 16 writers", bare), ratio: rate / bare},
		{what: "letters handed to the sink" + by, value: float64(after.out-before.out) / took, unit: "a second"},
		{what: "letter to digest, p50" + by, value: ms(percentile(digests, 0.5)), unit: "ms"},
		{what: "letter to digest, p95" + by, value: ms(percentile(digests, 0.95)), unit: "ms"},
		{what: "processor, all processes" + by, value: (after.used - before.used).Seconds() * 1000 / letters, unit: "s per 1000"},
		{what: "processor, Postgres" + by, value: (after.server - before.server).Seconds() * 1000 / letters, unit: "s per 1000"},
		{what: "written ahead (WAL), letters out and jobs too" + by, value: float64(after.wal-before.wal) / letters, unit: "bytes a letter"},
		{what: "resident memory of a process, the most" + by, value: float64(most) / 1e6, unit: "MB", aim: "≤ 300 MB", most: 300},
	}, nil
}

// opened has so many matches wait for their first move; end lets their players rest.
func (b *bench) opened(ctx context.Context, door string, matches int) (end func(), err error) {
	var c *carriers
	if door == "lmtp" {
		c, err = b.spread()
	} else {
		c, err = b.carriers(door)
	}
	if err != nil {
		return nil, err
	}
	b.counts.begin()
	b.players.take(c, 0)
	for range matches {
		b.players.open()
	}
	end = func() { _ = b.players.rest(); c.close() }
	err = b.until(ctx, openPatience, func() (bool, error) {
		ready, err := b.players.ready()
		return ready >= matches, err
	})
	if err != nil {
		end()
		return nil, fmt.Errorf("opening %d matches: %w", matches, err)
	}
	return end, nil
}

// allNoted lets the players rest and waits until each letter that was ever sent is noted, and
// each that was queued has gone; more than were sent must not be.
func (b *bench) allNoted(ctx context.Context) error {
	if err := b.players.rest(); err != nil {
		return err
	}
	var noted, sent int
	err := b.until(ctx, openPatience, func() (bool, error) {
		sent = b.players.sentSoFar()
		err := b.st.db.Pool().QueryRow(ctx, "select count(*) from letters").Scan(&noted)
		return noted >= sent, err
	})
	if err != nil || noted != sent {
		return fmt.Errorf("%d letters were sent and %d noted: %w", sent, noted, errors.Join(err, errors.New("they must be as many")))
	}
	return b.quiet(ctx)
}

// sentSoFar is how many letters the players ever sent.
func (p *benchPlayers) sentSoFar() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.letters
}
