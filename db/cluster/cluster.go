// Package cluster is the built-in Postgres: a server with its files in one folder, which listens on
// a socket alone, is shared by the processes of one machine, and ends with the last of them.
package cluster

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Server is the built-in Postgres: a server of our own on a unix socket, with
// its files in a folder of ours. It never listens on the network.
type Server struct {
	dir    string // holds data, postgres.log and the two locks
	bin    string
	unsafe bool
	as     *syscall.Credential // nil: runs as ourselves
	log    *slog.Logger
	use    *os.File // locked, shared with every process that uses the server
	socket string   // folder of the server's socket
}

// Options are the choices of a server. The zero value is right for
// production.
type Options struct {
	// Bin is the folder of initdb and postgres; found by itself if empty.
	Bin string
	// Unsafe trades durability for speed. For tests: a power cut may lose all.
	Unsafe bool
}

// Start starts the server of dir with the default options. See Options.Start.
func Start(ctx context.Context, dir string, log *slog.Logger) (*Server, error) {
	return Options{}.Start(ctx, dir, log)
}

// startPatience bounds the wait for a server to open; a long recovery after a
// crash is inside it.
const startPatience = 2 * time.Minute

// Start makes the database files in dir unless they are there, and starts
// their server, or adopts it where it still runs: after our own violent death,
// or because another process of ours uses it. It returns when the server
// answers. ErrNoPostgres says that nothing is installed.
func (o Options) Start(ctx context.Context, dir string, log *slog.Logger) (*Server, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("built-in Postgres: %w", err)
	}
	c := &Server{dir: dir, unsafe: o.Unsafe, log: log}
	if err := c.start(ctx, o.Bin); err != nil {
		return nil, fmt.Errorf("built-in Postgres in %s: %w", dir, err)
	}
	return c, nil
}

func (c *Server) start(ctx context.Context, bin string) error {
	ctx, cancel := context.WithTimeout(ctx, startPatience)
	defer cancel()
	if err := os.MkdirAll(c.dir, 0o700); err != nil {
		return err
	}
	gate, err := c.lock(ctx, "start.lock", syscall.LOCK_EX)
	if err != nil {
		return err
	}
	defer gate.Close()
	adopted, err := c.adopt(ctx)
	if err != nil {
		return err
	}
	if !adopted {
		if err := c.launch(ctx, bin); err != nil {
			return err
		}
	}
	c.use, err = c.lock(ctx, "use.lock", syscall.LOCK_SH)
	return err
}

// launch makes the files where needed and runs the server until it answers.
func (c *Server) launch(ctx context.Context, bin string) (err error) {
	want, _ := os.ReadFile(c.path("data", "PG_VERSION"))
	if c.bin, err = findBinaries(bin, strings.TrimSpace(string(want))); err != nil {
		return err
	}
	if c.as, err = serverUser(c.path("data")); err != nil {
		return err
	}
	if len(want) == 0 {
		if err := c.initialise(ctx); err != nil {
			return err
		}
	}
	if c.socket, err = c.socketFolder(); err != nil {
		return err
	}
	if err := c.serve(ctx); err != nil {
		removeSocket(c.socket)
		return err
	}
	c.log.Debug("built-in Postgres started", "folder", c.dir, "socket", c.socket)
	return nil
}

// URL is the address of a database of this cluster, for pgx or any libpq
// program on this machine.
func (c *Server) URL(database string) string {
	query := url.Values{"host": {c.socket}, "user": {superuser}, "port": {"5432"}, "sslmode": {"disable"}}
	return "postgres:///" + url.PathEscape(database) + "?" + query.Encode()
}

// CreateDatabase makes an empty database unless it exists.
func (c *Server) CreateDatabase(ctx context.Context, name string) error {
	conn, err := pgx.Connect(ctx, c.URL("postgres"))
	if err != nil {
		return fmt.Errorf("create database %s: %w", name, err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	_, err = conn.Exec(ctx, "CREATE DATABASE "+pgx.Identifier{name}.Sanitize())
	var refused *pgconn.PgError
	if errors.As(err, &refused) && refused.Code == "42P04" { // duplicate_database
		return nil
	}
	if err != nil {
		return fmt.Errorf("create database %s: %w", name, err)
	}
	return nil
}

// Stop ends the use of the cluster: the server shuts down and cuts whoever is
// still connected, unless another process uses it too; the last one out stops
// it. Calling it twice does no harm.
func (c *Server) Stop() error {
	if c.use == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), startPatience)
	defer cancel()
	gate, err := c.lock(ctx, "start.lock", syscall.LOCK_EX)
	if err != nil {
		return fmt.Errorf("stop built-in Postgres: %w", err)
	}
	defer gate.Close()
	last := syscall.Flock(int(c.use.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
	c.use.Close()
	c.use = nil
	if !last {
		return nil
	}
	if err := c.halt(); err != nil {
		return fmt.Errorf("stop built-in Postgres: %w", err)
	}
	return nil
}

// superuser is the one database role of a cluster of ours.
const superuser = "pitpost"
