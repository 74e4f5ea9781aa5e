package db

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost.example/model"
)

// NoticeByMessageID finds the letter out with a Message-ID; nil if it is none
// of ours.
func (d *DB) NoticeByMessageID(ctx context.Context, id string) (*model.Notice, error) {
	var n *model.Notice
	err := d.ask(ctx, func(rows pgx.Rows) error {
		one, err := pgx.CollectOneRow(rows, scanNotice)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		n = &one
		return err
	}, "select "+noticeColumns+" from outbox where message_id = $1", fit(id))
	if err != nil {
		return nil, err
	}
	return n, nil
}

// NoticesByMessageID finds letters out by their Message-IDs, in that order.
func (d *DB) NoticesByMessageID(ctx context.Context, ids []string) ([]model.Notice, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	cleaned := make([]string, len(ids))
	for i, id := range ids {
		cleaned[i] = clean(id)
	}
	return d.notices(ctx, "select "+noticeColumns+" from outbox where message_id = any($1) order by array_position($1, message_id)", cleaned)
}

// LatestTo finds the digests last sent to a seat, and what was last sent to an address, as far
// as their bytes are kept.
func (d *DB) LatestTo(ctx context.Context, match int64, seat int, address string) ([]model.Notice, error) {
	return d.notices(ctx, "(select "+noticeColumns+" from outbox where match_id = $1 and seat = $2 and purpose in "+digests+
		" and raw is not null order by id desc limit 2) union all (select "+noticeColumns+
		" from outbox where address = $3 and raw is not null order by queued_at desc limit 2)", match, seat, clean(address))
}

func (d *DB) notices(ctx context.Context, sql string, args ...any) ([]model.Notice, error) {
	var list []model.Notice
	err := d.ask(ctx, func(rows pgx.Rows) (err error) {
		list, err = pgx.CollectRows(rows, scanNotice)
		return err
	}, sql, args...)
	if err != nil {
		return nil, err
	}
	return list, nil
}

func (d *DB) notice(ctx context.Context, sql string, args ...any) (*model.Notice, error) {
	rows, err := d.pool.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	n, err := pgx.CollectOneRow(rows, scanNotice)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	return &n, err
}

// formerSpan is how long after the upgrade links and return addresses are understood that
// hold the number of their letter openly.
const formerSpan = 90 * 24 * time.Hour

// FormerNumbers says whether those are still understood.
func (d *DB) FormerNumbers(ctx context.Context, now time.Time) (bool, error) {
	var since time.Time
	known, err := d.House(ctx, "numbers hidden", &since)
	return known && now.Before(since.Add(formerSpan)), err
}

// SentSince counts the letters that left since a time.
func (d *DB) SentSince(ctx context.Context, t time.Time) (int, error) {
	var n int
	err := d.pool.QueryRow(ctx, "select count(*) from outbox where state = 'sent' and sent_at > $1 and purpose <> 'ping'", t).Scan(&n)
	return n, err
}

// ToldBefore is the last fact a seat was told of by a digest written before
// the notice id; 0 for none. Digests of the step again (0: none) do not count:
// a reminder tells the same once more.
func (d *DB) ToldBefore(ctx context.Context, match int64, seat int, id int64, again int) (int, error) {
	var seq int
	err := d.pool.QueryRow(ctx, toldBefore("$1", "$2", "$3", "$4"), match, seat, id, again).Scan(&seq)
	return seq, err
}

// toldBefore looks at the last few digests of the seat, however many it had: they are queued in
// the order of their facts, but for those of one deed.
func toldBefore(match, seat, id, again string) string {
	return `select coalesce(max(t.seq), 0) from (select seq from outbox where match_id = ` + match + ` and seat = ` + seat + ` and id < ` + id + `
		and purpose in ('turn', 'round', 'each', 'end') and state in ('written', 'sent') and not (purpose = 'turn' and step = ` + again + `)
		order by id desc limit 4) t`
}

// tells says whether a letter is one of those by which a seat learns what happened.
func tells(n *model.Notice) bool {
	return n.Match != 0 && (n.Purpose == model.PurposeTurn || n.Purpose == model.PurposeRound || n.Purpose == model.PurposeEach || n.Purpose == model.PurposeEnd)
}

// Queued counts the letters in each state.
func (d *DB) Queued(ctx context.Context) (map[string]int, error) {
	return d.counts(ctx, "select state, count(*) from outbox group by state")
}
