package bench

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"

	"pitpost.example/db"
)

// weigh is what tables take on disk with their indexes and parts, in bytes.
func weigh(ctx context.Context, pool *pgxpool.Pool, tables ...string) (bytes float64, err error) {
	bytes, err = db.Value[float64](ctx, pool, `select sum(coalesce((select sum(pg_total_relation_size(relid)) from pg_partition_tree(t::regclass)), pg_total_relation_size(t::regclass)))::float
		from unnest($1::text[]) t`, tables)
	if err != nil {
		err = fmt.Errorf("weighing %s: %w", tables, err)
	}
	return bytes, err
}

// diskFigures weigh the log, and what a match costs beside it while it is open.
func (b *bench) diskFigures(ctx context.Context) (Figures, error) {
	var facts, open, all float64
	err := b.pool.QueryRow(ctx, "select (select count(*) from facts), (select count(*) from matches where phase = 'running'), (select count(*) from matches)").Scan(&facts, &open, &all)
	if err != nil {
		return nil, err
	}
	log, err := weigh(ctx, b.pool, "facts")
	if err != nil {
		return nil, err
	}
	// What is written anew over and over is weighed without its holes.
	if _, err := b.pool.Exec(ctx, "vacuum full matches, seats, clocks, due, plans"); err != nil {
		return nil, err
	}
	beside, err := weigh(ctx, b.pool, "matches", "seats")
	if err != nil {
		return nil, err
	}
	timed, err := weigh(ctx, b.pool, "clocks", "due", "plans")
	if err != nil {
		return nil, err
	}
	return Figures{
		{what: fmt.Sprintf("disk for a fact with its index, mean of %.0f", facts), value: log / max(1, facts), unit: "bytes", aim: "≤ 260", most: 260},
		{what: fmt.Sprintf("disk for an open match beside its facts, %.0f open", open), value: beside/max(1, all) + timed/max(1, open), unit: "bytes"},
		{what: "facts of a match, mean", value: facts / max(1, all), unit: ""},
	}, nil
}
