package cluster

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// pollStep is how often a server that starts or stops is looked at.
const pollStep = 20 * time.Millisecond

// unborn is how long a server that was started may take until it says that it runs.
const unborn = 5 * time.Second

// adopt takes over a server that already runs on our files. It waits for one that is starting or stopping. If
// the server is gone it removes the pid file and returns false.
func (c *Server) adopt(ctx context.Context) (bool, error) {
	for giveUp := time.Now().Add(unborn); ; {
		found, ok := c.running()
		if !ok {
			if _, err := os.Stat(c.path(startingName)); err != nil || time.Now().After(giveUp) {
				return false, nil
			}
			// Whoever started it was killed before it has said that it runs.
			if err := pause(ctx); err != nil {
				return false, err
			}
			continue
		}
		if !isServer(found.pid) {
			// The number may belong to any program by now, and Postgres would then refuse to start.
			return false, c.sweep(found)
		}
		c.socket = found.socket
		if c.ping(ctx) == nil {
			c.log.Debug("built-in Postgres was running and is adopted", "folder", c.dir, "pid", found.pid)
			return true, nil
		}
		if err := pause(ctx); err != nil {
			return false, fmt.Errorf("its server (process %d) runs but does not answer: %w", found.pid, err)
		}
	}
}

// Alive reports whether the server that StartServer started or adopted still runs.
func (c *Server) Alive() bool {
	found, ok := c.running()
	return ok && found.socket == c.socket && isServer(found.pid)
}

// sweep removes what a killed server left behind: its pid file and socket folder.
func (c *Server) sweep(dead pidFile) error {
	removeSocket(dead.socket)
	return os.RemoveAll(c.path("data", "postmaster.pid")) // no error if it is gone already
}

// orphanPatience is how long the last backends of a killed server may keep its shared memory.
const orphanPatience = 20 * time.Second

// serve starts the server and waits until it answers. It tries again while backends of an old server are
// still ending.
func (c *Server) serve(ctx context.Context) error {
	giveUp := time.Now().Add(orphanPatience)
	for {
		err := c.serveOnce(ctx)
		if err == nil || !strings.Contains(err.Error(), "still in use") || time.Now().After(giveUp) {
			return err
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
}

func (c *Server) serveOnce(ctx context.Context) error {
	// Truncated at each start, since it only has to explain why a server fails.
	log, err := os.Create(c.path("postgres.log"))
	if err != nil {
		return err
	}
	defer log.Close()
	starting := c.path(startingName)
	if err := os.WriteFile(starting, nil, 0o600); err != nil {
		return err
	}
	defer os.Remove(starting)
	// The server must outlive ctx. Stop ends it, or the watch.
	cmd, folder, err := c.command(context.WithoutCancel(ctx), "postgres", c.path("data"), c.settings()...)
	if err != nil {
		return err
	}
	defer folder.Close()
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Start(); err != nil {
		return err
	}
	gone := make(chan struct{})
	go func() {
		_ = cmd.Wait() // its log tells how it ended
		close(gone)
	}()
	for c.ping(ctx) != nil {
		select {
		case <-gone:
			out, _ := os.ReadFile(log.Name())
			return fmt.Errorf("the server does not start: %s; all it says is in %s", c.why(out), log.Name())
		default:
		}
		if err := pause(ctx); err != nil {
			_ = cmd.Process.Signal(syscall.SIGINT)
			<-gone
			return fmt.Errorf("the server does not answer, see %s: %w", log.Name(), err)
		}
	}
	return nil
}

// why returns the line of a program's output that says why it failed.
func (c *Server) why(out []byte) string {
	out = bytes.ReplaceAll(out, []byte(handedOver), []byte(c.path("data")))
	out = bytes.ReplaceAll(out, []byte("FATAL:  the database system is"), nil) // what ping was told
	return LastErrorLine(out, "PANIC:", "FATAL:", "error:")
}

func (c *Server) settings() []string {
	settings := []string{
		"listen_addresses=",
		"port=5432",
		"unix_socket_directories=" + c.socket,
		"unix_socket_permissions=0700",
		"max_connections=200",
		"shared_buffers=" + sharedBuffers(MemoryLimit()),
		"timezone=UTC",
		"log_destination=stderr",
		// Not the errors of statements, which the caller reports: their text may hold what belongs in no log. Why the
		// server itself fails is logged.
		"log_min_messages=log",
		"log_min_error_statement=panic",
		"log_checkpoints=off",
		"logging_collector=off",
	}
	var args []string
	for _, s := range append(settings, c.more...) {
		args = append(args, "-c", s)
	}
	return args
}

// ping returns an error if the server does not answer.
func (c *Server) ping(ctx context.Context) error {
	if _, err := os.Stat(c.socket + "/.s.PGSQL.5432"); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, c.URL("postgres"))
	if err != nil {
		return err
	}
	return conn.Close(ctx)
}

// haltSteps are the signals for a fast and for an immediate shutdown, and how long each may take.
var haltSteps = []struct {
	signal   syscall.Signal
	patience time.Duration
}{
	{syscall.SIGINT, 60 * time.Second},
	{syscall.SIGQUIT, 15 * time.Second},
}

// halt stops the server and waits until it is gone.
func (c *Server) halt() error {
	found, ok := c.running()
	if !ok {
		return nil
	}
	for _, step := range haltSteps {
		if isServer(found.pid) {
			if err := syscall.Kill(found.pid, step.signal); err != nil && !errors.Is(err, syscall.ESRCH) {
				return err
			}
		}
		for giveUp := time.Now().Add(step.patience); time.Now().Before(giveUp); time.Sleep(pollStep) {
			if !isServer(found.pid) {
				removeSocket(found.socket)
				return nil
			}
		}
	}
	return fmt.Errorf("process %d does not end", found.pid)
}

// isServer reports whether a process lives and is a Postgres server. Without /proc it accepts any living
// process.
func isServer(pid int) bool {
	if err := syscall.Kill(pid, 0); err != nil && !errors.Is(err, syscall.EPERM) {
		return false
	}
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		_, unmounted := os.Stat("/proc/self/stat")
		return !errors.Is(err, os.ErrNotExist) || unmounted != nil
	}
	return strings.Contains(string(stat), "(postgres)") && !strings.Contains(string(stat), ") Z")
}

func pause(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(pollStep):
		return nil
	}
}
