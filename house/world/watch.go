package world

import (
	"time"

	"pitpost.example/model"
)

// Changes to who follows a match from outside: watchers, and programs by webhooks.

type (
	// Unwatch stops a player following a match and answers whether they did.
	Unwatch struct{ Match, Player int64 }
	// DropHook deletes a webhook and its calls, and answers whether there was one.
	DropHook struct{ ID int64 }
	// TurnHook gives a webhook a new secret; until the given time calls are signed with the old one too. It
	// answers false if there is no such webhook or it is not signed.
	TurnHook struct {
		ID     int64
		Secret []byte
		Until  time.Time
	}
	// HookOff turns a webhook off and answers with it, or with nil if it was off already.
	HookOff struct {
		ID  int64
		Why string
	}
	// ReplayFailed retries the calls that were given up, of the webhooks that hosts of this match have set,
	// and answers how many there were.
	ReplayFailed struct{ Match int64 }
)

func (*Unwatch) tells(bool)        {}
func (*DropHook) tells(bool)       {}
func (*TurnHook) tells(bool)       {}
func (*HookOff) tells(*model.Hook) {}
func (*ReplayFailed) tells(int)    {}

// Watchers lists everybody who follows a match, by player number.
type Watchers struct{ Match int64 }

func (Watchers) answers([]model.Watcher) {}

// Watched lists the matches that a player follows and that are not over.
type Watched struct{ Player int64 }

func (Watched) answers([]int64) {}

// Unwatch stops a player following a match. It returns false if the player did not follow it.
func (x *Tx) Unwatch(match, player int64) bool { return Tell(x, &Unwatch{match, player}) }

// MatchHooks lists the webhooks set for this one match, by number.
type MatchHooks struct{ Match int64 }

func (MatchHooks) answers([]model.Hook) {}
