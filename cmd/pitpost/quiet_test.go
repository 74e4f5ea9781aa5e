package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// An unavailable database is logged once a minute, whatever fails
// because of it, and its return once. All else is logged at once.
func TestTheLogIsQuietOfADatabaseThatIsAway(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		q := quiet{slog.NewTextHandler(&out, nil), new(atomic.Int64), new(atomic.Int64)}
		log := slog.New(q)
		away := fmt.Errorf("due: %w", &pgconn.PgError{Code: "57P03", Message: "the database system is shutting down"})
		for range 90 {
			log.Error("clock", "err", away)
			log.Warn("letters that are due wait", "err", away)
			q.end(t.Context(), func(context.Context) error { return nil }) // it only answers to a ping
			time.Sleep(time.Second)
		}
		log.Error("clock", "err", errors.New("a match"))
		time.Sleep(time.Minute)
		q.end(t.Context(), func(context.Context) error { return errors.New("away") })
		for range 2 {
			q.end(t.Context(), func(context.Context) error { return nil })
		}
		for what, n := range map[string]int{"cannot be used": 2, "shutting down": 2, "clock": 1, "used again": 1, "\n": 4} {
			if got := strings.Count(out.String(), what); got != n {
				t.Errorf("%q is said %d times and not %d:\n%s", what, got, n, out.String())
			}
		}
	})
}
