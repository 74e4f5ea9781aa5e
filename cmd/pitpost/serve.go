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
	"runtime"
	"runtime/debug"
	"sync/atomic"
	"syscall"
	"time"

	"pitpost.example/cmd/pitpost/app"
	"pitpost.example/cmd/pitpost/rights"
	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/db"
	"pitpost.example/db/cluster"
	"pitpost.example/failpoint"
	"pitpost.example/lab/bench"
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
	if err := rights.GiveUp(s); err != nil {
		return err
	}
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} // SIGHUP comes when the terminal is closed
	if signal.Ignored(syscall.SIGHUP) {                                // as nohup does
		ends = ends[:2]
	}
	signal.Ignore(syscall.SIGPIPE) // who reads the log may go: a house that died of it would leave its Postgres running
	ctx, stop := signal.NotifyContext(context.Background(), ends...)
	defer stop()
	logTo := d.err
	if c.Play != "" {
		if err := os.MkdirAll(s.Data, 0o700); err != nil {
			return fmt.Errorf("the data folder: %w", err)
		}
		file, err := os.OpenFile(filepath.Join(s.Data, "pitpost.log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		if err != nil {
			return fmt.Errorf("the log: %w", err)
		}
		defer file.Close()
		fmt.Fprintf(d.out, "What happens is logged in %s\n", file.Name())
		logTo = file
		s.FreePorts()
	}
	quiet := quiet{newLog(s, logTo).Handler(), new(atomic.Int64), new(atomic.Int64)}
	log := slog.New(quiet)
	for _, line := range s.Strange {
		log.Warn(line)
	}
	if doors := s.NobodyVouches(); doors != "" {
		log.Warn("nobody vouches for who wrote the letters that come by these doors; pitpost doctor says what to set", "doors", doors)
	}
	running, err := app.Open(ctx, s, log, failpoint.Now, duties(s)...)
	switch {
	case err != nil && ctx.Err() != nil: // told to stop while still starting
		log.Info("stopping")
		return nil
	case err != nil:
		return err
	}
	defer running.Close()
	defer giveRoom()()
	// The bench sets PITPOST_PROFILE to get a CPU profile.
	end, err := bench.Profile(os.Getenv("PITPOST_PROFILE"))
	if err != nil {
		return err
	}
	defer func() { _ = end() }()
	fmt.Fprintf(d.out, "ready smtp=%s imap=%s http=%s%s\n", running.SMTPAddr, running.IMAPAddr, running.HTTPAddr, running.AlsoAt())
	if err := comesUp(ctx, running.Ready); err != nil {
		fmt.Fprintf(d.out, "but %v: it is tried again, and `pitpost doctor` says what is wrong\n", err)
	}
	if c.Play != "" {
		if err := running.PlayWithBots(ctx, c.Play, d.out); err != nil {
			return err
		}
	}
	// Without its database a house cannot work. It ends, so that a supervisor starts both again.
	for look := time.Tick(5 * time.Second); ; {
		select {
		case <-ctx.Done():
			log.Info("stopping")
			return nil
		case <-look:
			quiet.end(ctx, running.Stores.DB.Ping)
			if !running.Stores.Alive() {
				return fmt.Errorf("the built-in Postgres has ended (%s says why): start pitpost serve again", filepath.Join(s.Data, "postgres", "postgres.log"))
			}
		}
	}
}

// comesUp waits up to three seconds until the house is ready. It returns nil if it is, or if ctx has ended, and
// otherwise what is not ready.
func comesUp(ctx context.Context, ready func(context.Context) error) (err error) {
	for end := time.Now().Add(3 * time.Second); ; {
		if err = ready(ctx); err == nil || ctx.Err() != nil {
			return nil
		}
		if time.Now().After(end) {
			return err
		}
		select {
		case <-ctx.Done():
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// quiet is a log handler that reports an unavailable database in at most one line a minute, whatever fails
// because of it. An error that must be logged regardless is passed as text instead of as an error.
type quiet struct {
	slog.Handler
	said, missed *atomic.Int64 // last time in Unix nanoseconds; said is 0 while the database is available
}

// Handle writes a line, unless it is about the unavailable database and too soon.
func (q quiet) Handle(ctx context.Context, line slog.Record) error {
	var why error
	line.Attrs(func(a slog.Attr) bool {
		if err, ok := a.Value.Any().(error); ok && db.Unusable(err) {
			why = err
		}
		return why == nil
	})
	if why == nil {
		return q.Handler.Handle(ctx, line)
	}
	now, said := line.Time.UnixNano(), q.said.Load()
	q.missed.Store(now)
	if now-said < int64(time.Minute) || !q.said.CompareAndSwap(said, now) {
		return nil
	}
	line = slog.NewRecord(line.Time, slog.LevelError, "the database cannot be used", 0)
	line.Add("err", db.Unreachable(why).Error())
	return q.Handler.Handle(ctx, line)
}

// end logs that the database is available again, once nothing has failed because of it for a while.
func (q quiet) end(ctx context.Context, ping func(context.Context) error) {
	if q.said.Load() == 0 || time.Since(time.Unix(0, q.missed.Load())) < 5*time.Second || ping(ctx) != nil {
		return
	}
	q.said.Store(0)
	_ = q.Handler.Handle(ctx, slog.NewRecord(time.Now(), slog.LevelWarn, "the database can be used again", 0))
}

// newLog returns the log. No secret, hand or text of a letter may be written to it.
func newLog(s *settings.Settings, to io.Writer) *slog.Logger {
	var level slog.Level
	_ = level.UnmarshalText([]byte(s.LogLevel)) // it has been checked to be one of four
	options := &slog.HandlerOptions{Level: level}
	if s.Log == "json" {
		return slog.New(slog.NewJSONHandler(to, options))
	}
	return slog.New(slog.NewTextHandler(to, options))
}

// roomBytes is how much garbage may always accumulate before it is collected.
const roomBytes = 16 << 20

// giveRoom makes a process with a small heap collect garbage every few hundred letters instead of every few. The
// collector runs when the heap has doubled, and giveRoom adds an unused block to the heap, which takes no memory
// because nobody touches it. The block exists until end is called. On a small machine, unless GOMEMLIMIT is set, the
// collector also runs once this process uses a quarter of the memory, because Postgres needs the rest.
func giveRoom() (end func()) {
	room := make([]byte, roomBytes)
	if debug.SetMemoryLimit(-1) == math.MaxInt64 {
		debug.SetMemoryLimit(int64(cluster.Memory() / 4))
	}
	return func() { runtime.KeepAlive(room) }
}
