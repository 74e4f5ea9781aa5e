package main

import (
	"context"
	"fmt"
	"math/rand/v2"
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

// timed is how long something takes, and how long a yardstick takes in turns with it: the
// two houses are measured minutes apart, and the machine may have other work by then.
type timed struct{ took, bare time.Duration }

func (t timed) load() float64 { return float64(t.took) / float64(t.bare) }

// flat asks whether a house gets slower as it fills.
func (b *bench) flat(ctx context.Context, open int) ([]figure, error) {
	f := &flatHouse{bench: b, door: &doorBench{db: b.st.db}, moved: map[int64]bool{}}
	if err := f.door.prepare(ctx); err != nil { // makes the table of bare rows too
		return nil, err
	}
	id, err := f.door.open(ctx)
	if err != nil {
		return nil, err
	}
	f.first, f.next = id+1, id+1
	var warm, cold, sweeps [2]timed
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
	compare := func(what string, t [2]timed, most float64) figure {
		return figure{what: what, value: ms(t[1].took), unit: "ms", beside: fmt.Sprintf("of %.2f ms in the small house, where the yardstick took %.2f ms beside %.2f",
			ms(t[0].took), ms(t[0].bare), ms(t[1].bare)), ratio: t[1].load() / t[0].load(), aim: fmt.Sprintf("≤ %.1f", most), most: most}
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
func (f *flatHouse) moves(ctx context.Context) (warm, cold timed, err error) {
	var first, second, bare []time.Duration
	payload := make([]byte, 150)
	for len(first) < flatMoves && ctx.Err() == nil {
		id := f.first + rand.Int64N(f.next-f.first)
		if f.moved[id] {
			continue
		}
		f.moved[id] = true
		for i, times := range []*[]time.Duration{&first, &second} {
			began := time.Now()
			if err := f.door.move(ctx, id, f.door.lines[i]); err != nil {
				return warm, cold, err
			}
			*times = append(*times, time.Since(began))
		}
		began := time.Now()
		if _, err := f.st.db.Pool().Exec(ctx, bareRow, payload); err != nil {
			return warm, cold, err
		}
		bare = append(bare, time.Since(began))
	}
	commit := percentile(bare, 0.5)
	return timed{percentile(second, 0.5), commit}, timed{percentile(first, 0.5), commit}, ctx.Err()
}

// sameRows is the yardstick of a sweep: as many rows, from no table.
const sameRows = "select n, 0, 'deadline', now(), '{}'::jsonb from generate_series(1, $1::int) n"

// sweep finds what is due when the first clocks have run out.
func (f *flatHouse) sweep(ctx context.Context) (timed, error) {
	var at time.Time
	err := f.st.db.Pool().QueryRow(ctx, "select at from due order by at offset $1 limit 1", fewDue-1).Scan(&at)
	if err != nil {
		return timed{}, err
	}
	var times, bare []time.Duration
	for range 41 {
		began := time.Now()
		due, err := f.st.db.Sweep(ctx, at, fewDue)
		if err != nil {
			return timed{}, err
		}
		if len(due) != fewDue {
			return timed{}, fmt.Errorf("%d are due, not %d", len(due), fewDue)
		}
		between := time.Now()
		if _, err := f.st.db.Pool().Exec(ctx, sameRows, fewDue); err != nil {
			return timed{}, err
		}
		times, bare = append(times, between.Sub(began)), append(bare, time.Since(between))
	}
	return timed{percentile(times, 0.5), percentile(bare, 0.5)}, nil
}
