package db

import (
	"errors"

	"github.com/jackc/pgx/v5"
)

// ToldDaily is the last fact that a seat was told of, by a digest or a letter of the day
// before the notice $4.
const ToldDaily = `select greatest(
	(select coalesce(max(seq), 0) from outbox where match_id = $1 and seat = $2 and id < $4
		and purpose in ('turn', 'round', 'each', 'end') and state in ('written', 'sent')),
	(select coalesce(max((m->>'seq')::int), 0) from outbox, jsonb_array_elements(params->'matches') m
		where key > 'daily:' || $3::bigint || ':' and key < 'daily:' || $3::bigint || ';' and id < $4 and state in ('queued', 'written', 'sent') and (m->>'match')::bigint = $1))`

// DailyTold is the last fact of a match that a seat was told of before the notice id; 0 for
// none.
func (tx *Tx) DailyTold(match int64, seat int, player, id int64) (int, error) {
	return Value[int](tx.ctx, tx, ToldDaily, match, seat, player, id)
}

// DailyLetter is to whom a letter of the day went and what it asked about; player 0 where
// the notice is none.
func (tx *Tx) DailyLetter(id int64) (player int64, params []byte, err error) {
	err = tx.conn.QueryRow(tx.ctx, "select player_id, params from outbox where id = $1 and purpose = 'daily'", id).Scan(&player, &params)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, nil, nil
	}
	return player, params, err
}
