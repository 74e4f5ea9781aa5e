package db

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"pitpost.example/migrations"
)

// Pending names the steps of the schema that this program knows and the database has not
// taken. It changes nothing.
func (d *DB) Pending(ctx context.Context) ([]string, error) { return pending(ctx, d.Pool()) }

func pending(ctx context.Context, pool *pgxpool.Pool) ([]string, error) {
	var begun bool
	if err := pool.QueryRow(ctx, "select to_regclass('goose_db_version') is not null").Scan(&begun); err != nil {
		return nil, fmt.Errorf("steps of the schema: %w", err)
	}
	var taken []int64
	if begun {
		var err error
		if taken, err = Many(ctx, pool, pgx.RowTo[int64], "select version_id from goose_db_version where is_applied"); err != nil {
			return nil, fmt.Errorf("steps of the schema: %w", err)
		}
	}
	files, err := migrations.Files.ReadDir(".")
	if err != nil {
		return nil, err
	}
	var missing []string
	for _, file := range files {
		n, err := goose.NumericComponent(file.Name())
		if err != nil {
			return nil, err
		}
		if !slices.Contains(taken, n) {
			missing = append(missing, file.Name())
		}
	}
	return missing, nil
}

// Migrate brings the schema up to date. Many processes may do so at once: one
// works and the others wait for it. Where nothing is missing it changes nothing, so
// that a role without the right to make tables can serve.
func Migrate(ctx context.Context, url string, log *slog.Logger) error {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return errors.New("the database URL cannot be read")
	}
	config.MaxConns = 4
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return fmt.Errorf("database: %w", err)
	}
	defer pool.Close()
	if missing, err := pending(ctx, pool); err != nil || len(missing) == 0 {
		return err
	}
	first, err := pool.Acquire(ctx) // holds the lock until the pool is closed
	if err != nil {
		return fmt.Errorf("waiting to migrate: %w", err)
	}
	defer first.Release()
	if _, err := first.Exec(ctx, "select pg_advisory_lock(hashtextextended('pitpost migrate', 0))"); err != nil {
		return fmt.Errorf("waiting to migrate: %w", err)
	}
	if err := unwritten(ctx, pool); err != nil {
		return err
	}
	return WithSteps(pool, func(steps *goose.Provider) error {
		results, err := steps.Up(ctx)
		if err != nil {
			return fmt.Errorf("migrations: %w", err)
		}
		for _, r := range results {
			log.Info("migrated", "file", r.Source.Path)
		}
		return nil
	})
}

// WithSteps does something with the steps of the schema.
func WithSteps(pool *pgxpool.Pool, do func(*goose.Provider) error) error {
	sql := stdlib.OpenDBFromPool(pool)
	defer sql.Close()
	steps, err := goose.NewProvider(goose.DialectPostgres, sql, migrations.Files)
	if err != nil {
		return fmt.Errorf("migrations: %w", err)
	}
	return do(steps)
}

// unwritten is an error where the version before left moves in its journal, which this one cannot
// read. It is asked before anything is changed, so that the version before can still start.
func unwritten(ctx context.Context, pool *pgxpool.Pool) error {
	var there bool
	if err := pool.QueryRow(ctx, "select to_regclass('journal') is not null").Scan(&there); err != nil || !there {
		return err
	}
	var n int
	if err := pool.QueryRow(ctx, "select count(*) from journal").Scan(&n); err != nil || n == 0 {
		return err
	}
	return fmt.Errorf("nothing was changed: the version before left moves in its journal (%d); start that version once and stop it, then start this one", n)
}
