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

// Run serves until it is told to stop.
func (c serveCmd) Run(d *desk, s *settings.Settings) error {
	if c.Play != "" && !s.BuiltIn() {
		return misuse("--play works with the built-in post office: leave IMAP_URL and SMTP_URL out")
	}
	if err := rights.GiveUp(s); err != nil {
		return err
	}
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} // the last as its terminal is closed
	if signal.Ignored(syscall.SIGHUP) {                                // nohup
		ends = ends[:2]
	}
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
	case err != nil && ctx.Err() != nil: // told to stop before it had begun
		log.Info("stopping")
		return nil
	case err != nil:
		return err
	}
	defer running.Close()
	defer giveRoom()()
	// Where the bench asks for it, the processor's time is noted for it.
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
	// Without its database a house takes nothing; whoever watches over it starts both anew.
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

// comesUp waits a little for all to be ready, and says what is not.
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

// quiet is a log that says in one line a minute that the database cannot be used, whoever misses it. What must be heard all
// the same gives its error as text.
type quiet struct {
	slog.Handler
	said, missed *atomic.Int64 // when it last was, in Unix nanoseconds; 0 where it can be used
}

// Handle writes a line.
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

// end says that the database can be used again, once nobody has missed it for a while.
func (q quiet) end(ctx context.Context, ping func(context.Context) error) {
	if q.said.Load() == 0 || time.Since(time.Unix(0, q.missed.Load())) < 5*time.Second || ping(ctx) != nil {
		return
	}
	q.said.Store(0)
	_ = q.Handler.Handle(ctx, slog.NewRecord(time.Now(), slog.LevelWarn, "the database can be used again", 0))
}

// newLog writes what happens, never a secret, a hand or a letter's words.
func newLog(s *settings.Settings, to io.Writer) *slog.Logger {
	var level slog.Level
	_ = level.UnmarshalText([]byte(s.LogLevel)) // it is one of four that were checked
	options := &slog.HandlerOptions{Level: level}
	if s.Log == "json" {
		return slog.New(slog.NewJSONHandler(to, options))
	}
	return slog.New(slog.NewTextHandler(to, options))
}

// roomBytes is how much may always be thrown away before garbage is collected.
const roomBytes = 16 << 20

// giveRoom lets a process with little in memory collect garbage every some hundred letters
// instead of every few: the collector runs when the heap has doubled, and this counts as
// heap. Nobody touches it, so the machine need not find it any memory. It lasts until the
// function that is returned is called. On a small machine the collector runs sooner once this
// process has a quarter of the memory, whose rest is for Postgres, unless GOMEMLIMIT says otherwise.
func giveRoom() (end func()) {
	room := make([]byte, roomBytes)
	if debug.SetMemoryLimit(-1) == math.MaxInt64 {
		debug.SetMemoryLimit(int64(cluster.Memory() / 4))
	}
	return func() { runtime.KeepAlive(room) }
}
