package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost/inbox"
	"pitpost/inbox/postoffice"
)

// The house that is measured, and how much faster than ours its clock goes: a
// player there may not write hundreds of letters an hour.
const (
	benchDomain  = postoffice.DefaultDomain
	benchAddress = "play@" + benchDomain
	benchHaste   = 120
)

// bench is a house of its own with all that is measured of it.
type bench struct {
	folder  string
	st      *station
	office  *postoffice.Office // letters wait here; those out end in the sink
	sink    *benchSink
	players *benchPlayers
	counts  benchCounts
	smtp    string // of the office
	imap    string // of the office, for players; the house has a line of its own
	again   int    // how many digests are sent to measure the sending
	news    io.Writer

	// Of a house of several processes:
	program string // that is started
	url     string // of the database
	clock   string // the file that says how fast their clock goes
	serves  []*serving
	served  int // started so far
}

func (b *bench) say(format string, args ...any) { fmt.Fprintf(b.news, "bench: "+format+"\n", args...) }

// openBench makes the folder and the database, and opens no door yet.
func openBench(ctx context.Context, database string, news io.Writer) (*bench, error) {
	if database != "" {
		if err := mustBeEmpty(ctx, database); err != nil {
			return nil, err
		}
	}
	folder, err := os.MkdirTemp("", "pitpost-bench-")
	if err != nil {
		return nil, fmt.Errorf("a folder to work in: %w", err)
	}
	b := &bench{folder: folder, news: news}
	if err := b.open(ctx, database); err != nil {
		return nil, errors.Join(err, b.close())
	}
	return b, nil
}

// mustBeEmpty keeps the bench off houses that live.
func mustBeEmpty(ctx context.Context, database string) error {
	conn, err := pgx.Connect(ctx, database)
	if err != nil {
		return errors.New("--database cannot be reached") // the text may hold a password
	}
	defer conn.Close(context.WithoutCancel(ctx))
	var tables int
	err = conn.QueryRow(ctx, "select count(*) from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname !~ '^pg_|^information_schema$'").Scan(&tables)
	if err != nil {
		return fmt.Errorf("--database: %w", err)
	}
	if tables > 0 {
		return misuse("--database is not empty: the bench writes thousands of matches, so give it one of its own")
	}
	return nil
}

func (b *bench) open(ctx context.Context, database string) error {
	if err := letServerIn(b.folder); err != nil {
		return err
	}
	s := defaults(filepath.Join(b.folder, "house"))
	s.Address, s.DatabaseURL, s.HTTP, s.LMTP = benchAddress, secret(database), "127.0.0.1:0", "127.0.0.1:0"
	s.Mailbox, s.Sent, s.Junk, s.AuthservID = "own", "keep", "leave", benchDomain
	s.from["ADDRESS"] = "flag"
	s.InvitesADay = 0
	log := slog.New(slog.NewTextHandler(b.news, &slog.HandlerOptions{Level: slog.LevelWarn}))
	if err := b.mail(s); err != nil {
		return err
	}
	if err := s.complete(); err != nil {
		return err
	}
	k, err := keep(ctx, s, log)
	if err != nil {
		return err
	}
	b.url = k.db.Pool().Config().ConnString()
	began := time.Now()
	b.st = &station{keeping: k, now: func() time.Time { return began.Add(benchHaste * time.Since(began)) }, watch: b.counts.around, stop: func() {}}
	return k.db.Trace(ctx, &b.counts)
}

// letServerIn opens the folder for Postgres, which runs as another user when we are root.
func letServerIn(folder string) error { return os.Chmod(folder, 0o711) }

// mail opens the post office for letters in and the sink for letters out.
func (b *bench) mail(s *settings) error {
	var err error
	if b.office, err = postoffice.Open(filepath.Join(b.folder, "post"), benchDomain); err != nil {
		return err
	}
	var listeners [3]net.Listener
	for i := range listeners {
		if listeners[i], err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
			return err
		}
	}
	b.smtp, b.imap = listeners[0].Addr().String(), listeners[1].Addr().String()
	go func() { _ = b.office.ServeSMTP(listeners[0]) }()
	go func() { _ = b.office.ServeIMAP(listeners[1]) }()
	go func() { _ = b.office.ServeIMAP(lineCounter{listeners[2], &b.counts.commands}) }()
	b.players = newBenchPlayers(b)
	if b.sink, err = openSink(b.players.arrive); err != nil {
		return err
	}
	user := url.UserPassword(benchAddress, "any")
	s.IMAPURL = secret((&url.URL{Scheme: "imap", User: user, Host: listeners[2].Addr().String(), Path: "/INBOX"}).String())
	s.SMTPURL = secret("smtp://" + b.sink.addr)
	return nil
}

// start opens the doors: from here on the house takes letters and writes them.
func (b *bench) start(ctx context.Context) error {
	work, stop := context.WithCancel(context.WithoutCancel(ctx))
	b.st.stop = stop
	return b.st.start(work)
}

// close stops all and removes the folder.
func (b *bench) close() error {
	if b.players != nil {
		b.players.close()
	}
	b.dismiss()
	if b.st != nil {
		b.st.close()
	}
	if b.sink != nil {
		b.sink.close()
	}
	if b.office != nil {
		_ = b.office.Close()
	}
	return os.RemoveAll(b.folder)
}

// around counts each letter that the house takes.
func (c *benchCounts) around(take inbox.Taker) inbox.Taker {
	return func(ctx context.Context, raw []byte, door inbox.Door) (inbox.Fate, error) {
		fate, err := take(context.WithValue(ctx, inDoor{}, true), raw, door)
		if err == nil {
			c.committed(messageID(raw), time.Now())
		}
		return fate, err
	}
}
