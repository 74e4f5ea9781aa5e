package db

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// health knows when a connection to the database was last found broken, by all pools that it
// watches. As a rule the others broke with it: those that lay idle then are asked whether they
// are whole before a letter is trusted to them, so that after a restart of Postgres one letter
// is told to come again and not one for each connection.
type health struct {
	last atomic.Int64 // in Unix nanoseconds
}

// idleMost is how long a connection may lie idle and be used unasked.
const idleMost = time.Second

func (h *health) watch(pool *pgxpool.Config) {
	pool.BeforeClose = func(c *pgx.Conn) {
		if c.IsClosed() { // not by us
			h.last.Store(time.Now().UnixNano())
		}
	}
	pool.ShouldPing = func(_ context.Context, of pgxpool.ShouldPingParams) bool {
		return of.IdleDuration > idleMost || time.Now().Add(-of.IdleDuration).UnixNano() <= h.last.Load()
	}
}
