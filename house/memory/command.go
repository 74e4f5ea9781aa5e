package memory

import (
	"context"
	"maps"
	"slices"
	"time"

	"pitpost.example/engine"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

const day = 24 * time.Hour

// state is what a command works on: a copy of a world, and what is added to it when the command has succeeded.
type state struct {
	w      *World
	now    time.Time
	tables map[int64]*model.Table // those that the command has
	facts  map[int64][]engine.Fact
	after  []func() // changes that are seen only after the command
}

// command is the world.Port over a state, in parts by noun.
type command struct {
	*state
	matches
	seats
	people
	mail
	leagues
}

type (
	matches struct{ *state }
	seats   struct{ *state }
	people  struct{ *state }
	mail    struct{ *state }
	leagues struct{ *state }
)

var _ world.Port = (*command)(nil)

// Play carries out a command: all its changes, or none. A match other than 0 must exist. The error is ErrSeen if the
// command's letter was noted before.
func (w *World) Play(_ context.Context, rules *world.Rules, cause model.Cause, match int64, decide func(*world.Tx)) error {
	if w.seen(cause.Letter) {
		return model.ErrSeen
	}
	if match != 0 && w.Matches[match] == nil {
		return model.ErrNoMatch
	}
	c := &state{w: w.clone(), now: cause.Now, tables: map[int64]*model.Table{}, facts: map[int64][]engine.Fact{}}
	err := world.Decide(rules, cause, &command{c, matches{c}, seats{c}, people{c}, mail{c}, leagues{c}}, decide)
	if err == nil && w.seen(cause.Letter) { // a copy that does nothing, again
		err = model.ErrSeen
	}
	if err != nil {
		w.refold()
		return err
	}
	for _, id := range slices.Sorted(maps.Keys(c.tables)) {
		c.saveTable(c.tables[id])
	}
	for _, do := range c.after {
		do()
	}
	if l := cause.Letter; l != nil {
		noted := *l
		noted.Sender = model.FitKey(l.Sender)
		c.w.Letters = append(c.w.Letters, Letter{noted, c.now})
	}
	*w = *c.w
	return nil
}

// Read has ask read at a time.
func (w *World) Read(ctx context.Context, rules *world.Rules, now time.Time, ask func(*world.Tx)) error {
	return w.Play(ctx, rules, model.Cause{Now: now}, 0, ask)
}

// later has a change made when the command has succeeded.
func (x *state) later(do func()) { x.after = append(x.after, do) }

// GivenUp returns nil: nobody gives up a command in memory.
func (x *state) GivenUp() error { return nil }

// Gone returns zero: a World was never restored.
func (x *state) Gone(string, int64) (time.Time, error) { return time.Time{}, nil }
