// Package server carries out every command, whether a letter, the clock, the operator or a page asks for it.
// Each command is one transaction through db.Play. Nothing here knows how letters are read or written.
package server

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"pitpost.example/db"
	"pitpost.example/db/archive"
	"pitpost.example/house/postgres"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// House runs the matches of one server.
type House struct {
	DB *db.DB
	// Memory takes the place of DB in tests that need no letters out and no pages; otherwise it is nil.
	Memory Store
	// Rules are the settings that all decisions use.
	Rules world.Rules
	Log   *slog.Logger
	// Keep limits how long and how much is kept of what is no fact; the zero value keeps everything.
	Keep archive.Keep
	// Haste is how many times faster than the machine's the house's clock runs in a test; 0 means 1.
	Haste int
	// Clock returns the house's time while a letter is being decided; nil means the letter's own time.
	Clock func() time.Time

	life atomic.Pointer[lifeSign] // the last one left by Credit; nil if there is none
}

// Store keeps a house without a database, as house/memory does. What its methods do is said of those of DB, of
// which Alive is Live here.
type Store interface {
	Play(rules *world.Rules, cause model.Cause, match int64, decide func(*world.Tx)) error
	Sweep(now time.Time, limit int) []model.Due
	Live(now time.Time, most time.Duration) time.Duration
}

// play carries out a command: all its changes, or none. If match is not 0, that match must exist and is
// locked. In Postgres a command is one transaction.
func (h *House) play(ctx context.Context, cause model.Cause, match int64, decide func(*world.Tx)) error {
	if h.Memory != nil {
		return h.Memory.Play(&h.Rules, cause, match, decide)
	}
	return h.DB.Play(ctx, cause, match, func(tx *db.Tx) error {
		_, err := world.Decide(&h.Rules, cause, postgres.Shell(tx), decide)
		return err
	})
}

// Ask answers what a command may ask. It locks nothing, so no table is read, and it is an error to change
// anything.
func (h *House) Ask(ctx context.Context, now time.Time, ask func(*world.Tx)) error {
	only := func(w *world.Tx) {
		ask(w)
		w.ChangesNothing()
	}
	if h.Memory != nil {
		return h.Memory.Play(&h.Rules, model.Cause{Now: now}, 0, only)
	}
	return h.DB.Read(ctx, now, func(tx *db.Tx) error {
		_, err := world.Decide(&h.Rules, model.Cause{Now: now}, postgres.Shell(tx), only)
		return err
	})
}

// due lists at most limit rows that are due at now.
func (h *House) due(ctx context.Context, now time.Time, limit int) ([]model.Due, error) {
	if h.Memory != nil {
		return h.Memory.Sweep(now, limit), nil
	}
	return h.DB.Sweep(ctx, now, limit)
}

// alive records a sign of life; see db.Alive.
func (h *House) alive(ctx context.Context, now time.Time, most time.Duration) (gap time.Duration, err error) {
	if h.Memory != nil {
		return h.Memory.Live(now, most), nil
	}
	return h.DB.Alive(ctx, now, most)
}
