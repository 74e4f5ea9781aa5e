package lead

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	// stuckEvery is after how many beats a process looks whether another hangs.
	stuckEvery = int(silenceMost / beatEvery / 2)
	// stuckMost is how long one of our sessions may let the server wait amid what it says, in a
	// process that lives: its line was cut, and nobody holds its other end any more.
	stuckMost = 30 * time.Second
)

// endStuck ends sessions that keep something locked in the midst of a transaction in which the
// server waits for them: a process that is frozen or cut off while it writes would keep a match,
// or letters, from everybody, and no limit of the server's own ends that (one ends what stands
// still between two statements). A process without a heartbeat is gone; one that lives may
// have lost the line. What only reads is left alone, as a long list that somebody pages through.
var endStuck = `select a.application_name, pg_terminate_backend(a.pid) from pg_stat_activity a
	where a.datname = current_database() and a.usename = current_user and a.application_name ~ '^pitpost [0-9a-f]+ [0-9]+$'
		and a.state = 'active' and a.wait_event in ('ClientRead', 'ClientWrite')
		and exists (select from pg_locks l where l.pid = a.pid and l.locktype = 'relation' and l.mode <> 'AccessShareLock')
		and (a.state_change < clock_timestamp() - $2::interval or a.state_change < clock_timestamp() - $1::interval
			and not ` + Alive("a.application_name") + ")"

// lookForStuck ends such sessions and says whose they were. A server that does not let us costs
// nothing but that: who leads goes on, and it is said once.
func (s *Session) lookForStuck(ctx context.Context) {
	var whose string
	var ended bool
	rows, err := s.conn.Query(ctx, endStuck, silenceMost, stuckMost)
	if err == nil {
		_, err = pgx.ForEachRow(rows, []any{&whose, &ended}, func() error {
			s.log.Warn("a session kept something locked and says nothing more; it is ended", "process", whose, "ended", ended)
			return nil
		})
	}
	if err != nil && !s.failing {
		s.log.Warn("sessions that hang cannot be ended", "err", err)
	}
	s.failing = err != nil
}
