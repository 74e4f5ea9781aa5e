package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strconv"
	"strings"
	"time"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/cmd/pitpost/stores"
	"pitpost.example/cmd/pitpost/terminal"
	"pitpost.example/db/lookup"
	"pitpost.example/engine/record"
	"pitpost.example/model"
)

// ofHouse has the flags of a command that only needs to know where the house is.
type ofHouse struct {
	settings.Fields `embed:"" group:"Settings"`
}

// house opens the stores of a command, which run closes. It begins no house, and does not disturb a running server. Who
// sits at a terminal and named no folder is told which one it is; scripts are not.
func (d *desk) house(ctx context.Context, s *settings.Settings) (kept *stores.Stores, err error) {
	if s.From["DATA"] == "" && terminal.IsTerminal(d.err) {
		fmt.Fprintf(d.err, "The house in %s, database %s:\n", s.Data, stores.DatabaseName(s))
	}
	d.kept, err = stores.Options{Log: slog.New(slog.DiscardHandler)}.Open(ctx, s)
	return d.kept, err
}

// matchNumber is the number of a match, written "42" or "#42".
type matchNumber int64

// UnmarshalText reads the number from a command line.
func (n *matchNumber) UnmarshalText(text []byte) error {
	number, err := strconv.ParseInt(strings.TrimPrefix(string(text), "#"), 10, 64)
	if err != nil || number < 1 {
		return misuse("a match is a number such as 42, not %q", text)
	}
	*n = matchNumber(number)
	return nil
}

// keptRecord writes the record of a match in the house. The players
// of a running match are told that the operator looked.
func keptRecord(ctx context.Context, kept *stores.Stores, match matchNumber, c record.Choice, w io.Writer) error {
	id := int64(match)
	if err := kept.House.NoteOperatorLooked(ctx, id, time.Now()); err != nil {
		return noMatch(err, match)
	}
	t, err := kept.DB.Fold(ctx, id, 0)
	if err != nil {
		return noMatch(err, match)
	}
	log, err := lookup.ReadRecord(ctx, kept.DB, t)
	if err != nil {
		return err
	}
	return record.WriteRecord(w, log, c)
}

func noMatch(err error, id matchNumber) error {
	if errors.Is(err, model.ErrNoMatch) {
		return fmt.Errorf("there is no match #%d: `pitpost match list` shows all", id)
	}
	return err
}
