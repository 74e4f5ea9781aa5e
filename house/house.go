// Package house is what the house does, whoever asks for it: a letter, the
// clock, the operator or a page. Every command is one transaction through the
// door of package db; nothing here knows how letters are read or written.
package house

import (
	"context"
	"log/slog"
	"sync/atomic"
	"time"

	"pitpost.example/db"
	"pitpost.example/db/archive"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// House keeps the matches of one server.
type House struct {
	DB *db.DB
	// Memory keeps the house in the place of DB, without letters out and pages; nil but in tests.
	Memory *world.World
	// Rules are what all decisions of this house go by.
	Rules world.Rules
	Log   *slog.Logger
	// Keep says how long what is no fact is kept; the zero value is for ever.
	Keep archive.Keep
	// Haste is how many times as fast as a machine's the house's clock runs, in a test; 0 is 1.
	Haste int
	// Clock tells the house's time while a letter is being decided; nil for the letter's own.
	Clock func() time.Time

	life atomic.Pointer[lifeSign] // the last that Credit left; nil for none
}

// play carries out a command: all that it changes, or nothing. A match other than 0 is locked. In
// Postgres a command is one transaction.
func (h *House) play(ctx context.Context, cause model.Cause, match int64, decide func(*world.Tx)) error {
	if h.Memory != nil {
		return h.Memory.Play(&h.Rules, cause, match, decide)
	}
	return h.DB.Play(ctx, cause, match, func(tx *db.Tx) error {
		_, err := world.Decide(&h.Rules, cause, &transaction{tx, map[string]int{}}, decide)
		return err
	})
}

// due lists what is due at now.
func (h *House) due(ctx context.Context, now time.Time, limit int) ([]model.Due, error) {
	if h.Memory != nil {
		return h.Memory.Sweep(now, limit), nil
	}
	return h.DB.Sweep(ctx, now, limit)
}

// alive notes a sign of life; see db.Alive.
func (h *House) alive(ctx context.Context, now time.Time, most time.Duration) (gap time.Duration, err error) {
	if h.Memory != nil {
		return h.Memory.Live(now, most), nil
	}
	return h.DB.Alive(ctx, now, most)
}
