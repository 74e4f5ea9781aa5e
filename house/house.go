// Package house is what the house does, whoever asks for it: a letter, the
// clock, the operator or a page. Every deed is one transaction through the
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
	"pitpost.example/meter"
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

// keeper is where a house is kept while it decides: in Postgres, or in memory.
type keeper interface {
	// Play carries out a command: all that it changes, or nothing. A match other than 0 is locked.
	Play(ctx context.Context, cause model.Cause, match int64, decide func(*world.Tx) error) error
	// Sweep lists what is due at now.
	Sweep(ctx context.Context, now time.Time, limit int) ([]model.Due, error)
	// Alive notes a sign of life; see db.Alive.
	Alive(ctx context.Context, now time.Time, most time.Duration) (gap time.Duration, err error)
	Meter() *meter.Meter
}

func (h *House) kept() keeper {
	if h.Memory != nil {
		return inMemory{&h.Rules, h.Memory}
	}
	return inPostgres{&h.Rules, h.DB}
}

// play carries out a command.
func (h *House) play(ctx context.Context, cause model.Cause, match int64, decide func(*world.Tx) error) error {
	return h.kept().Play(ctx, cause, match, decide)
}

// inMemory keeps a house as a plain value, for one command after another.
type inMemory struct {
	rules *world.Rules
	world *world.World
}

func (m inMemory) Play(_ context.Context, cause model.Cause, match int64, decide func(*world.Tx) error) error {
	return m.world.Play(m.rules, cause, match, decide)
}

func (m inMemory) Sweep(_ context.Context, now time.Time, limit int) ([]model.Due, error) {
	return m.world.Sweep(now, limit), nil
}

func (m inMemory) Alive(_ context.Context, now time.Time, most time.Duration) (time.Duration, error) {
	return m.world.Live(now, most), nil
}

func (m inMemory) Meter() *meter.Meter { return nil }

// inPostgres keeps it in a database: each command is one transaction.
type inPostgres struct {
	rules *world.Rules
	db    *db.DB
}

// Play is db.Play, by which the decision is carried out.
func (p inPostgres) Play(ctx context.Context, cause model.Cause, match int64, decide func(*world.Tx) error) error {
	return p.db.Play(ctx, cause, match, func(tx *db.Tx) error {
		t := &transaction{tx: tx}
		if err := t.prefetch(match); err != nil {
			return err
		}
		_, err := world.Decide(p.rules, cause, t, decide)
		return err
	})
}

func (p inPostgres) Sweep(ctx context.Context, now time.Time, limit int) ([]model.Due, error) {
	return p.db.Sweep(ctx, now, limit)
}

func (p inPostgres) Alive(ctx context.Context, now time.Time, most time.Duration) (time.Duration, error) {
	return p.db.Alive(ctx, now, most)
}

func (p inPostgres) Meter() *meter.Meter { return p.db.Meter() }
