package db

import (
	"context"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"

	"pitpost/migrations"
)

// Pending names the steps of the schema that this program knows and the database has not
// taken. It changes nothing.
func (d *DB) Pending(ctx context.Context) ([]string, error) {
	rows, err := d.pool.Query(ctx, "select version_id from goose_db_version where is_applied")
	if err != nil {
		return nil, err
	}
	taken, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	if err != nil {
		return nil, fmt.Errorf("steps of the schema: %w", err)
	}
	files, err := fs.Glob(migrations.Files, "*.sql")
	if err != nil {
		return nil, err
	}
	var pending []string
	for _, name := range files {
		number, _, _ := strings.Cut(name, "_")
		n, err := strconv.ParseInt(number, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("step %s has no number", name)
		}
		if !slices.Contains(taken, n) {
			pending = append(pending, name)
		}
	}
	river, err := rivermigrate.New(riverpgxv5.New(d.pool), &rivermigrate.Config{Schema: jobSchema})
	if err != nil {
		return nil, fmt.Errorf("job tables: %w", err)
	}
	valid, err := river.Validate(ctx, nil)
	if err != nil {
		return nil, fmt.Errorf("job tables: %w", err)
	}
	if !valid.OK {
		pending = append(pending, "the tables of jobs")
	}
	return pending, nil
}
