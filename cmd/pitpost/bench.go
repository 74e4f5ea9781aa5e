package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime/pprof"
	"syscall"
	"time"
)

type benchCmd struct {
	Door      string `help:"The door letters come by: imap, lmtp, smtp, or all in turn." enum:"imap,lmtp,smtp,all" default:"all" placeholder:"DOOR"`
	Matches   int    `help:"Matches played at once." default:"200" placeholder:"N"`
	Seconds   int    `help:"How long each door is measured." default:"20" placeholder:"N"`
	Open      int    `help:"Instead: is a move slower in a house with N open matches than with 1,000?" placeholder:"N"`
	Processes []int  `help:"Instead: 1, 2 or more real processes on one Postgres and one mailbox; how fast, and how one takes over from another." placeholder:"N,N"`
	Profile   string `help:"Write a profile of the processor's time here, for go tool pprof." type:"path" placeholder:"FILE"`
	Database  string `help:"An empty database to use; left out, a scratch cluster is started." placeholder:"URL"`

	program string // that --processes starts; "" for this one
}

// Help is what --help adds: examples.
func (benchCmd) Help() string {
	return `A whole house is started in a folder of its own, with its Postgres, its post office and a place where its letters end, and
bots play it by mail. What is printed stands beside a yardstick taken in the same run, since times alone say more about the
machine. No house of yours is touched: settings and DATABASE_URL are not read. Ctrl-C stops it and removes the folder.

Examples:

  pitpost bench
  pitpost bench --door lmtp --matches 50 --seconds 5 --profile cpu.out
  pitpost bench --open 1000000
  pitpost bench --processes 1,2,4 --matches 60 --seconds 10`
}

// Run measures and prints.
func (c benchCmd) Run(d *desk) error {
	if c.Matches < 1 || c.Seconds < 1 || c.Open < 0 || c.Open > 0 && c.Open < 2*fewOpen {
		return misuse("--matches and --seconds are at least 1, --open at least %d where it is given", 2*fewOpen)
	}
	for _, n := range c.Processes {
		if n < 1 || n > 8 {
			return misuse("--processes are numbers from 1 to 8, parted by commas")
		}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	figures, err := c.measure(ctx, d)
	if ctx.Err() != nil {
		return errors.New("stopped before the end")
	}
	if err != nil {
		return err
	}
	return printFigures(d.out, figures)
}

func (c benchCmd) measure(ctx context.Context, d *desk) (figures []figure, err error) {
	b, err := openBench(ctx, c.Database, d.err)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, b.close()) }()
	defer giveRoom()()
	end, err := profile(c.Profile)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, end()) }()
	if len(c.Processes) > 0 {
		return b.many(ctx, c)
	}
	if c.Open > 0 {
		return b.flat(ctx, c.Open)
	}
	return b.whole(ctx, c)
}

// profile notes where the processor's time goes until it is ended.
func profile(name string) (end func() error, err error) {
	if name == "" {
		return func() error { return nil }, nil
	}
	f, err := os.Create(name)
	if err != nil {
		return nil, fmt.Errorf("--profile: %w", err)
	}
	if err := pprof.StartCPUProfile(f); err != nil {
		return nil, errors.Join(fmt.Errorf("--profile: %w", err), f.Close())
	}
	return func() error {
		pprof.StopCPUProfile()
		return f.Close()
	}, nil
}

// whole takes the yardsticks, then plays by each door, then sends.
func (b *bench) whole(ctx context.Context, c benchCmd) ([]figure, error) {
	limit := time.Duration(c.Seconds) * time.Second
	b.again = min(1000, 25*c.Seconds) // as many as one look into the outbox finds, at most
	b.say("the door and its yardsticks")
	figures, err := b.throughDoor(ctx, limit/10)
	if err != nil {
		return nil, err
	}
	if err := b.start(ctx); err != nil {
		return nil, err
	}
	doors := []string{c.Door}
	if c.Door == "all" {
		doors = []string{"imap", "smtp", "lmtp"}
	}
	for _, door := range doors {
		b.say("an idle house, letters by %s", door)
		idle, err := b.phase(ctx, door, 1, limit/5, 40*time.Millisecond)
		if err != nil {
			return nil, err
		}
		b.say("%d matches, letters by %s", c.Matches, door)
		busy, err := b.phase(ctx, door, c.Matches, limit, 0)
		if err != nil {
			return nil, err
		}
		figures = append(figures, doorFigures(idle, busy)...)
	}
	b.say("letters in, letters out, pictures and disk")
	if err := b.quiet(ctx); err != nil { // what is still written would be counted as reading
		return nil, err
	}
	for _, more := range []func(context.Context) ([]figure, error){b.letterFigures, b.mailFigures, b.pictureFigures, b.diskFigures} {
		some, err := more(ctx)
		if err != nil {
			return nil, err
		}
		figures = append(figures, some...)
	}
	return figures, nil
}
