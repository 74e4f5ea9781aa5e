// Package people keeps who plays: players and their addresses, what they are asked, seats that change hands,
// stand-ins, and the sessions and keys by which pages and programs know people.
package people

import (
	"context"

	"github.com/jackc/pgx/v5"

	"pitpost.example/db"
	"pitpost.example/model"
)

const (
	// Columns are the columns of a model.Player, in the order of its fields.
	Columns = "id, lang, zone, settings, away_from, away_until"
	// AddressColumns are the columns of a model.Address, in the order of its fields.
	AddressColumns = "address, player_id, first, proved_at is not null, blocked_at is not null, barred_at is not null, failing, display"
)

// ByID reads a player; nil if there is none.
func ByID(ctx context.Context, q db.Querier, id int64) (*model.Player, error) {
	return db.One(ctx, q, pgx.RowToStructByPos[model.Player], "select "+Columns+" from players where id = $1", id)
}

// FirstAddress returns the address that a player's mail goes to, "" if there is none.
func FirstAddress(ctx context.Context, q db.Querier, player int64) (string, error) {
	return db.Value[string](ctx, q, "select address from addresses where player_id = $1 and first", player)
}

// Addresses lists a player's addresses, the first address first.
func Addresses(ctx context.Context, q db.Querier, player int64) ([]model.Address, error) {
	return db.Many(ctx, q, pgx.RowToStructByPos[model.Address], "select "+AddressColumns+" from addresses where player_id = $1 order by first desc, address", player)
}

// All lists all players by number.
func All(ctx context.Context, q db.Querier) ([]model.Player, error) {
	return db.Many(ctx, q, pgx.RowToStructByPos[model.Player], "select "+Columns+" from players order by id")
}

// NewPlayer creates a player with a first address and returns their number.
func NewPlayer(tx *db.Tx, address, display string) (id int64, err error) {
	if id, err = db.Value[int64](tx.Context(), tx.Open(), "insert into players (created_at) values ($1) returning id", tx.Now()); err != nil {
		return 0, err
	}
	return id, tx.Exec("insert into addresses (address, player_id, first, display) values ($1, $2, true, $3)", db.Normalise(address), id, db.Clean(display))
}

// SavePlayer keeps a player's row.
func SavePlayer(tx *db.Tx, p *model.Player) {
	tx.Later("update players set lang = $2, zone = $3, settings = $4, away_from = $5, away_until = $6 where id = $1",
		p.ID, p.Lang, p.Zone, db.JSON(p.Settings), p.AwayFrom, p.AwayUntil)
}

// AddAddress gives a player another address. An address that belongs to somebody stays theirs.
func AddAddress(tx *db.Tx, a model.Address) {
	tx.Later(`insert into addresses (address, player_id, first, proved_at, display) values ($1, $2, false, case when $3 then $4::timestamptz end, $5)
		on conflict (address) do nothing`, db.Normalise(a.Address), a.Player, a.Proved, tx.Now(), db.Clean(a.Display))
}

// SaveAddress keeps whether an address is proved, blocked or failing.
func SaveAddress(tx *db.Tx, a model.Address) {
	tx.Later(`update addresses set proved_at = case when $2 then coalesce(proved_at, $4::timestamptz) end,
		blocked_at = case when $3 then coalesce(blocked_at, $4::timestamptz) end, failing = $5 where address = $1`,
		db.Normalise(a.Address), a.Proved, a.Blocked, tx.Now(), db.Clean(a.Failing))
}

// Acquainted returns, in order, those of players who have a seat in a match of this game that has started.
func Acquainted(tx *db.Tx, game string, players []int64) ([]int64, error) {
	return db.Many(tx.Context(), tx, pgx.RowTo[int64], `select distinct s.player_id from seats s join matches m on m.id = s.match_id
		where s.player_id = any($1) and s.state in ('joined', 'bot') and m.game = $2 and m.started_at is not null order by s.player_id`, players, game)
}

// MatchesOf lists a player's matches that are waiting, running or paused, and unless open is set those that
// ended in the last thirty days.
func MatchesOf(tx *db.Tx, player int64, open bool) ([]int64, error) {
	return db.Many(tx.Context(), tx, pgx.RowTo[int64], `select m.id from matches m join seats s on s.match_id = m.id
		where s.player_id = $1 and s.state in ('invited', 'joined', 'bot')
			and (m.phase in ('lobby', 'running', 'paused') or not $3 and m.ended_at > $2::timestamptz - interval '30 days' and m.started_at is not null)
		order by m.id`, player, tx.Now(), open)
}
