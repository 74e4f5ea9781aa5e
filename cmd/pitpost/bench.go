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

type benchCmd struct{ bench.Options }

// Run measures and prints the figures.
func (c benchCmd) Run(d *desk) error {
	program, err := os.Executable()
	if err != nil {
		return fmt.Errorf("this program: %w", err)
	}
	c.Program = program
	if err := c.Check(); err != nil {
		return usageError{err}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	giveRoom()
	figures, err := bench.Measure(ctx, c.Options, d.err)
	switch {
	case ctx.Err() != nil:
		return errors.New("stopped before the end")
	case err != nil:
		return err
	}
	return figures.Print(d.out)
}
