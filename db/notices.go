package db

import (
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"pitpost.example/model"
	"pitpost.example/token"
)

// Queue makes a notice a duty: told once under its key, however often it is
// queued. Its Message-ID is fixed here.
func (tx *Tx) Queue(n model.Notice) {
	n.Address = Normalise(n.Address)
	tx.mail = append(tx.mail, n)
}

const insertMail = "insert into outbox (next_at, queued_at, cause, key, match_id, seat, player_id, address, purpose, step, seq, params, message_id, rank) values "

// queueMail gathers the notices in their order, each once; keys learns where
// its number is wanted.
func (p *batch) queueMail(tx *Tx, k kind, keys map[string]*[]int64) {
	for _, n := range tx.mail {
		n.Key = Fit(n.Key)
		if _, twice := keys[n.Key]; twice {
			continue
		}
		keys[n.Key] = &tx.queued
		if n.MessageID == "" {
			n.MessageID = tx.db.NewMessageID()
		}
		n.Rank = cmp.Or(n.Rank, rank(n.Purpose))
		p.add(k, noticeArgs(tx, &n)...)
	}
}

// queuedBefore says that nothing was written because a notice is queued already.
func queuedBefore(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == "23505" && pg.ConstraintName == "outbox_key_key"
}

// noticeArgs are the columns of a notice that tx queues.
func noticeArgs(tx *Tx, n *model.Notice) []any {
	var match, player *int64
	var seat *int
	if n.Match != 0 {
		match, seat = &n.Match, &n.Seat
	}
	if n.Player != 0 {
		player = &n.Player
	}
	return []any{tx.Now(), tx.Now(), why(tx.cause), n.Key, match, seat, player, n.Address, n.Purpose, n.Step, n.Seq, string(CleanJSON(n.Params)), n.MessageID, n.Rank}
}

// collectMail gives each deed the numbers of the notices that are its own.
func collectMail(rows pgx.Rows, keys map[string]*[]int64) error {
	var id int64
	var key string
	_, err := pgx.ForEachRow(rows, []any{&id, &key}, func() error { *keys[key] = append(*keys[key], id); return nil })
	return err
}

// rank puts turns before all else when letters are scarce.
func rank(purpose model.Purpose) int {
	switch purpose {
	case model.PurposeTurn, model.PurposeEnd, model.PurposeRound:
		return 1
	case model.PurposeReceipt, model.PurposeAsk, model.PurposeInvite:
		return 2
	}
	return 3
}

// NewMessageID is one that no letter had before.
func (d *DB) NewMessageID() string { return token.MessageID(RandomHex(), d.opts.Domain) }

// RandomHex keeps a Message-ID from being guessed: whoever names it in
// In-Reply-To has seen the letter.
func RandomHex() string {
	var b [10]byte
	if _, err := rand.Read(b[:]); err != nil {
		panic("db: no randomness: " + err.Error())
	}
	return hex.EncodeToString(b[:])
}

func (p *batch) noteLetter(cause model.Cause) {
	if l := cause.Letter; l != nil {
		p.add(aLetter, letterArgs(l, cause.Now)...)
	}
}

const insertLetter = "insert into letters (hash, message_id, door, sender, subject, match_id, seat, step, words_hash, kept, state, why, raw, received_at, taken_at) values "

func letterArgs(l *model.Letter, now time.Time) []any {
	var match *int64
	var seat, step *int
	if l.Match != 0 {
		match, seat, step = &l.Match, &l.Seat, &l.Step
	}
	return []any{l.Hash[:], Fit(l.MessageID), l.Door, Fit(l.Sender), Clean(l.Subject), match, seat, step, l.WordsHash[:], Clean(l.Kept),
		l.State, Clean(l.Why), l.Raw, l.ReceivedAt, now}
}

// seen turns the letter's unique index into ErrSeen: another process noted the
// same letter while this one was at work.
func seen(err error) error {
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok && pg.Code == "23505" && pg.TableName == "letters" {
		return ErrSeen
	}
	return err
}
