package mail

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"time"

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
	Match      int64 // 0: none
	State      model.LetterState
	Why        string
}

const letterLines = `select encode(substring(hash for 6), 'hex'), received_at, taken_at, door, sender, coalesce(match_id, 0), state::text, why from letters `

// ListLettersIn lists the latest letters that came in, newest last.
func ListLettersIn(ctx context.Context, d *db.DB, q LetterQuery) ([]LetterLine, error) {
	latest, err := db.QueryRows[LetterLine](ctx, d.Pool(), letterLines+`
			where (state::text = $1 or $1 = '') and (match_id = $2 or $2 = 0) and taken_at >= $3 order by letters.id desc limit $4`,
		q.State, q.Match, q.Since, db.NullUnless(q.Limit > 0, q.Limit))
	slices.Reverse(latest)
	return latest, err
}

// ReadKeptWords returns the kept words of a sender's letters for a seat, by their Message-IDs. Somebody else may have written those
// that are held.
func ReadKeptWords(ctx context.Context, d *db.DB, match int64, seat int, sender string,
	ids []string) ([]string, error) {
	return db.QueryColumn[string](ctx, d.Pool(), "select kept from letters where match_id = $1 and seat = $2 and sender = $3 and message_id = any($4) and state <> 'hold'",
		match, seat, db.CleanText(sender), db.CleanTexts(ids))
}

// AskAboutHeldLetter returns the open question about a held letter of a player, 0 if there is none. letter is what the letter is known
// by, as it stands in the question.
func AskAboutHeldLetter(ctx context.Context, d *db.DB, sender, letter string, now time.Time) (int64, error) {
	return db.QueryValue[int64](ctx, d.Pool(), `select coalesce(max(asks.id), 0) from asks join addresses on addresses.player_id = asks.player_id
		where addresses.address = $1 and kind = 'held' and answer = '' and lapses_at > $3 and params->>'letter' = $2`, db.CleanText(sender), letter, now)
}

// CountFailedTry records that handling a letter has failed once more and returns how often it has.
func CountFailedTry(ctx context.Context, d *db.DB, hash [32]byte, why string, now time.Time) (int, error) {
	return db.QueryValue[int](ctx, d.Pool(), `insert into tries (hash, tries, error, at) values ($1, 1, $2, $3)
		on conflict (hash) do update set tries = tries.tries + 1, error = excluded.error, at = excluded.at returning tries`,
		hash[:], db.CleanText(why), now)
}

// ClaimDoorToken reports whether a token of a door is new, or came with this same letter before, as it does when
// a mail provider tries again. The token is remembered until its signature expires, at until.
func ClaimDoorToken(ctx context.Context, d *db.DB, door, token string, letter [32]byte, now, until time.Time) (bool, error) {
	key := sha256.Sum256([]byte(door + " " + token))
	first, err := db.QueryValue[bool](ctx, d, `insert into door_tokens as t (token, letter, until) values ($1, $2, $3)
		on conflict (token) do update set letter = excluded.letter, until = excluded.until where t.letter = excluded.letter or t.until <= $4
		returning true`, key[:], letter[:], until, now)
	if err != nil {
		return false, fmt.Errorf("token of a door: %w", err)
	}
	return first, nil
}
