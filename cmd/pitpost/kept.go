package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/cmd/pitpost/stores"
	"pitpost.example/db"
	"pitpost.example/db/lookup"
	"pitpost.example/engine/record"
)

// ofHouse has the flags of a command that only needs to know where the house is.
type ofHouse struct {
	settings.Fields `embed:"" group:"Settings"`
}

// withHouse opens the stores, calls do and closes them again. It does not disturb a running server.
func (d *desk) withHouse(s *settings.Settings, do func(ctx context.Context, kept *stores.Stores) error) error {
	ctx := context.Background()
	if _, err := os.Stat(filepath.Join(s.Data, "postgres")); s.DatabaseURL == "" && errors.Is(err, fs.ErrNotExist) {
		fmt.Fprintf(d.err, "A new house begins in %s; if yours is elsewhere, name its folder with --data or PITPOST_DATA.\n", s.Data)
	}
	kept, err := stores.Options{Log: slog.New(slog.DiscardHandler)}.Open(ctx, s)
	if err != nil {
		return err
	}
	defer kept.Close()
	return do(ctx, kept)
}

// matchNumber parses "42" or "#42".
func matchNumber(s string) (int64, error) {
	n, err := strconv.ParseInt(strings.TrimPrefix(s, "#"), 10, 64)
	if err != nil || n < 1 {
		return 0, misuse("a match is a number such as 42, not %q", s)
	}
	return n, nil
}

// keptRecord writes the record of a match in the house. The players
// of a running match are told that the operator looked.
func (d *desk) keptRecord(s *settings.Settings, match string, c record.Choice, w io.Writer) error {
	id, err := matchNumber(match)
	if err != nil {
		return err
	}
	return d.withHouse(s, func(ctx context.Context, kept *stores.Stores) error {
		if err := kept.House.Looked(ctx, id, time.Now()); err != nil {
			return noMatch(err, id)
		}
		t, err := kept.DB.Fold(ctx, id, 0)
		if err != nil {
			return noMatch(err, id)
		}
		facts, err := lookup.Spoken(ctx, kept.DB, t.Match.Facts())
		if err != nil {
			return err
		}
		return record.Write(w, record.Log{Match: strconv.FormatInt(id, 10), Game: t.Match.Game, Setup: t.Match.Setup, Seed: t.Row.Seed, Facts: facts}, c)
	})
}

func noMatch(err error, id int64) error {
	if errors.Is(err, db.ErrNoMatch) {
		return fmt.Errorf("there is no match #%d: `pitpost match list` shows all", id)
	}
	return err
}
