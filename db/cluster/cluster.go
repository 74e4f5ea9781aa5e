// Package cluster runs the built-in Postgres: a server with its files in one folder that listens only on a
// Unix socket. The processes of one machine share it, and the last one to stop using it stops it. For one that is
// killed or broken off, a watch does so, which each start makes sure of.
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

// Server is this process's use of a built-in Postgres. It never listens on the network.
type Server struct {
	dir    string // holds data, postgres.log and the two lock files
	bin    string
	more   []string            // settings besides our own
	as     *syscall.Credential // user to run as; nil for our own
	log    *slog.Logger
	use    *os.File // the file use.lock, with a lock that every process using the server shares
	socket string   // folder of the server's socket
}

// startPatience limits the wait for a server to start, which includes recovery after a crash.
const startPatience = 2 * time.Minute

// StartServer creates the database files in dir if they are missing and starts the server. If it still runs,
// because another process uses it or a process that used it has just been killed, StartServer adopts it. It returns when the server
// answers. The error is ErrNoPostgres if Postgres is not installed. settings come in addition to our own, as
// "fsync=off" does in tests, which trade durability for speed.
func StartServer(ctx context.Context, dir string, log *slog.Logger, settings ...string) (*Server, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("built-in Postgres: %w", err)
	}
	c := &Server{dir: dir, more: settings, log: log}
	if err := c.start(ctx); err != nil {
		return nil, fmt.Errorf("built-in Postgres in %s: %w%s", dir, err, remedy(err))
	}
	return c, nil
}

func (c *Server) start(ctx context.Context) error {
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
	if err := c.watch(); err != nil {
		return fmt.Errorf("its watch does not start: %w", err)
	}
	adopted, err := c.adopt(ctx)
	if err != nil {
		return err
	}
	if !adopted {
		if err := c.launch(ctx); err != nil {
			return err
		}
	}
	c.use, err = c.lock(ctx, "use.lock", syscall.LOCK_SH)
	return err
}

// launch creates the files if needed, starts the server and waits until it answers.
func (c *Server) launch(ctx context.Context) (err error) {
	want, _ := os.ReadFile(c.path("data", "PG_VERSION"))
	if c.bin, err = findBinaries(strings.TrimSpace(string(want))); err != nil {
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

// URL returns the URL of a database on this server, for pgx or any libpq program on this machine.
func (c *Server) URL(database string) string {
	query := url.Values{"host": {c.socket}, "user": {superuser}, "port": {"5432"}, "sslmode": {"disable"}}
	return "postgres:///" + url.PathEscape(database) + "?" + query.Encode()
}

// CreateDatabase creates an empty database, unless it exists.
func (c *Server) CreateDatabase(ctx context.Context, name string) error {
	conn, err := pgx.Connect(ctx, c.URL("postgres"))
	if err != nil {
		return fmt.Errorf("create database %s: %w", name, err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	_, err = conn.Exec(ctx, "CREATE DATABASE "+pgx.Identifier{name}.Sanitize())
	if refused, ok := errors.AsType[*pgconn.PgError](err); err == nil || ok && refused.Code == "42P04" { // duplicate_database
		return nil
	}
	return fmt.Errorf("create database %s: %w", name, err)
}

// Stop ends this process's use of the server. If no other process uses it, the server shuts down, whoever is
// still connected. A second call does nothing.
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

// superuser is the only role in the database.
const superuser = "pitpost"
