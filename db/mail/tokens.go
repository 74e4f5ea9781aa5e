package mail

import (
	"context"
	"crypto/sha256"
	"fmt"
	"time"

	"pitpost.example/db"
)

// FirstUnder says whether a token that came by a door is new, or came with this very letter
// before, as it does when a provider tries again. It is remembered until its signature is no
// good any more.
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
