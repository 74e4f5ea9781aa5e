// Package mail keeps the letters: those that came in, and the outbox. Letters out are claimed in a
// batch whose rows are locked until it is known what becomes of each; what comes back is a bounce.
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

// Query says which letters a process wants to send now.
type Query struct {
	Now  time.Time
	Most int     // letters, more or less: those that must leave before one of them come along
	Only []int64 // if not nil, none but these
	Held []int64 // in this process's hands already
	// Alone lets one process after the other choose, so that none goes past a limit that all
	// share.
	Alone bool
}

// Batch is some letters in hand: their rows are locked until Commit or Drop. What was not
// decided about them by then is as it was.
type Batch struct {
	Letters []*model.Notice // those of one person in the order in which they were queued
	// Behind are letters that cannot leave before others which somebody else has in hand, or
	// which wait.
	Behind []*model.Notice
	// Left is how many letters to people left since a day ago, or are about to.
	Left int

	db    *db.DB
	conn  *pgxpool.Conn
	now   time.Time
	batch pgx.Batch // what was decided
	write writes    // letters to be kept
}

// mailPatience ends the transaction of a process that stands still with letters in hand.
const mailPatience = "set local idle_in_transaction_session_timeout = '60s'"

// chooseMail picks the most urgent letters, and with each those that wait to leave to the same
// person before it, and lists for each that was never tried which others it must let go first.
// A letter that was tried before, or put off for a reason, holds nobody up.
const chooseMail = `with near as materialized (
		select player_id, case when player_id is null then address end as address, max(id) as last from (
			select id, player_id, address from outbox where state in ('queued', 'written') and next_at <= $1 and id <> all($2)
				and ($3::bigint[] is null or id = any($3))
			order by rank, next_at, id limit $4) urgent group by 1, 2),
	chosen as (select o.id from near n cross join lateral (
			select id from outbox where player_id = n.player_id and state in ('queued', 'written') and next_at <= $1 and id <= n.last
			union all
			select id from outbox where n.player_id is null and player_id is null and address = n.address
				and state in ('queued', 'written') and next_at <= $1 and id <= n.last) o
		where o.id <> all($2) and ($3::bigint[] is null or o.id = any($3)))
	select ` + noticeColumns + `, case when tries = 0 then array(select e.id from outbox e where e.id < o.id and e.state in ('queued', 'written')
			and e.tries <= 1 and e.reply = '' and e.queued_at > $5 and e.player_id = o.player_id and not (e.holder = $6 and e.id = any($2))
			union all
			select e.id from outbox e where o.player_id is null and e.player_id is null and e.address = o.address and e.id < o.id
			and e.state in ('queued', 'written') and e.tries <= 1 and e.reply = '' and e.queued_at > $5 and not (e.holder = $6 and e.id = any($2)))
		else '{}' end
	from outbox o where o.id in (select id from chosen) and o.state in ('queued', 'written') and o.next_at <= $1
	order by o.id for no key update of o skip locked`

// leftToday counts what a limit of letters a day counts: those that have left, and those that
// a process is about to send.
const leftToday = `select (select count(*) from outbox where state = 'sent' and sent_at > $1::timestamptz - interval '1 day' and purpose <> 'ping') +
	(select count(*) from outbox where state in ('queued', 'written') and next_at > $1 and holder <> '' and purpose <> 'ping')`

// Claim takes letters that are due and that nobody else has in hand; nil if there are none.
func Claim(ctx context.Context, d *db.DB, ask Query) (*Batch, error) {
	conn, err := d.Pool().Acquire(ctx)
	if err != nil {
		return nil, err
	}
	b := &Batch{db: d, conn: conn, now: ask.Now}
	if err := b.choose(ctx, ask); err != nil {
		b.Drop()
		return nil, fmt.Errorf("choosing letters to send: %w", err)
	}
	if len(b.Letters)+len(b.Behind) == 0 {
		b.Drop()
		return nil, nil
	}
	return b, nil
}

