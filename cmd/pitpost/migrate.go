package main

import (
	"context"
	"fmt"
	"log/slog"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/cmd/pitpost/stores"
	"pitpost.example/db/archive"
)

type migrateCmd struct{ ofHouse }

// Run brings the tables up to date, which opening the stores does, and moves the house if a flag names its new address.
func (c migrateCmd) Run(d *desk, s *settings.Settings) error {
	ctx := context.Background()
	var err error
	if d.kept, err = (stores.Options{Log: slog.New(slog.DiscardHandler), Begin: true}).Open(ctx, s); err != nil {
		return err
	}
	if c.Address != nil {
		return d.move(ctx, s, *c.Address)
	}
	_, err = fmt.Fprintln(d.out, "the schema is up to date")
	return err
}

// move gives the house another address.
func (d *desk) move(ctx context.Context, s *settings.Settings, to string) error {
	if err := archive.NoServerOn(ctx, d.kept.DB); err != nil {
		return fmt.Errorf("the house cannot move: %w", err)
	}
	from, err := d.kept.DB.MoveHouse(ctx, to)
	if err != nil {
		return fmt.Errorf("the house cannot move: %w", err)
	}
	switch from {
	case "":
		fmt.Fprintf(d.out, "the house is %s\n", to)
	case to:
		fmt.Fprintf(d.out, "the house is %s already\n", to)
	default:
		fmt.Fprintf(d.out, "the house has moved from %s to %s; letters to the old address are answered if they still arrive\n", from, to)
	}
	fmt.Fprintf(d.out, "now set ADDRESS=%s with its mailbox in the settings, and start `pitpost serve`\n", to)
	return nil
}
