// Package mail keeps the letters that came in and the outbox. A process claims letters out in a Batch, whose
// rows stay locked until it is decided what becomes of each; it marks each as sent once the relay has taken
// it. Bounces are recorded here too.
package mail

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"pitpost.example/db"
	"pitpost.example/db/lead"
	"pitpost.example/model"
)

// Query describes the letters that a process wants to send now.
type Query struct {
	Now    time.Time
	Most   int     // how many letters to choose; those that must leave before one of them are claimed in addition
	InHand []int64 // letters that this process has in hand already
	// Alone makes processes choose one after the other and fills Batch.Left, so that together they stay below
	// a limit that all share.
	Alone bool
}

// Batch is a set of claimed letters. Their rows are locked until Commit or Drop. A letter about which nothing
// was decided is left as it was.
type Batch struct {
	Letters []*model.Notice // the letters to one person in the order in which they were queued
	// Behind are letters that must wait for an earlier letter to the same person, which is waiting itself or
	// in the hands of another process.
	Behind []*model.Notice
	// Left is how many letters to people were sent in the last 24 hours or are in the hands of a process. It
	// is 0 if the query was not Alone.
	Left int

	db    *db.DB
	conn  *pgxpool.Conn
	now   time.Time
	batch pgx.Batch // the decisions, as statements
	write writes    // the letters to be kept by Write
}

// chooseMail chooses the most urgent letters, and with each the due letters to the same person that were
// queued before it. For each letter that was never tried it lists the earlier ones that must leave first. A
// letter whose first try has failed, or that was postponed with a reason, holds up no other.
const chooseMail = `with near as materialized (
		select player_id, case when player_id is null then address end as address, max(id) as last from (
			select id, player_id, address from outbox where state in ('queued', 'written') and next_at <= $1 and id <> all($2)
			order by rank, next_at, id limit $3) urgent group by 1, 2),
	chosen as (select o.id from near n cross join lateral (
			select id from outbox where player_id = n.player_id and state in ('queued', 'written') and next_at <= $1 and id <= n.last
			union all
			select id from outbox where n.player_id is null and player_id is null and address = n.address
				and state in ('queued', 'written') and next_at <= $1 and id <= n.last) o
		where o.id <> all($2))
	select ` + noticeColumns + `, case when tries = 0 then array(select e.id from outbox e where e.id < o.id and e.state in ('queued', 'written')
			and e.tries <= 1 and e.reply = '' and e.queued_at > $4 and e.player_id = o.player_id and not (e.holder = $5 and e.id = any($2))
			union all
			select e.id from outbox e where o.player_id is null and e.player_id is null and e.address = o.address and e.id < o.id
			and e.state in ('queued', 'written') and e.tries <= 1 and e.reply = '' and e.queued_at > $4 and not (e.holder = $5 and e.id = any($2)))
		else '{}' end
	from outbox o where o.id in (select id from chosen) and o.state in ('queued', 'written') and o.next_at <= $1
	order by o.id for no key update of o skip locked`

// leftToday counts the letters that a daily limit covers: those sent in the last 24 hours and those that a
// process is about to send.
const leftToday = `select (select count(*) from outbox where state = 'sent' and sent_at > $1::timestamptz - interval '1 day' and purpose <> 'ping') +
	(select count(*) from outbox where state in ('queued', 'written') and next_at > $1 and holder <> '' and purpose <> 'ping')`

// ClaimLetters locks letters that are due and that nobody else has in hand; nil if there are none. The batch must be
// ended by Commit or Drop.
func ClaimLetters(ctx context.Context, d *db.DB, want Query) (*Batch, error) {
	conn, err := d.Pool().Acquire(ctx)
	if err != nil {
		return nil, err
	}
	b := &Batch{db: d, conn: conn, now: want.Now}
	if err := b.choose(ctx, want); err != nil {
		b.Drop()
		return nil, fmt.Errorf("choosing letters to send: %w", err)
	}
	if len(b.Letters)+len(b.Behind) == 0 {
		b.Drop()
		return nil, nil
	}
	return b, nil
}

