package db

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost/failpoint"
	"pitpost/token"
)

// lease is how long a process may hold a letter before another may send it.
const lease = 10 * time.Minute

// Queue makes a notice a duty: told once under its key, however often it is
// queued. Its Message-ID is fixed here.
func (w *Work) Queue(n Notice) {
	n.Address = fold(n.Address)
	w.mail = append(w.mail, n)
}

const insertMail = "insert into outbox (next_at, queued_at, cause, key, match_id, seat, player_id, address, purpose, step, seq, params, message_id, rank) values "

// columns are the columns of a notice beside its times.
func (n *Notice) columns() []any {
	var match, player *int64
	var seat *int
	if n.Match != 0 {
		match, seat = &n.Match, &n.Seat
	}
	if n.Player != 0 {
		player = &n.Player
	}
	return []any{clean(n.Key), match, seat, player, n.Address, n.Purpose, n.Step, n.Seq, string(cleanJSON(n.Params)), n.MessageID, n.Rank}
}

// queueMail writes the gathered notices in their order; it returns which
// statement of the batch gives the numbers of the new rows, -1 for none.
func (w *Work) queueMail() int {
	if len(w.mail) == 0 {
		return -1
	}
	args := []any{w.Now(), w.why()}
	for _, n := range w.mail {
		if n.MessageID == "" {
			n.MessageID = token.MessageID(n.Purpose+"."+randomHex(), w.db.opts.Domain)
		}
		if n.Rank == 0 {
			n.Rank = rank(n.Purpose)
		}
		args = append(args, n.columns()...)
	}
	w.batch.Queue(insertMail+rowsOf(len(w.mail), "$1, $1, $2", 2, 11)+" on conflict (key) do nothing returning id", args...)
	return w.batch.Len() - 1
}

// rank puts turns before all else when letters are scarce.
func rank(purpose string) int {
	switch purpose {
	case "turn", "end", "round":
		return 1
	case "receipt", "ask", "invite":
		return 2
	}
	return 3
}

// randomHex keeps a Message-ID from being guessed: whoever names it in
// In-Reply-To has seen the letter.
func randomHex() string {
	var b [10]byte
	if _, err := rand.Read(b[:]); err != nil {
		panic("db: no randomness: " + err.Error())
	}
	return hex.EncodeToString(b[:])
}

// NoticeByMessageID finds the letter out with a Message-ID; nil if it is none
// of ours.
func (d *DB) NoticeByMessageID(ctx context.Context, id string) (*Notice, error) {
	return d.notice(ctx, "select "+noticeColumns+" from outbox where message_id = $1", clean(id))
}

func (d *DB) notice(ctx context.Context, sql string, args ...any) (*Notice, error) {
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

// Claim takes a letter to be sent now, for the length of a lease; nil if it is
// sent, given up, not yet due, or in another process's hands.
func (d *DB) Claim(ctx context.Context, id int64, now time.Time) (*Notice, error) {
	return d.notice(ctx, `update outbox set next_at = $2::timestamptz + $3::interval, tries = tries + 1
		where id = $1 and state in ('queued', 'written') and next_at <= $2 returning `+noticeColumns, id, now, lease)
}

// Write keeps the bytes of a letter and where it goes. If another process has
// written it in between, that one's bytes come back and are to be sent.
func (d *DB) Write(ctx context.Context, id int64, to string, raw []byte) ([]byte, error) {
	var kept []byte
	err := insist(ctx, func() error {
		tag, err := d.pool.Exec(ctx, "update outbox set raw = $2, state = 'written', address = $3 where id = $1 and state = 'queued'", id, raw, fold(to))
		if err != nil {
			return err
		}
		if tag.RowsAffected() == 1 {
			kept = raw
			return nil
		}
		return d.pool.QueryRow(ctx, "select raw from outbox where id = $1", id).Scan(&kept)
	})
	return kept, err
}

// Sent marks a letter that the relay has taken. One that told a secret is forgotten: nobody
// is told it twice.
func (d *DB) Sent(ctx context.Context, id int64, reply string, now time.Time) error {
	return d.mark(ctx, `update outbox set state = 'sent', reply = $2, sent_at = $3, raw = case when params ? 'sealed' then null else raw end,
		params = case when params ? 'sealed' then params - 'sealed' else params end where id = $1`, id, clean(reply), now)
}

// Again keeps a letter for another try.
func (d *DB) Again(ctx context.Context, id int64, next time.Time, reply string) error {
	return d.mark(ctx, "update outbox set next_at = $3, reply = $2 where id = $1 and state in ('queued', 'written')", id, clean(reply), next)
}

// Failed gives a letter up.
func (d *DB) Failed(ctx context.Context, id int64, reply string) error {
	return d.mark(ctx, "update outbox set state = 'failed', reply = $2 where id = $1", id, clean(reply))
}

// Supersede drops a letter that tells nothing any more.
func (d *DB) Supersede(ctx context.Context, id int64) error {
	return d.mark(ctx, "update outbox set state = 'superseded' where id = $1 and state = 'queued'", id)
}

func (d *DB) mark(ctx context.Context, sql string, args ...any) error {
	err := insist(ctx, func() error {
		_, err := d.pool.Exec(ctx, sql, args...)
		return err
	})
	failpoint.At("mail.noted")
	return err
}

// DueMail lists letters that wait to be sent at now, the most urgent first.
func (d *DB) DueMail(ctx context.Context, now time.Time, limit int) ([]int64, error) {
	rows, err := d.pool.Query(ctx, "select id from outbox where state in ('queued', 'written') and next_at <= $1 order by rank, next_at limit $2", now, limit)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[int64])
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
	err := d.pool.QueryRow(ctx, `select coalesce(max(seq), 0) from outbox where match_id = $1 and seat = $2 and id < $3
		and purpose in ('turn', 'round', 'each', 'end') and state in ('written', 'sent') and not (purpose = 'turn' and step = $4)`,
		match, seat, id, again).Scan(&seq)
	return seq, err
}

// Queued counts the letters in each state.
func (d *DB) Queued(ctx context.Context) (map[string]int, error) {
	return d.counts(ctx, "select state, count(*) from outbox group by state")
}
