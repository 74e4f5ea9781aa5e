package db

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"pitpost.example/migrations"
)

// Pending returns the names of the migrations that this program knows and the database has not applied. It
// changes nothing.
func (d *DB) Pending(ctx context.Context) ([]string, error) { return pending(ctx, d.Pool()) }

func pending(ctx context.Context, pool *pgxpool.Pool) ([]string, error) {
	begun, err := QueryValue[bool](ctx, pool, "select to_regclass('goose_db_version') is not null")
	if err != nil {
		return nil, ExplainUnreachable(err)
	}
	var taken []int64
	if begun {
		if taken, err = QueryColumn[int64](ctx, pool, "select version_id from goose_db_version where is_applied"); err != nil {
			return nil, ExplainUnreachable(err)
		}
	}
	files, err := migrations.Files.ReadDir(".")
	if err != nil {
		return nil, err
	}
	var missing []string
	var known int64
	for _, file := range files {
		if known, err = goose.NumericComponent(file.Name()); err != nil {
			return nil, err
		}
		if !slices.Contains(taken, known) {
			missing = append(missing, file.Name())
		}
	}
	if len(taken) > 0 && slices.Max(taken) > known {
		return nil, fmt.Errorf("the tables are of a newer version (%d, this program knows %d): start that one, or restore the backup from before the upgrade into an empty house", slices.Max(taken), known)
	}
	return missing, nil
}

// remedies holds, by SQLSTATE, what the operator can do about an error.
var remedies = map[string]string{
	"28P01": "check user and password in DATABASE_URL, or DATABASE_PASSWORD",
	"28000": "check user and password in DATABASE_URL, or DATABASE_PASSWORD",
	"3D000": "make it with createdb, or name another in DATABASE_URL",
	"42501": "let the role that owns the tables run `pitpost migrate` and give this one its rights (docs/hosting/README.md)",
	"25006": "nothing can be written there; name in DATABASE_URL the server that is no standby, or have it take writes again",
	"53100": "make room on the disk of the database",
	"53300": "let the server take more connections (max_connections, 23 for each process)",
}

// IsDatabaseUnusable reports whether an error is about the database as a whole: it cannot be reached, is shutting down,
// or accepts nothing.
func IsDatabaseUnusable(err error) bool {
	_, away := errors.AsType[*pgconn.ConnectError](err)
	refused, ok := errors.AsType[*pgconn.PgError](err)
	return away || ok && (remedies[refused.Code] != "" || strings.HasPrefix(refused.Code, "57P"))
}

// ExplainUnreachable turns an error into one line that says why the database can't be used and what to do about it.
// It leaves out the address that was tried, which may hold a password.
func ExplainUnreachable(err error) error {
	if _, ok := errors.AsType[*pgconn.ParseConfigError](err); ok {
		return errors.New("the database URL cannot be read")
	}
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok {
		return fmt.Errorf("the database says: %s; %s", refused.Message, cmp.Or(remedies[refused.Code], "code "+refused.Code))
	}
	if _, ok := errors.AsType[*pgconn.ConnectError](err); !ok {
		return fmt.Errorf("database: %w", err)
	}
	tries := strings.Split(strings.TrimSpace(err.Error()), "\n") // one line for each try; TLS is tried first
	return fmt.Errorf("the database cannot be reached: see whether its server runs, and check host and port in DATABASE_URL: %s", strings.TrimSpace(tries[len(tries)-1]))
}

// Migrate brings the schema up to date. Many processes may call it at once: one works and the others wait for
// it. If nothing is missing it changes nothing, so that a role that may not create tables can serve.
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
	first, err := pool.Acquire(ctx) // its session holds the lock until it is closed with the pool
	if err != nil {
		return ExplainUnreachable(err)
	}
	defer first.Release()
	if _, err := first.Exec(ctx, "select pg_advisory_lock(hashtextextended('pitpost migrate', 0))"); err != nil {
		return fmt.Errorf("waiting to migrate: %w", err)
	}
	if err := checkJournal(ctx, pool); err != nil {
		return err
	}
	return WithMigrations(pool, func(steps *goose.Provider) error {
		results, err := steps.Up(ctx)
		if refused, ok := errors.AsType[*pgconn.PgError](err); ok && remedies[refused.Code] != "" {
			return ExplainUnreachable(err)
		}
		if err != nil {
			return fmt.Errorf("migrations: %w", err)
		}
		for _, r := range results {
			log.Info("migrated", "file", r.Source.Path)
		}
		return nil
	})
}

// WithMigrations calls do with the migrations of the schema.
func WithMigrations(pool *pgxpool.Pool, do func(*goose.Provider) error) error {
	sql := stdlib.OpenDBFromPool(pool)
	defer sql.Close()
	steps, err := goose.NewProvider(goose.DialectPostgres, sql, migrations.Files)
	if err != nil {
		return fmt.Errorf("migrations: %w", err)
	}
	return do(steps)
}

// checkJournal returns an error if the previous version left moves in its journal, which this version cannot
// read. It is called before anything is changed, so that the previous version can still start.
func checkJournal(ctx context.Context, pool *pgxpool.Pool) error {
	there, err := QueryValue[bool](ctx, pool, "select to_regclass('journal') is not null")
	if err != nil || !there {
		return err
	}
	n, err := QueryValue[int](ctx, pool, "select count(*) from journal")
	if err != nil || n == 0 {
		return err
	}
	return fmt.Errorf("nothing was changed: the version before left moves in its journal (%d); start that version once and stop it, then start this one", n)
}
