package archive

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/pressly/goose/v3"

	"pitpost.example/db"
	"pitpost.example/migrations"
)

// restoringKey is the key in the house table of the mark that a restore has begun and is not finished.
const restoringKey = "restoring"

// Unfinished is that mark. The house must not open while it is there.
type Unfinished struct {
	Of time.Time `json:"of"` // the time that the house is restored to
	// Numbered is true once RenumberRestored is done.
	Numbered bool `json:"numbered,omitempty"`
}

// errServed means that a server runs on a database.
var errServed = errors.New("a server is running on it; stop it first")

// ErrNotEmpty means that a database holds what a restore would destroy, or is in use.
var ErrNotEmpty = errors.New("the database is not empty")

// noServerOn returns an error if a server of ours runs on the database, besides the process with a name. Postgres notices a moment late that
// one was killed, so its sessions get two seconds to end.
func noServerOn(ctx context.Context, conn *pgx.Conn, own string) error {
	for until := time.Now().Add(2 * time.Second); ; {
		others, err := db.QueryValue[int](ctx, conn, "select count(*) from pg_stat_activity where datname = current_database() and application_name like 'pitpost %' and ($1 = '' or not starts_with(application_name, $1))", own)
		if err != nil {
			return fmt.Errorf("database: %w", err)
		}
		if others == 0 {
			return nil
		}
		if time.Now().After(until) {
			return errServed
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// NoServerOn returns an error if another process of ours runs on a database that this one has opened.
func NoServerOn(ctx context.Context, d *db.DB) error {
	config := d.Pool().Config().ConnConfig
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return db.ExplainUnreachable(err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	return noServerOn(ctx, conn, config.RuntimeParams["application_name"])
}

// CheckRestoreTarget checks whether a database can be restored into. It returns nil, nil if it holds nothing or a house
// in which nothing has happened, and the mark if a restore that has begun must be continued. Otherwise the
// error is ErrNotEmpty and says in one line what is in the way.
func CheckRestoreTarget(ctx context.Context, url string) (*Unfinished, error) {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return nil, db.ExplainUnreachable(err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if err := noServerOn(ctx, conn, ""); errors.Is(err, errServed) {
		return nil, fmt.Errorf("%w: %w", ErrNotEmpty, err)
	} else if err != nil {
		return nil, err
	}
	tables, err := db.QueryColumn[string](ctx, conn, "select tablename from pg_tables where schemaname = 'public'")
	if err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}
	if len(tables) == 0 {
		return nil, nil
	}
	for _, ours := range []string{"house", "matches", "players"} {
		if !slices.Contains(tables, ours) {
			return nil, fmt.Errorf("%w: it holds tables that are not pitpost's; name another", ErrNotEmpty)
		}
	}
	if u, err := FindUnfinished(ctx, conn); u != nil || err != nil {
		return u, err
	}
	var matches, players int
	if err := conn.QueryRow(ctx, "select (select count(*) from matches), (select count(*) from players)").Scan(&matches, &players); err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}
	if matches+players > 0 {
		return nil, fmt.Errorf("%w: it is in use (matches: %d, players: %d); restore into an empty one, with another --data folder or DATABASE_URL", ErrNotEmpty, matches, players)
	}
	return nil, nil
}

// RestoreDump restores a dump into a database that CheckRestoreTarget found empty: completely, with the mark of an
// unfinished restore to the time of, or not at all.
func RestoreDump(ctx context.Context, url, dump string, of time.Time) error {
	if err := dropEmptyHouse(ctx, url); err != nil {
		return fmt.Errorf("making room: %w", err)
	}
	mark, err := json.Marshal(Unfinished{Of: of.UTC()})
	if err != nil {
		return err
	}
	last := fmt.Sprintf("insert into house (key, value) values ('%s', '%s') on conflict (key) do update set value = excluded.value;", restoringKey, mark)
	return load(ctx, url, dump, last)
}

// dropEmptyHouse drops the tables of a house in which nothing has happened yet.
func dropEmptyHouse(ctx context.Context, url string) error {
	pool, err := pgxpool.New(ctx, url)
	if err != nil {
		return db.ExplainUnreachable(err)
	}
	defer pool.Close()
	there, err := db.QueryValue[bool](ctx, pool, "select to_regclass('public.goose_db_version') is not null")
	if err != nil || !there {
		return err
	}
	err = db.WithMigrations(pool, func(steps *goose.Provider) error {
		_, err := steps.DownTo(ctx, 0)
		return err
	})
	if err != nil {
		return err
	}
	_, err = pool.Exec(ctx, "drop table if exists goose_db_version")
	return err
}

// FindUnfinished returns the mark of an unfinished restore; nil if there is none.
func FindUnfinished(ctx context.Context, q db.Querier) (*Unfinished, error) {
	u, err := db.QueryValue[*Unfinished](ctx, q, "select value from house where key = $1", restoringKey)
	if err != nil {
		return nil, fmt.Errorf("the mark of an unfinished restore: %w", err)
	}
	return u, nil
}

// ReadDumpInfo returns what a backup records beside the dump: the version of the schema, how many matches there
// are, and the server's time before the dump begins.
func ReadDumpInfo(ctx context.Context, url string) (schema int64, matches int, now time.Time, err error) {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return 0, 0, now, db.ExplainUnreachable(err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	err = conn.QueryRow(ctx, "select (select max(version_id) from goose_db_version), (select count(*) from matches), clock_timestamp()").
		Scan(&schema, &matches, &now)
	if err != nil && strings.Contains(err.Error(), "does not exist") {
		return 0, 0, now, errors.New("there is no house in this database: `pitpost serve` begins one")
	}
	if err != nil {
		return 0, 0, now, fmt.Errorf("database: %w", err)
	}
	return schema, matches, now.UTC(), nil
}

// SchemaVersion returns the newest version of the schema that this program knows.
func SchemaVersion() (int64, error) {
	files, err := migrations.Files.ReadDir(".")
	if err != nil || len(files) == 0 {
		return 0, fmt.Errorf("no migrations: %w", err)
	}
	return goose.NumericComponent(files[len(files)-1].Name())
}

// restoredKey is the key in the house table of the list of finished restores.
const restoredKey = "restored"

// Restored is a finished restore. Spans holds, for each table, the last number that the dump had and the last
// number skipped after it: numbers in between were given in the lost time or never.
type Restored struct {
	Of    time.Time           `json:"of"`
	At    time.Time           `json:"at"`
	Spans map[string][2]int64 `json:"spans"`
}

// RestoreThatLost returns to what time the house was restored when that lost the row with this number in this table;
// zero if no restore did. Number 0 asks for the last restore, whatever it lost.
func RestoreThatLost(tx *db.Tx, table string, number int64) (of time.Time, err error) {
	list, err := db.QueryValue[[]Restored](tx.Context(), tx.Open(), "select value from house where key = $1",
		restoredKey)
	if err != nil {
		return of, fmt.Errorf("what the house was restored from: %w", err)
	}
	for _, r := range list {
		if span, ok := r.Spans[table]; number == 0 || ok && number > span[0] && number <= span[1] {
			of = r.Of
		}
	}
	return of, nil
}