func (b *Batch) choose(ctx context.Context, want Query) error {
	inHand := append([]int64{}, want.InHand...) // never null
	q := &pgx.Batch{}
	q.Queue("begin")
	q.Queue("set local idle_in_transaction_session_timeout = '60s'") // ends the transaction of a process that freezes with letters in hand
	if want.Alone {
		q.Queue("select pg_advisory_xact_lock(hashtextextended('pitpost letters of the day', 0))")
		q.Queue(leftToday, want.Now).QueryRow(func(row pgx.Row) error { return row.Scan(&b.Left) })
	}
	q.Queue(chooseMail, want.Now, inHand, want.Most, want.Now.Add(-blocksMost), b.db.Name()).Query(b.collect)
	q.Queue("savepoint claimed") // Reread goes back to this after a read that failed
	return b.conn.SendBatch(ctx, q).Close()
}

// collect separates the letters that may leave from those that must wait behind others.
func (b *Batch) collect(rows pgx.Rows) error {
	type waiting struct {
		model.Notice
		Before []int64
	}
	all, err := pgx.CollectRows(rows, pgx.RowToAddrOfStructByPos[waiting])
	if err != nil {
		return err
	}
	mine := map[int64]bool{}
	for _, w := range all { // in the order of their numbers, so earlier letters come first
		w.Tries++
		free := !slices.ContainsFunc(w.Before, func(id int64) bool { return !mine[id] })
		if mine[w.ID] = free; free {
			b.Letters = append(b.Letters, &w.Notice)
		} else {
			b.Behind = append(b.Behind, &w.Notice)
		}
	}
	return nil
}

// DB returns the database of the letters.
func (b *Batch) DB() *db.DB { return b.db }

// Conn returns the connection on which the letters are locked, for reading what is to be told in them.
func (b *Batch) Conn() *pgx.Conn { return b.conn.Conn() }

// Reread makes Conn usable again after a read that failed. The letters stay locked.
func (b *Batch) Reread(ctx context.Context) error {
	_, err := b.conn.Exec(ctx, "rollback to claimed")
	return err
}

// ByRank returns the letters with the most urgent first.
func (b *Batch) ByRank() []*model.Notice {
	list := slices.Clone(b.Letters)
	slices.SortStableFunc(list, func(x, y *model.Notice) int { return cmp.Or(cmp.Compare(x.Rank, y.Rank), x.NextAt.Compare(y.NextAt)) })
	return list
}

// blocksMost is how long a letter that was never sent may hold back those behind it.
const blocksMost = 15 * time.Minute

// ReleaseLettersOfDead makes the letters in the hands of dead processes due at once. A process counts as dead if no
// session shows its heartbeat. One that only lost its session, or was frozen, notices by its Presence before
// it goes on; only letters that it was just handing to the relay or had not marked yet may be sent twice,
// with the same bytes. ReleaseLettersOfDead also makes letters due that were postponed under a clock that ran ahead of
// now.
func ReleaseLettersOfDead(ctx context.Context, d *db.DB, now time.Time) error {
	err := d.Exec(ctx, `update outbox set next_at = least(next_at, $2), holder = '' where id in (
		select id from outbox where state in ('queued', 'written') and holder not in ('', $1) and not `+lead.AliveCondition("holder")+`
			for no key update skip locked)`, d.Name(), now)
	if err != nil {
		return fmt.Errorf("taking over letters of processes that are gone: %w", err)
	}
	return recall(ctx, d, now)
}

// LongestRetryWait returns the longest time for which a letter may be postponed after so many tries. One that
// waits longer was postponed under a clock that ran ahead.
func LongestRetryWait(tries int) time.Duration {
	switch {
	case tries < 4:
		return 15 * time.Minute
	case tries == 4:
		return time.Hour
	}
	return 4 * time.Hour
}

// recall makes letters due that were queued or postponed under a clock that ran ahead of now. One that a
// process has in hand becomes due when a lease from now has passed.
func recall(ctx context.Context, d *db.DB, now time.Time) error {
	err := d.Exec(ctx, `update outbox set next_at = case when holder = '' then $1::timestamptz else $1::timestamptz + $2::interval end
		where id in (select id from outbox where state in ('queued', 'written') and next_at > $1::timestamptz + $3::interval
			and next_at > $1::timestamptz + interval '1 minute' + case when holder <> '' then $2 when tries < 4 then $3 when tries = 4 then $4 else $5::interval end
			for no key update skip locked)`,
		now, lease, LongestRetryWait(0), LongestRetryWait(4), LongestRetryWait(5))
	if err != nil {
		return fmt.Errorf("letters that wait for a clock that was ahead: %w", err)
	}
	return nil
}
