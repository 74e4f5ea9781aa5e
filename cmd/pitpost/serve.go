package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"math"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"runtime/pprof"
	"sync/atomic"
	"syscall"
	"time"

	"pitpost.example/cmd/pitpost/app"
	"pitpost.example/cmd/pitpost/rights"
	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/db/cluster"
	"pitpost.example/failpoint"
)

type serveCmd struct {
	settings.Fields `embed:"" group:"Settings"`
	Play            string `help:"Open a match of this game for you with three companions who answer by mail, and say where your letters wait. Built-in post office only." placeholder:"GAME"`
}

// Run serves until it gets a signal to stop.
func (c serveCmd) Run(d *desk, s *settings.Settings) error {
	if c.Play != "" && !s.BuiltIn() {
		return misuse("--play works with the built-in post office: leave IMAP_URL and SMTP_URL out")
	}
	if err := rights.DropRoot(s); err != nil {
		return err
	}
	ctx, stop := untilStopped()
	defer stop()
	to := d.err
	if c.Play != "" {
		file, err := playLog(s)
		if err != nil {
			return err
		}
		defer file.Close()
		fmt.Fprintf(d.out, "What happens is logged in %s\n", file.Name())
		to = file
		s.FreePorts()
	}
	quiet := quiet{newLog(s, to).Handler(), new(atomic.Int64), new(atomic.Int64)}
	log := slog.New(quiet)
	for _, line := range s.Strange {
		log.Warn(line)
	}
	if doors := s.NobodyVouches(); doors != "" {
		log.Warn("nobody vouches for who wrote the letters that come by these doors; pitpost doctor says what to set", "doors", doors)
	}
	running, err := app.OpenHouse(ctx, s, log, failpoint.CurrentTime, duties(s)...)
	switch {
	case err != nil && ctx.Err() != nil: // told to stop while still starting
		log.Info("stopping")
		return nil
	case err != nil:
		return err
	}
	defer running.Close()
	giveRoom()
	if name := os.Getenv("PITPOST_PROFILE"); name != "" { // pitpost bench sets it
		if err := profile(name); err != nil {
			return fmt.Errorf("PITPOST_PROFILE: %w", err)
		}
		defer pprof.StopCPUProfile()
	}
	if err := c.greet(ctx, d.out, running); err != nil && ctx.Err() == nil {
		return err
	}
	return stay(ctx, quiet, running, s)
}

// untilStopped returns a context that ends when the process is told to stop.
func untilStopped() (ctx context.Context, stop func()) {
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} // SIGHUP comes when the terminal is closed
	if signal.Ignored(syscall.SIGHUP) {                                // as nohup does
		ends = ends[:2]
	}
	signal.Ignore(syscall.SIGPIPE) // who reads the log may go: a house that died of it would leave its Postgres running
	return signal.NotifyContext(context.Background(), ends...)
}

// playLog opens the file for the log of --play, whose output is for the player.
func playLog(s *settings.Settings) (*os.File, error) {
	if err := os.MkdirAll(s.Data, 0o700); err != nil {
		return nil, fmt.Errorf("the data folder: %w", err)
	}
	file, err := os.OpenFile(filepath.Join(s.Data, "pitpost.log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, fmt.Errorf("the log: %w", err)
	}
	return file, nil
}

// greet says where the house can be reached and whether all of it works, and opens the match of --play.
func (c serveCmd) greet(ctx context.Context, out io.Writer, running *app.App) error {
	fmt.Fprintf(out, "ready smtp=%s imap=%s http=%s%s\n", running.SMTPAddr, running.IMAPAddr, running.HTTPAddr, running.AlsoAt())
	if err := comesUp(ctx, running.Ready); err != nil {
		fmt.Fprintf(out, "but %v: it is tried again, and `pitpost doctor` says what is wrong\n", err)
	}
	if c.Play == "" {
		return nil
	}
	return running.PlayWithBots(ctx, c.Play, out)
}

// stay waits until ctx ends. Without its database a house cannot work: then stay returns an error, so that a
// supervisor starts both again.
func stay(ctx context.Context, log quiet, running *app.App, s *settings.Settings) error {
	for look := time.Tick(5 * time.Second); ; {
		select {
		case <-ctx.Done():
			slog.New(log).Info("stopping")
			return nil
		case <-look:
			log.end(ctx, running.Stores.DB.Usable)
			if !running.Stores.Alive() {
				return fmt.Errorf("the built-in Postgres has ended (%s says why): start pitpost serve again", filepath.Join(s.Data, "postgres", "postgres.log"))
			}
		}
	}
}

// comesUp waits up to three seconds until the house is ready. It returns nil if it is, or if ctx has ended, and
// otherwise what is not ready.
func comesUp(ctx context.Context, ready func(context.Context) error) (err error) {
	for end := time.Now().Add(3 * time.Second); time.Now().Before(end); {
		if err = ready(ctx); err == nil || ctx.Err() != nil {
			return nil
		}
		select {
		case <-ctx.Done():
		case <-time.After(50 * time.Millisecond):
		}
	}
	return err
}

// profile writes how the processor's time is spent to a file, until StopCPUProfile.
func profile(name string) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	return pprof.StartCPUProfile(file)
}

// giveRoom lets more garbage accumulate than usual before it is collected, unless GOGC is set. On a small machine,
// unless GOMEMLIMIT is set, the collector also runs once this process uses a quarter of the memory, because Postgres
// needs the rest.
func giveRoom() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(200)
	}
	if debug.SetMemoryLimit(-1) == math.MaxInt64 {
		debug.SetMemoryLimit(int64(cluster.MemoryLimit() / 4))
	}
}
