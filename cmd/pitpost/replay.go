package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/cmd/pitpost/terminal"
	"pitpost.example/engine/record"
)

type replayCmd struct {
	settings.Fields `embed:"" group:"Settings"`
	Record          string `arg:"" name:"file|match" help:"A record, also packed with gzip; - is standard input; or a match that is kept here."`
	Seat            string `help:"Show what this seat saw, no more." placeholder:"NAME"`
}

// Run shows every match of the record.
func (c replayCmd) Run(ctx context.Context, d *desk) error {
	file, err := c.open(ctx, d)
	if err != nil {
		return err
	}
	defer file.Close()
	reader, err := record.NewReader(c.Record, file)
	if err != nil {
		return err
	}
	cards := ""
	if c.ClonkCards != nil {
		cards = *c.ClonkCards
	}
	games, err := cardFlag{cards}.games()
	if err != nil {
		return err
	}
	s := terminal.Show{Print: terminal.EnglishPrinter(), Games: games, Seat: c.Seat, Out: bufio.NewWriter(d.out)}
	if c.Record != "-" && terminal.IsTerminal(d.in) && terminal.IsTerminal(d.out) {
		s.Keys = bufio.NewReader(d.in)
	}
	err = s.All(c.Record, reader)
	if _, ok := errors.AsType[terminal.NoSeat](err); ok {
		return usageError{err}
	}
	return err
}

// open opens the record: a file, standard input, or a match in the house.
func (c replayCmd) open(ctx context.Context, d *desk) (io.ReadCloser, error) {
	f, err := d.open(c.Record)
	var match matchNumber
	if err == nil || !errors.Is(err, fs.ErrNotExist) || match.UnmarshalText([]byte(c.Record)) != nil {
		return f, err
	}
	s, err := settings.LoadSettings(c.Fields, d.environ)
	if err != nil {
		return nil, err
	}
	kept, err := d.house(ctx, s)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	return io.NopCloser(&text), keptRecord(ctx, kept, match, record.Choice{}, &text)
}
