package db

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost/token"
)

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

func toldBefore(match, seat, id, again string) string {
	return `select coalesce(max(t.seq), 0) from outbox t where t.match_id = ` + match + ` and t.seat = ` + seat + ` and t.id < ` + id + `
		and t.purpose in ('turn', 'round', 'each', 'end') and t.state in ('written', 'sent') and not (t.purpose = 'turn' and t.step = ` + again + `)`
}

// tells says whether a letter is one of those by which a seat learns what happened.
func (n *Notice) tells() bool {
	return n.Match != 0 && (n.Purpose == "turn" || n.Purpose == "round" || n.Purpose == "each" || n.Purpose == "end")
}

// Queued counts the letters in each state.
func (d *DB) Queued(ctx context.Context) (map[string]int, error) {
	return d.counts(ctx, "select state, count(*) from outbox group by state")
}
