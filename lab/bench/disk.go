package bench

import (
	"context"
	"fmt"
)

// sizeOf is what a table takes on disk with its indexes and parts, in bytes.
const sizeOf = "select coalesce(sum(pg_total_relation_size(relid)), 0)::bigint from pg_partition_tree($1::regclass)"

// diskFigures weigh the log, and what a match costs beside it while it is open.
func (b *bench) diskFigures(ctx context.Context) (Figures, error) {
	var facts, open, all int64
	err := b.pool.QueryRow(ctx, "select (select count(*) from facts), (select count(*) from matches where phase = 'running'), (select count(*) from matches)").Scan(&facts, &open, &all)
	if err != nil {
		return nil, err
	}
	size := func(tables ...string) (sum int64, err error) {
		for _, t := range tables {
			var one int64
			if err := b.pool.QueryRow(ctx, sizeOf, t).Scan(&one); err != nil {
				return 0, err
			}
			if one == 0 { // no part of anything, and has none
				if err := b.pool.QueryRow(ctx, "select pg_total_relation_size($1::regclass)", t).Scan(&one); err != nil {
					return 0, err
				}
			}
			sum += one
		}
		return sum, nil
	}
	log, err := size("facts")
	if err != nil {
		return nil, err
	}
	// What is written anew over and over is weighed without its holes.
	if _, err := b.pool.Exec(ctx, "vacuum full matches, seats, clocks, due, plans"); err != nil {
		return nil, err
	}
	beside, err := size("matches", "seats")
	if err != nil {
		return nil, err
	}
	timed, err := size("clocks", "due", "plans")
	if err != nil {
		return nil, err
	}
	return Figures{
		{what: fmt.Sprintf("disk for a fact with its index, mean of %d", facts), value: float64(log) / float64(max(1, facts)), unit: "bytes", aim: "≤ 260", most: 260},
		{what: fmt.Sprintf("disk for an open match beside its facts, %d open", open), value: float64(beside)/float64(max(1, all)) + float64(timed)/float64(max(1, open)), unit: "bytes"},
		{what: "facts of a match, mean", value: float64(facts) / float64(max(1, all)), unit: ""},
	}, nil
}
