// Package bench measures a whole house from outside. It starts real processes of `pitpost serve` with a Postgres, a
// post office and an SMTP sink of their own, lets bots play by mail, and measures speed and cost. `pitpost bench` calls
// Measure. The package's tests can also compare several versions of the program (make compare).
package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"pitpost.example/db/cluster"
	"pitpost.example/inbox/postoffice"
)

// The house's clock runs faster than ours, because a player may not write hundreds of letters an hour.
const (
	domain  = postoffice.DefaultDomain
	address = "play@" + domain
	haste   = 120
)

// Options says what Measure measures. Its fields are the flags of `pitpost bench`.
type Options struct {
	Program string `kong:"-"` // the binary that is started as `PROGRAM serve`

	Door    string `help:"The door letters come by: imap, lmtp, smtp, or all in turn." enum:"imap,lmtp,smtp,all" default:"all" placeholder:"DOOR"`
	Matches int    `help:"Matches played at once." default:"200" placeholder:"N"`
	Seconds int    `help:"How long each door is measured." default:"20" placeholder:"N"`
	Profile string `help:"Write a profile of the processor's time here, for go tool pprof." type:"path" placeholder:"FILE"`
}

// Check returns an error if the options are invalid.
func (o Options) Check() error {
	if o.Matches < 1 || o.Seconds < 1 {
		return errors.New("--matches and --seconds are at least 1")
	}
	return nil
}

// Measure starts a house, plays it by each way in, measures that and removes it. It reports progress to news.
func Measure(ctx context.Context, o Options, news io.Writer) (Figures, error) {
	return inBench(ctx, o, news, func(b *bench) Figures { return b.whole(ctx, o) })
}

// inBench opens a bench, has by measure there, and removes it.
func inBench(ctx context.Context, o Options, news io.Writer, by func(*bench) Figures) (figures Figures, err error) {
	b, err := openBench(ctx, o.Program, news)
	defer func() { err = errors.Join(err, b.close()) }()
	if err != nil {
		return nil, err
	}
	defer caught(&err)
	b.profile = o.Profile
	return by(b), ctx.Err()
}

// bench is the measured house with all that it needs.
type bench struct {
	folder  string
	program string // path of the program to start
	profile string // file for a profile of the first process, "" for none
	cluster *cluster.Server
	url     string             // of the database
	pool    *pgxpool.Pool      // for counting
	office  *postoffice.Office // takes incoming letters; outgoing ones go to the sink
	sink    *sink
	players *players
	smtp    string // address of the post office
	imap    string // address of the post office
	clock   string // the file that sets how fast the house's clock runs
	serves  []*serving
	served  int // number of processes started so far
	news    io.Writer
}

func (b *bench) say(format string, args ...any) { fmt.Fprintf(b.news, "bench: "+format+"\n", args...) }

func (b *bench) log() *slog.Logger {
	return slog.New(slog.NewTextHandler(b.news, &slog.HandlerOptions{Level: slog.LevelWarn}))
}

// openBench creates the folder and the database, but starts no process of
// the house. The bench must be closed even after an error.
func openBench(ctx context.Context, program string, news io.Writer) (b *bench, err error) {
	defer caught(&err)
	b = &bench{program: program, news: news}
	b.folder = have(os.MkdirTemp("", "pitpost-bench-"))
	must(os.Chmod(b.folder, 0o711)) // as root we start Postgres as another user
	b.cluster = have(cluster.StartServer(ctx, b.postgres(), b.log()))
	must(b.cluster.CreateDatabase(ctx, "pitpost"))
	b.url = b.cluster.URL("pitpost")
	cfg := have(pgxpool.ParseConfig(b.url))
	cfg.MaxConns = 16
	b.pool = have(pgxpool.NewWithConfig(ctx, cfg))
	b.clock = filepath.Join(b.folder, "clock")
	must(os.WriteFile(b.clock, fmt.Appendf(nil, "%dx %d\n", haste, time.Now().Unix()), 0o600))
	b.mail()
	return b, nil
}

// postgres returns the folder of the scratch cluster.
func (b *bench) postgres() string { return filepath.Join(b.folder, "postgres") }

// mail starts the post office for incoming letters and the sink for outgoing ones.
func (b *bench) mail() {
	b.office = have(postoffice.Open(filepath.Join(b.folder, "post"), domain))
	smtp, imap := have(net.Listen("tcp", "127.0.0.1:0")), have(net.Listen("tcp", "127.0.0.1:0"))
	b.smtp, b.imap = smtp.Addr().String(), imap.Addr().String()
	go func() { _ = b.office.ServeSMTP(smtp) }()
	go func() { _ = b.office.ServeIMAP(imap) }()
	b.players = &players{got: map[string]bool{}}
	b.sink = openSink(b.players.arrive)
}

// close stops everything and removes the folder.
func (b *bench) close() error {
	if b.players != nil {
		_ = b.players.rest()
	}
	b.dismiss()
	if b.sink != nil {
		b.sink.close()
	}
	if b.office != nil {
		_ = b.office.Close()
	}
	if b.pool != nil {
		b.pool.Close()
	}
	var err error
	if b.cluster != nil {
		err = b.cluster.Stop()
	}
	return errors.Join(err, os.RemoveAll(b.folder))
}