func (b *Batch) choose(ctx context.Context, ask Query) error {
	held := ask.Held
	if held == nil {
		held = []int64{}
	}
	q := &pgx.Batch{}
	q.Queue("begin")
	q.Queue(mailPatience)
	if ask.Alone {
		q.Queue("select pg_advisory_xact_lock(hashtextextended('pitpost letters of the day', 0))")
		q.Queue(leftToday, ask.Now).QueryRow(func(row pgx.Row) error { return row.Scan(&b.Left) })
	}
	q.Queue(chooseMail, ask.Now, held, ask.Only, ask.Most, ask.Now.Add(-blocksMost), b.db.Name()).Query(b.collect)
	q.Queue("savepoint claimed") // to go back to where what they tell of cannot be read
	return b.conn.SendBatch(ctx, q).Close()
}

// collect parts those that may leave from those that stand behind others.
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
	for _, w := range all { // by number, so that those before one come first
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

// DB is where the letters are.
func (b *Batch) DB() *db.DB { return b.db }

// Conn is the connection on which the letters are locked, for reading what they ask for.
func (b *Batch) Conn() *pgx.Conn { return b.conn.Conn() }

// Reread lets Conn read again after an error: the letters are in hand as before.
func (b *Batch) Reread(ctx context.Context) error {
	_, err := b.conn.Exec(ctx, "rollback to claimed")
	return err
}

// ByRank lists the letters with the most urgent first.
func (b *Batch) ByRank() []*model.Notice {
	list := slices.Clone(b.Letters)
	slices.SortStableFunc(list, func(x, y *model.Notice) int { return cmp.Or(cmp.Compare(x.Rank, y.Rank), x.NextAt.Compare(y.NextAt)) })
	return list
}

// blocksMost is how long a letter that never left may hold back those behind it.
const blocksMost = 15 * time.Minute

// TakeOver lets letters be claimed at once that a process had in hand which is gone: no session
// in the database bears its name, or its heart no longer beats. One that only lost its sessions, or
// was frozen, finds that out by its Presence before it goes on; only what it was handing over at
// that moment, or had not marked yet, may be sent a second time, the same bytes. Letters that were
// put off under a clock that was ahead of now's go now too.
func TakeOver(ctx context.Context, d *db.DB, now time.Time) error {
	_, err := d.Pool().Exec(ctx, `update outbox set next_at = least(next_at, $2), holder = '' where id in (
		select id from outbox where state in ('queued', 'written') and holder not in ('', $1) and not `+lead.Alive("holder")+`
			for no key update skip locked)`, d.Name(), now)
	if err != nil {
		return fmt.Errorf("taking over letters of processes that are gone: %w", err)
	}
	return recall(ctx, d, now)
}

// LongestWait is the longest that a letter may be put off after so many tries. What waits for
// longer was put off under a clock that was ahead.
func LongestWait(tries int) time.Duration {
	switch {
	case tries < 4:
		return 15 * time.Minute
	case tries == 4:
		return time.Hour
	}
	return 4 * time.Hour
}

// recall lets letters go now that were queued, or put off, under a clock that was ahead of
// now's. One in a process's hands stays there for the length of a lease at most.
func recall(ctx context.Context, d *db.DB, now time.Time) error {
	_, err := d.Pool().Exec(ctx, `update outbox set next_at = case when holder = '' then $1::timestamptz else $1::timestamptz + $2::interval end
		where id in (select id from outbox where state in ('queued', 'written') and next_at > $1::timestamptz + $3::interval
			and next_at > $1::timestamptz + interval '1 minute' + case when holder <> '' then $2 when tries < 4 then $3 when tries = 4 then $4 else $5::interval end
			for no key update skip locked)`,
		now, lease, LongestWait(0), LongestWait(4), LongestWait(5))
	if err != nil {
		return fmt.Errorf("letters that wait for a clock that was ahead: %w", err)
	}
	return nil
}
