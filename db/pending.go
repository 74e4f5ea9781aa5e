package db

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
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
		rows, err := pool.Query(ctx, "select version_id from goose_db_version where is_applied")
		if err != nil {
			return nil, fmt.Errorf("steps of the schema: %w", err)
		}
		if taken, err = pgx.CollectRows(rows, pgx.RowTo[int64]); err != nil {
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
