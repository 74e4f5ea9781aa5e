package lead

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	// stuckEvery is after how many heartbeats a process looks for stuck sessions.
	stuckEvery = int(silenceMost / beatEvery / 2)
	// stuckMost is how long a session of a living process may leave the server waiting in the middle of a
	// message. After that its connection was cut, and nobody holds its other end any more.
	stuckMost = 30 * time.Second
)

// endStuck ends sessions that hold locks in a transaction while the server waits for the rest of a message. A
// process that is frozen or cut off while it writes would keep a match or letters from everybody, and no
// timeout of Postgres ends that: the one for idle transactions only works between two statements. A process
// without a heartbeat is dead; a living one may have lost the connection. Sessions that only read are left
// alone, since they may be long lists that somebody pages through.
var endStuck = `select a.application_name, pg_terminate_backend(a.pid) from pg_stat_activity a
	where a.datname = current_database() and a.usename = current_user and a.application_name ~ '^pitpost [0-9a-f]+ [0-9]+$'
		and a.state = 'active' and a.wait_event in ('ClientRead', 'ClientWrite')
		and exists (select from pg_locks l where l.pid = a.pid and l.locktype = 'relation' and l.mode <> 'AccessShareLock')
		and (a.state_change < clock_timestamp() - $2::interval or a.state_change < clock_timestamp() - $1::interval
			and not ` + AliveCondition("a.application_name") + ")"

// lookForStuck ends stuck sessions and logs whose they were. If the server does not allow it, that is logged
// once and this process leads on.
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
