package mail

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost.example/db"
	"pitpost.example/model"
)

// LetterQuery selects letters that came in. A zero field does not restrict.
type LetterQuery struct {
	State model.LetterState
	Match int64
	Since time.Time
	Limit int
}

// LetterLine is what the operator may see of a letter that came in: what became of it and why, but none of
// its words.
type LetterLine struct {
	ID         string // its TraceID, as in the process log
	ReceivedAt time.Time
	TakenAt    time.Time
	Door       model.Door
	Sender     string
	MessageID  string
	Match      int64 // 0: none
	State      model.LetterState
	Why        string
}

// LettersIn lists the latest letters that came in, newest last.
func LettersIn(ctx context.Context, d *db.DB, q LetterQuery) ([]LetterLine, error) {
	latest, err := db.Many(ctx, d.Pool(), pgx.RowToStructByPos[LetterLine], `select encode(substring(hash for 6), 'hex'), received_at, taken_at, door, sender, message_id,
			coalesce(match_id, 0), state::text, why from letters
			where (state::text = $1 or $1 = '') and (match_id = $2 or $2 = 0) and taken_at >= $3 order by letters.id desc limit $4`,
		q.State, q.Match, q.Since, db.OrNull(q.Limit > 0, q.Limit))
	slices.Reverse(latest)
	return latest, err
}

// Said returns the kept words of a sender's letters for a seat, by their Message-IDs.
func Said(ctx context.Context, d *db.DB, match int64, seat int, sender string, ids []string) ([]string, error) {
	return db.Many(ctx, d.Pool(), pgx.RowTo[string], "select kept from letters where match_id = $1 and seat = $2 and sender = $3 and message_id = any($4)",
		match, seat, db.Clean(sender), db.CleanAll(ids))
}

// LetterTries records that handling a letter has failed once more and returns how often it has.
func LetterTries(ctx context.Context, d *db.DB, hash [32]byte, why string, now time.Time) (int, error) {
	return db.Value[int](ctx, d.Pool(), `insert into tries (hash, tries, error, at) values ($1, 1, $2, $3)
		on conflict (hash) do update set tries = tries.tries + 1, error = excluded.error, at = excluded.at returning tries`,
		hash[:], db.Clean(why), now)
}

// FirstUnder reports whether a token of a door is new, or came with this same letter before, as it does when
// a mail provider tries again. The token is remembered until its signature expires, at until.
func FirstUnder(ctx context.Context, d *db.DB, door, token string, letter [32]byte, now, until time.Time) (bool, error) {
	key := sha256.Sum256([]byte(door + " " + token))
	first, err := db.Value[bool](ctx, d, `insert into door_tokens as t (token, letter, until) values ($1, $2, $3)
		on conflict (token) do update set letter = excluded.letter, until = excluded.until where t.letter = excluded.letter or t.until <= $4
		returning true`, key[:], letter[:], until, now)
	if err != nil {
		return false, fmt.Errorf("token of a door: %w", err)
	}
	return first, nil
}

// Cold counts the letters that limit how many more a host may send to an address that did not ask for them;
// host and address may be empty. The counts include what this transaction has noted. It locks: no other
// transaction counts until this one ends.
func Cold(tx *db.Tx, host int64, address string) (model.ColdCounts, error) {
	if err := tx.Exec("select pg_advisory_xact_lock(hashtext('pitpost cold letters'))"); err != nil {
		return model.ColdCounts{}, err
	}
	c, err := db.One(tx.Context(), tx, pgx.RowToStructByPos[model.ColdCounts], `with day as (select * from cold_letters where at > $3::timestamptz - interval '1 day'),
			theirs as (select * from day where mailbox = mailbox($2))
		select (select count(*) from day where host_id = $1 and kind = 'invite'),
			(select count(*) from theirs where host_id = $1 and kind = 'invite'),
			(select count(distinct (c.match_id, c.seat)) from cold_letters c left join matches m on m.id = c.match_id left join seats s on s.match_id = c.match_id and s.no = c.seat
				where c.host_id = $1 and c.mailbox = mailbox($2) and c.kind = 'invite' and (s.state = 'invited' and m.phase = 'lobby'
					or s.state is null and c.at = $3)), -- of this letter, and not written yet
			(select count(*) from theirs where kind in ('invite', 'remind')),
			(select count(*) from day where kind = 'invite'),
			(select count(*) from theirs where at > $3::timestamptz - interval '1 hour'),
			(select count(*) from theirs),
			(select count(*) from theirs where kind = 'known' and at > $3::timestamptz - interval '1 hour'),
			(select count(*) from theirs where kind = 'known'),
			(select count(*) from day where kind = 'answer'),
			(select count(*) from cold_letters where mailbox = mailbox($2) and kind = 'welcome' and at > $3::timestamptz - interval '7 days'),
			(select count(*) from day where kind = 'welcome')`, host, db.Normalise(address), tx.Now())
	if err != nil {
		return model.ColdCounts{}, fmt.Errorf("counting cold letters: %w", err)
	}
	return *c, nil
}

// NoteCold records a letter to somebody who did not ask for it.
func NoteCold(tx *db.Tx, c model.Cold) error {
	return tx.Exec("insert into cold_letters (kind, host_id, mailbox, match_id, seat, at) values ($1, $2, mailbox($3), $4, $5, $6)",
		c.Kind, c.Host, db.Normalise(c.Address), c.Match, c.Seat, tx.Now())
}
