package db

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Trace has t told of each round trip from now on, over new connections. It is
// for a DB that nobody uses yet.
func (d *DB) Trace(ctx context.Context, t pgx.QueryTracer) error {
	config := d.pool.Config()
	config.ConnConfig.Tracer = t
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return fmt.Errorf("database: %w", err)
	}
	d.pool.Close()
	d.pool = pool
	return nil
}
