// Package db is the house's way into Postgres: the pool, the migrations and the transaction, and with
// it the one door to the log. The door stays here and not in a room of its own: facts, clocks, the
// letter that came in, letters out and calls of webhooks are gathered by the transaction and written
// in one round trip with those of other commands, so that a room of the log would need its insides.
// Rooms read by a Querier and write by a Tx; each has the statements about its own rows.
package db

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync/atomic"

	"github.com/jackc/pgx/v5/pgxpool"

	"pitpost.example/engine"
	"pitpost.example/meter"
	"pitpost.example/model"
)

// Games finds a rule book by its name; nil if there is none.
type Games func(name string) engine.Game

// ErrNoMatch says that there is no match of that number.
var ErrNoMatch = model.ErrNoMatch

// ErrSeen says that a letter was noted before, so nothing was done.
var ErrSeen = model.ErrSeen

// abandoned ends the transaction of a process that was frozen or cut off in it, so that the
// match that it locked is free again for others.
const abandoned = "idle_in_transaction_session_timeout"

// Options are what a DB needs beside its URL.
type Options struct {
	// Domain of our Message-IDs.
	Domain string
	// Conns is the most connections at once, beside six that only write; 0 means 16.
	Conns int32
	Log   *slog.Logger
	// Meter counts deeds and letters; nil for nothing.
	Meter *meter.Meter
}

// DB is the house in Postgres. It is safe for use by many at once.
type DB struct {
	pool    *pgxpool.Pool
	writers *pgxpool.Pool // by which commands are written: few, so that each has what they say prepared
	games   Games
	opts    Options
	cache   cache
	turns   turns
	writes  group[*Tx]
	lines   *lines
	name    string                                   // of this process, borne by all its sessions
	tell    atomic.Pointer[func(letters, calls int)] // after a commit that queued some; nil for nobody
}

// Open connects to a database that Migrate has brought up to date.
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
	config.MaxConns = 16
	if opts.Conns > 0 {
		config.MaxConns = opts.Conns
	}
	opts.Log = cmp.Or(opts.Log, slog.New(slog.DiscardHandler))
	new(health).watch(config)
	open := &lines{open: map[*line]bool{}}
	config.ConnConfig.DialFunc = open.dial(config.ConnConfig.DialFunc)
	config.ConnConfig.Tracer = efforts{}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, Unreachable(err)
	}
	if err := pool.Ping(ctx); err != nil {
		pool.Close()
		return nil, Unreachable(err)
	}
	writers, err := newWriters(ctx, config)
	if err != nil {
		pool.Close()
		return nil, Unreachable(err)
	}
	return &DB{pool: pool, writers: writers, games: games, opts: opts, cache: cache{matches: map[int64]*model.Table{}}, turns: turns{at: map[int64]*turn{}}, name: name, lines: open,
		writes: group[*Tx]{all: write}}, nil
}

// Close ends all connections; it waits for those in use.
func (d *DB) Close() {
	d.writers.Close()
	d.pool.Close()
}

// Pool gives the connections themselves, for the rooms of db and for tests.
func (d *DB) Pool() *pgxpool.Pool { return d.pool }

// Name is what all sessions of this process are called.
func (d *DB) Name() string { return d.name }

// Log is where this process says what it does.
func (d *DB) Log() *slog.Logger { return d.opts.Log }

// Game finds a rule book by its name; nil if there is none.
func (d *DB) Game(name string) engine.Game { return d.games(name) }

// OnCommit has tell told how many letters, or calls of webhooks, were just queued, after each commit
// that queued some. It must not wait.
func (d *DB) OnCommit(tell func(letters, calls int)) { d.tell.Store(&tell) }

// Tell says that letters or calls were queued to whom OnCommit names.
func (d *DB) Tell(letters, calls int) {
	if tell := d.tell.Load(); tell != nil && letters+calls > 0 {
		(*tell)(letters, calls)
	}
}

// Ping says whether the database answers.
func (d *DB) Ping(ctx context.Context) error { return d.pool.Ping(ctx) }
