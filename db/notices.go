package db

import (
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost.example/model"
	"pitpost.example/token"
)

// Queue makes writing a notice a duty. It is written once, however often its key is queued.
func (tx *Tx) Queue(n model.Notice) {
	n.Address = model.FoldAddress(n.Address)
	tx.mail = append(tx.mail, n)
}

// queueCalls queues a call of each webhook that is to hear of the facts appended to a match.
func (b *batch) queueCalls(tx *Tx, t *tableWork) {
	if len(t.rows) == 0 {
		return
	}
	b.calls.Queue(`insert into webhook_calls (hook_id, match_id, since, upto, next_at, queued_at) select h.id, $1, $2, $3, $4, $4 from webhooks h
		where h.off = '' and (h.match_id = $1 or h.scope = 'house' and $5::boolean
			or h.league_id in (select s.league_id from league_matches m join seasons s on s.id = m.season_id where m.match_id = $1))
		order by h.id returning id`, t.Row.ID, t.rows[0].seq-1, t.Row.Seq, tx.Now(), t.Row.Listed || t.Row.Terms.Watch).
		Query(func(rows pgx.Rows) (err error) {
			tx.calls, err = pgx.AppendRows(tx.calls, rows, pgx.RowTo[int64])
			return err
		})
}

// queueMail adds the notices in the order in which they were queued.
func (b *batch) queueMail(tx *Tx) {
	for _, n := range tx.mail {
		key, there := model.FitKey(n.Key), n.Match != 0
		if b.keys[key] == nil { // of two commands with the same key the first gets the number
			b.keys[key] = &tx.queued
		}
		b.add(aNotice, tx.Now(), tx.Now(), causeName(tx.cause), key, NullUnless(there, n.Match), NullUnless(there, n.Seat), NullUnless(n.Player != 0, n.Player),
			n.Address, n.Purpose, n.Step, n.Seq, string(CleanJSON(n.Params)), cmp.Or(n.MessageID, tx.db.NewMessageID()), cmp.Or(n.Rank, ranks[n.Purpose], 3))
	}
}

// queued gives each command the numbers of its notices. A key that existed before returns no number.
func (b *batch) queued(rows pgx.Rows) error {
	var id int64
	var key string
	_, err := pgx.ForEachRow(rows, []any{&id, &key}, func() error { *b.keys[key] = append(*b.keys[key], id); return nil })
	return err
}

// ranks are the priorities of letters, 1 being the most urgent; those of other purposes have 3. Turns come first, which
// matters when the relay allows only so many letters.
var ranks = map[model.Purpose]int{
	model.PurposeTurn: 1, model.PurposeEnd: 1, model.PurposeRound: 1,
	model.PurposeReceipt: 2, model.PurposeAsk: 2, model.PurposeInvite: 2,
}

// NewMessageID returns a Message-ID that no letter had before.
func (d *DB) NewMessageID() string { return token.MessageID(RandomHex(), d.opts.Domain) }

// RandomHex returns 80 random bits. They keep a Message-ID from being guessed, so whoever names it in
// In-Reply-To has seen the letter.
func RandomHex() string {
	var b [10]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

// signedArg is nil for a letter that is known by its hash alone.
func signedArg(l *model.Letter) []byte {
	if l.Signed == [32]byte{} {
		return nil
	}
	return l.Signed[:]
}

func letterArgs(l *model.Letter, now time.Time) []any {
	there := l.Match != 0
	return []any{l.Hash[:], model.FitKey(l.MessageID), l.Door, model.FitKey(l.Sender), CleanText(l.Subject), NullUnless(there, l.Match), NullUnless(there, l.Seat), NullUnless(there, l.Step),
		l.WordsHash[:], CleanText(l.Kept), l.State, CleanText(l.Why), l.Raw, l.ReceivedAt, now, signedArg(l)}
}
