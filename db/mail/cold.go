package mail

import (
	"fmt"

	"github.com/jackc/pgx/v5"

	"pitpost.example/db"
	"pitpost.example/model"
)

// Cold counts what bears on one more cold letter of a host to an address; either may be empty.
// What this transaction has noted counts too, and no other counts until it ends.
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
			(select count(*) from day where kind = 'answer')`, host, db.Normalise(address), tx.Now())
	if err != nil {
		return model.ColdCounts{}, fmt.Errorf("counting cold letters: %w", err)
	}
	return *c, nil
}

// NoteCold counts a letter from here on.
func NoteCold(tx *db.Tx, c model.Cold) error {
	return tx.Exec("insert into cold_letters (kind, host_id, mailbox, match_id, seat, at) values ($1, $2, mailbox($3), $4, $5, $6)",
		c.Kind, c.Host, db.Normalise(c.Address), c.Match, c.Seat, tx.Now())
}
