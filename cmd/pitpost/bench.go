package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"pitpost.example/lab/bench"
)

type benchCmd struct {
	Door      string `help:"The door letters come by: imap, lmtp, smtp, or all in turn." enum:"imap,lmtp,smtp,all" default:"all" placeholder:"DOOR"`
	Matches   int    `help:"Matches played at once." default:"200" placeholder:"N"`
	Seconds   int    `help:"How long each door is measured." default:"20" placeholder:"N"`
	Open      int    `help:"Instead: is a move slower in a house with N open matches than with 1,000?" placeholder:"N"`
	Processes []int  `help:"Instead: 1, 2 or more real processes on one Postgres and one mailbox; how fast, and how one takes over from another." placeholder:"N,N"`
	Profile   string `help:"Write a profile of the processor's time here, for go tool pprof." type:"path" placeholder:"FILE"`
	Database  string `help:"An empty database to use; left out, a scratch cluster is started." placeholder:"URL"`
}

// Run measures and prints.
func (c benchCmd) Run(d *desk) error {
	program, err := os.Executable()
	if err != nil {
		return fmt.Errorf("this program: %w", err)
	}
	o := bench.Options{Program: program, Door: c.Door, Matches: c.Matches, Seconds: c.Seconds, Open: c.Open, Processes: c.Processes, Profile: c.Profile, Database: c.Database}
	if err := o.Check(); err != nil {
		return usageError{err}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	defer giveRoom()()
	figures, err := bench.Measure(ctx, o, d.err)
	switch {
	case ctx.Err() != nil:
		return errors.New("stopped before the end")
	case errors.Is(err, bench.ErrNotEmpty):
		return usageError{err}
	case err != nil:
		return err
	}
	return figures.Print(d.out)
}
