package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"
)

// fewOpen is how many matches the small house has open, and fewDue how many of how many
// are due in it.
const (
	fewOpen   = 1000
	fewDue    = 1000
	fewTimed  = 10_000
	flatMoves = 400 // of each kind, in each house
)

// copies makes more matches of one: rows of all that a match has, numbered after it.
var copies = []string{
	`insert into matches (id, game, edition, options, terms, host, phase, word, listed, note, seed, seq, stamp, created_at)
		overriding system value select n, game, edition, options, terms, host, phase, word, listed, note, seed, seq, n, created_at
		from matches, generate_series($2::bigint, $3::bigint) n where id = $1`,
	`insert into seats (match_id, no, name, state, salt) select n, no, name, state, salt from seats, generate_series($2::bigint, $3::bigint) n where match_id = $1`,
	`insert into facts (match_id, seq, kind, version, seat, data, cause, at) select n, seq, kind, version, seat, data, cause, at
		from generate_series($2::bigint, $3::bigint) n, facts where match_id = $1`,
	`insert into clocks (match_id, seat, step, began, soft, due) select n, 0, 1, now(), now() + interval '1 day', now() + interval '2 days'
		from generate_series($2::bigint, $3::bigint) n where $1::bigint > 0`,
	`insert into due (match_id, seat, what, at) select n, 0, 'deadline', now() + interval '1 day' + n * interval '1 second'
		from generate_series($2::bigint, $3::bigint) n where $1::bigint > 0`,
}

// flatHouse is a house in which nobody writes, with so many matches open.
type flatHouse struct {
	*bench
	door        *doorBench
	first, next int64 // numbers of the copies, the last one not included
	moved       map[int64]bool
}

// flat asks whether a house gets slower as it fills.
func (b *bench) flat(ctx context.Context, open int) ([]figure, error) {
	f := &flatHouse{bench: b, door: &doorBench{db: b.st.db}, moved: map[int64]bool{}}
	if err := f.door.prepare(ctx); err != nil {
		return nil, err
	}
	id, err := f.door.open(ctx)
	if err != nil {
		return nil, err
	}
	f.first, f.next = id+1, id+1
	var warm, cold, sweeps [2]time.Duration
	for i, n := range []int{fewOpen, open} {
		b.say("a house with %d open matches", n)
		if err := f.fill(ctx, id, n); err != nil {
			return nil, err
		}
		if warm[i], cold[i], err = f.moves(ctx); err != nil {
			return nil, err
		}
		b.say("a sweep that finds %d", fewDue)
		if i == 0 { // a small house of the sweep is larger than one of the moves
			if err := f.fill(ctx, id, min(fewTimed, open)); err != nil {
				return nil, err
			}
		}
		if sweeps[i], err = f.sweep(ctx); err != nil {
			return nil, err
		}
	}
	compare := func(what string, t [2]time.Duration, most float64) figure {
		return figure{what: what, value: ms(t[1]), unit: "ms", beside: fmt.Sprintf("of %.2f ms in the small house", ms(t[0])),
			ratio: float64(t[1]) / float64(t[0]), aim: fmt.Sprintf("≤ %.1f", most), most: most}
	}
	return []figure{
		compare(fmt.Sprintf("a move of a match in memory, %d open beside %d, p50", open, fewOpen), warm, 1.3),
		compare(fmt.Sprintf("a move of a match not in memory, %d open beside %d, p50", open, fewOpen), cold, 1.3),
		compare(fmt.Sprintf("finding %d due among %d beside among %d", fewDue, open, min(fewTimed, open)), sweeps, 2),
		{what: "resident memory", value: float64(resident()) / 1e6, unit: "MB", aim: "≤ 300 MB", most: 300},
	}, ctx.Err()
}

// fill opens matches until there are n.
func (f *flatHouse) fill(ctx context.Context, id int64, n int) error {
	for last := f.first + int64(n); f.next < last; {
		upTo := min(f.next+5000, last)
		for _, sql := range copies {
			if _, err := f.st.db.Pool().Exec(ctx, sql, id, f.next, upTo-1); err != nil {
				return fmt.Errorf("opening matches: %w", err)
			}
		}
		f.next = upTo
	}
	for _, sql := range []string{"select setval(pg_get_serial_sequence('matches', 'id'), (select max(id) from matches))", "vacuum analyze", "checkpoint"} {
		if _, err := f.st.db.Pool().Exec(ctx, sql); err != nil {
			return fmt.Errorf("opening matches: %w", err)
		}
	}
	return nil
}

// moves takes the first moves of matches picked by chance, one not in memory and then
// the second of the same, which by then is.
func (f *flatHouse) moves(ctx context.Context) (warm, cold time.Duration, err error) {
	var first, second []time.Duration
	for len(first) < flatMoves && ctx.Err() == nil {
		id := f.first + rand.Int64N(f.next-f.first)
		if f.moved[id] {
			continue
		}
		f.moved[id] = true
		for i, times := range []*[]time.Duration{&first, &second} {
			began := time.Now()
			if err := f.door.move(ctx, id, f.door.lines[i]); err != nil {
				return 0, 0, err
			}
			*times = append(*times, time.Since(began))
		}
	}
	return percentile(second, 0.5), percentile(first, 0.5), ctx.Err()
}

// sweep finds what is due when the first clocks have run out.
func (f *flatHouse) sweep(ctx context.Context) (time.Duration, error) {
	var at time.Time
	err := f.st.db.Pool().QueryRow(ctx, "select at from due order by at offset $1 limit 1", fewDue-1).Scan(&at)
	if err != nil {
		return 0, err
	}
	var times []time.Duration
	for range 21 {
		began := time.Now()
		due, err := f.st.db.Sweep(ctx, at, fewDue)
		if err != nil || len(due) != fewDue {
			return 0, fmt.Errorf("%d are due: %w", len(due), err)
		}
		times = append(times, time.Since(began))
	}
	return slices.Sorted(slices.Values(times))[len(times)/2], nil
}
