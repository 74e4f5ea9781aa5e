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
	"pitpost.example/db/store"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// House runs the matches of one server.
type House struct {
	// Store is where commands are carried out: over DB, as NewPostgresStore returns it, or a memory.World.
	Store Store
	// DB is what letters and pages are written from; nil over a memory.World, which has neither.
	DB *db.DB
	// Rules are the settings that all decisions use.
	Rules world.Rules
	Log   *slog.Logger
	// Keep limits how long and how much is kept of what is no fact; the zero value keeps everything.
	Keep archive.Keep
	// ListForgotten adds hashes of mailboxes whose players were forgotten, with the time of that, to a list outside the database,
	// and returns all that are there; nil if there is no such list.
	ListForgotten func(more map[string]time.Time) (map[string]time.Time, error)
	// Haste is how many times faster than the machine's the house's clock runs in a test; 0 means 1.
	Haste int
	// Clock returns the house's time while a letter is being decided; nil means the letter's own time.
	Clock func() time.Time

	life atomic.Pointer[lifeSign] // the last one left by Credit; nil if there is none
}

// Store carries out commands.
type Store interface {
	// Play carries out a command: all its changes, or none. If match is not 0, that match must exist and is locked.
	Play(ctx context.Context, rules *world.Rules, cause model.Cause, match int64, decide func(*world.Tx)) error
	// Read answers what a command may ask. It locks nothing, so no table is read.
	Read(ctx context.Context, rules *world.Rules, now time.Time, ask func(*world.Tx)) error
	// Sweep and Alive are as those of db.DB.
	Sweep(ctx context.Context, now time.Time, limit int) ([]model.Due, error)
	Alive(ctx context.Context, now time.Time, most time.Duration) (time.Duration, error)
}

// NewPostgresStore returns the store over a database, in which a command is one transaction.
func NewPostgresStore(d *db.DB) Store { return postgres{d} }

type postgres struct{ db *db.DB }

var _ world.Port = (*store.Tx)(nil)

func (p postgres) Play(ctx context.Context, rules *world.Rules, cause model.Cause, match int64, decide func(*world.Tx)) error {
	return p.db.Play(ctx, cause, match, func(tx *db.Tx) error {
		return world.Decide(rules, cause, store.NewTx(tx), decide)
	})
}

func (p postgres) Read(ctx context.Context, rules *world.Rules, now time.Time, ask func(*world.Tx)) error {
	return p.db.Read(ctx, now, func(tx *db.Tx) error {
		return world.Decide(rules, model.Cause{Now: now}, store.NewTx(tx), ask)
	})
}

func (p postgres) Sweep(ctx context.Context, now time.Time, limit int) ([]model.Due, error) {
	return p.db.Sweep(ctx, now, limit)
}

func (p postgres) Alive(ctx context.Context, now time.Time, most time.Duration) (time.Duration, error) {
	return p.db.Alive(ctx, now, most)
}

func (h *House) play(ctx context.Context, cause model.Cause, match int64, decide func(*world.Tx)) error {
	return h.Store.Play(ctx, &h.Rules, cause, match, decide)
}

// tryTo carries out a command that may fail by a mistake of whoever asked for it. If do returns an error, nothing stays.
func (h *House) tryTo(ctx context.Context, cause model.Cause, match int64, do func(*world.Tx) error) error {
	return h.play(ctx, cause, match, func(w *world.Tx) { world.StopOnError(do(w)) })
}

// Ask answers what a command may ask. It locks nothing, so no table is read, and it is an error to change
// anything.
func (h *House) Ask(ctx context.Context, now time.Time, ask func(*world.Tx)) error {
	return h.Store.Read(ctx, &h.Rules, now, func(w *world.Tx) {
		ask(w)
		w.ChangesNothing()
	})
}
