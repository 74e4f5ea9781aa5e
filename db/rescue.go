package db

import (
	"context"
	"fmt"
	"time"
)

// rescue gives up for lost what a process held that is gone: its jobs wait for
// work again, and the letters it had claimed may be claimed at once. A process
// is gone when no session in the database bears its name, or the one that it
// speaks in twice a second was ended for its silence. One that only lost its
// sessions, or was frozen, may thus send a letter a second time, the same bytes.
func (d *DB) rescue(ctx context.Context, now time.Time) error {
	_, err := d.pool.Exec(ctx, `with lost as (
			update `+jobSchema+`.river_job j set state = 'available', scheduled_at = now()
			where j.state = 'running' and j.attempted_by[array_upper(j.attempted_by, 1)] <> $1 and not exists (
				select from pg_stat_activity a where a.application_name = j.attempted_by[array_upper(j.attempted_by, 1)]
					|| case when j.attempted_by[array_upper(j.attempted_by, 1)] ~ ' [0-9]+$' then '`+beatsName+`' else '' end)
			returning j.kind, j.args),
		calls as (update webhook_calls set next_at = least(next_at, $2) where state = 'queued'
			and id in (select (args->>'id')::bigint from lost where kind = $4))
		update outbox set next_at = least(next_at, $2) where state in ('queued', 'written')
			and id in (select (args->>'id')::bigint from lost where kind = $3)`, d.name, now, mailArgs{}.Kind(), hookArgs{}.Kind())
	if err != nil {
		return fmt.Errorf("taking over from processes that are gone: %w", err)
	}
	return nil
}
