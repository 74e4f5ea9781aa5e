package db

import (
	"context"
	"time"
)

const (
	// muteEvery is after how many beats a process looks whether another hangs.
	muteEvery = int(quietMost / beatEvery / 2)
	// muteMost is how long one of our sessions may let the server wait amid what it says, in a
	// process that lives: its line was cut, and nobody holds its other end any more.
	muteMost = 30 * time.Second
)

// endMute ends sessions that keep something locked in the midst of a transaction in which the
// server waits for them: a process that is frozen or cut off while it writes would keep a match,
// or letters, from everybody, and no limit of the server's own ends that (one ends what stands
// still between two statements). A process without a sign of life is gone; one that lives may
// have lost the line. What only reads is left alone, as a long list that somebody pages through.
const endMute = `select a.application_name, pg_terminate_backend(a.pid) from pg_stat_activity a
	where a.datname = current_database() and a.usename = current_user and a.application_name ~ '^pitpost [0-9a-f]+ [0-9]+$'
		and a.state = 'active' and a.wait_event in ('ClientRead', 'ClientWrite')
		and exists (select from pg_locks l where l.pid = a.pid and l.locktype = 'relation' and l.mode <> 'AccessShareLock')
		and (a.state_change < clock_timestamp() - $2::interval or a.state_change < clock_timestamp() - $1::interval
			and not exists (select from pg_stat_activity b where b.application_name = a.application_name || '` + beatsName + `'))`

// lookForMute ends such sessions. A server that does not let us costs nothing but that: who
// leads goes on, and it is said once.
func (l *leads) lookForMute(ctx context.Context) {
	err := l.endMute(ctx)
	if err != nil && !l.stuck {
		l.db.opts.Log.Warn("sessions that hang cannot be ended", "err", err)
	}
	l.stuck = err != nil
}

// endMute says in the log whose sessions it ended.
func (l *leads) endMute(ctx context.Context) error {
	rows, err := l.conn.Query(ctx, endMute, quietMost, muteMost)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var whose string
		var ended bool
		if err := rows.Scan(&whose, &ended); err != nil {
			return err
		}
		l.db.opts.Log.Warn("a session kept something locked and says nothing more; it is ended", "process", whose, "ended", ended)
	}
	return rows.Err()
}
