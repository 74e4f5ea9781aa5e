// Package db keeps the house in Postgres: it has the connection pools, the migrations, the transaction and
// Play, the one door to the log of facts. Rooms below it hold the statements about other kinds of rows; they
// read through a Querier and write through a Tx.
//
// The log has no room of its own, because a transaction gathers facts, clocks, the letter that came in,
// notices and webhook calls, and writes them in one round trip together with those of other commands. A
// separate room would need the insides of Tx for that.
package db

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync/atomic"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	"github.com/jackc/pgx/v5/pgxpool"

	"pitpost.example/engine"
	"pitpost.example/meter"
	"pitpost.example/model"
)

// Games finds a game by its name; nil if there is none.
type Games func(name string) engine.Game

// abandoned is the Postgres setting that ends a transaction in which nothing is said for too long. A process
// that was frozen or cut off in a transaction would otherwise keep its match locked.
const abandoned = "idle_in_transaction_session_timeout"

// Options are the settings of a DB other than its URL.
type Options struct {
	// Domain is the domain of our Message-IDs.
	Domain string
	// Conns is the greatest number of connections that read and lock; 0 means 16. There are up to six more
	// that only write.
	Conns int32
	Log   *slog.Logger
	// Meter counts commands and letters; nil counts nothing.
	Meter *meter.Meter
}

// DB is the house in Postgres. It is safe for concurrent use.
type DB struct {
	pool    *pgxpool.Pool
	writers *pgxpool.Pool // for writing commands: few, so that every one of them soon has its statements prepared
	games   Games
	opts    Options
	cache   *cache
	turns   turns
	writes  group[*Tx]
	lines   *lines
	name    string                                   // application_name of all sessions of this process
	tell    atomic.Pointer[func(letters, calls int)] // called after a commit that queued letters or calls; nil for nobody
}

// Open connects to a database, which Migrate must have brought up to date.
func Open(ctx context.Context, url string, games Games, opts Options) (*DB, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, errors.New("the database URL cannot be read") // its text may hold a password
	}
	name := fmt.Sprintf("pitpost %s %d", RandomHex(), os.Getpid())
	config.ConnConfig.RuntimeParams["application_name"] = name
	if p := config.ConnConfig.RuntimeParams; p[abandoned] == "" {
		p[abandoned] = "60s"
	}
	config.MaxConns = cmp.Or(opts.Conns, 16)
	opts.Log = cmp.Or(opts.Log, slog.New(slog.DiscardHandler))
	pingIdle(config)
	open := &lines{open: map[*line]bool{}}
	config.ConnConfig.DialFunc = open.dial(config.ConnConfig.DialFunc)
	config.ConnConfig.Tracer = efforts{}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, ExplainUnreachable(err)
	}
	if err := pool.Ping(ctx); err != nil {
		pool.Close()
		return nil, ExplainUnreachable(err)
	}
	writers, err := newWriters(ctx, config)
	if err != nil {
		pool.Close()
		return nil, ExplainUnreachable(err)
	}
	matches, _ := simplelru.NewLRU[int64, *model.Table](cachedMost, nil) // fails for no size alone
	return &DB{pool: pool, writers: writers, games: games, opts: opts, cache: &cache{matches: matches}, turns: turns{at: map[int64]*turn{}}, name: name, lines: open,
		writes: group[*Tx]{all: write}}, nil
}

// Close closes all connections. It waits for those in use.
func (d *DB) Close() {
	d.writers.Close()
	d.pool.Close()
}

// Pool returns the connection pool, for the rooms of db and for tests.
func (d *DB) Pool() *pgxpool.Pool { return d.pool }

// Name returns the application_name of all sessions of this process.
func (d *DB) Name() string { return d.name }

// Log returns the logger of this process.
func (d *DB) Log() *slog.Logger { return d.opts.Log }

// Game finds a game by its name; nil if there is none.
func (d *DB) Game(name string) engine.Game { return d.games(name) }

// OnCommit sets the function to call after each commit that queued letters or webhook calls, with how many.
// It must not block.
func (d *DB) OnCommit(tell func(letters, calls int)) { d.tell.Store(&tell) }

// Tell calls the function that OnCommit set, if anything was queued.
func (d *DB) Tell(letters, calls int) {
	if tell := d.tell.Load(); tell != nil && letters+calls > 0 {
		(*tell)(letters, calls)
	}
}

// Ping returns an error if the database does not answer.
func (d *DB) Ping(ctx context.Context) error { return d.pool.Ping(ctx) }
