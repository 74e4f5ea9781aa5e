package db

import (
	"slices"
	"time"
)

// Rally is an evening on which those of a table who agreed to it play fast.
type Rally struct {
	From  time.Time `json:"from"`
	Until time.Time `json:"until"`
	By    int64     `json:"by"`   // the player who proposed it
	With  []int64   `json:"with"` // the players who play along, who proposed it first
}

// Has says whether a player plays along.
func (r *Rally) Has(player int64) bool {
	return r != nil && player != 0 && slices.Contains(r.With, player)
}

// And is the rally with one more player, a copy: what a table held before is compared with
// what it holds now.
func (r Rally) And(player int64) *Rally {
	r.With = append(slices.Clone(r.With), player)
	return &r
}

// Without is the rally without one of its players.
func (r Rally) Without(player int64) *Rally {
	r.With = slices.DeleteFunc(slices.Clone(r.With), func(p int64) bool { return p == player })
	return &r
}
