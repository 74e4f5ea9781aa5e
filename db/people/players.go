// Package people keeps who plays: players and their addresses, whom hosts keep out, seats that change hands, stand-ins,
// and the sessions and keys by which pages and programs know people.
package people

import (
	"context"

	"pitpost.example/db"
	"pitpost.example/model"
)

const (
	// Columns are the columns of a model.Player, in the order of its fields.
	Columns = "id, lang, zone, settings, away_from, away_until, coalesce(keeper_id, 0), called"
	// AddressColumns are the columns of a model.Address, in the order of its fields.
	AddressColumns = "address, player_id, first, proved_at is not null, blocked_at is not null, barred_at is not null, failing, display"
)

// PlayerByID reads a player; nil if there is none.
func PlayerByID(ctx context.Context, q db.Querier, id int64) (*model.Player, error) {
	return db.QueryFirst[model.Player](ctx, q, "select "+Columns+" from players where id = $1", id)
}

// FirstAddress returns the address that a player's mail goes to, "" if there is none.
func FirstAddress(ctx context.Context, q db.Querier, player int64) (string, error) {
	return db.QueryValue[string](ctx, q, "select address from addresses where first and player_id = "+mailboxOf, player)
}

// ListAddresses lists a player's addresses, the first address first.
func ListAddresses(ctx context.Context, q db.Querier, player int64) ([]model.Address, error) {
	return db.QueryRows[model.Address](ctx, q, "select "+AddressColumns+" from addresses where player_id = "+mailboxOf+" order by first desc, address", player)
}

// mailboxOf selects the player whose addresses a player has: their own, or the one whose mailbox they write from.
const mailboxOf = "(select coalesce(keeper_id, id) from players where id = $1)"

// ListPlayers lists all players by number.
func ListPlayers(ctx context.Context, q db.Querier) ([]model.Player, error) {
	return db.QueryRows[model.Player](ctx, q, "select "+Columns+" from players order by id")
}

// Rows is what a command asks and changes of people. Its methods are promised in house/world's Port.
type Rows struct {
	Tx   *db.Tx
	made int // players
}

func (r *Rows) Player(id int64) (*model.Player, error) { return PlayerByID(r.Tx.Context(), r.Tx, id) }

func (r *Rows) NewPlayer(address, display string) (*model.Player, error) {
	if r.made++; r.made == 2 { // two commands could make the same players in another order, and wait for each other
		if err := r.Tx.Alone(db.Strangers); err != nil {
			return nil, err
		}
	}
	p, err := db.QueryFirst[model.Player](r.Tx.Context(), r.Tx.Open(), "insert into players (created_at) values ($1) returning "+Columns, r.Tx.Now())
	if err != nil {
		return nil, err
	}
	return p, r.Tx.Exec("insert into addresses (address, player_id, first, display) values ($1, $2, true, $3)", model.FoldAddress(address), p.ID, db.CleanText(display))
}

func (r *Rows) NewKeptPlayer(keeper int64, called string) (*model.Player, error) {
	if err := r.Tx.Alone(db.Strangers); err != nil {
		return nil, err
	}
	return db.QueryFirst[model.Player](r.Tx.Context(), r.Tx.Open(), "insert into players (created_at, keeper_id, called) values ($1, $2, $3) returning "+Columns,
		r.Tx.Now(), keeper, db.CleanText(called))
}

func (r *Rows) KeptPlayers(keeper int64) ([]model.Player, error) {
	return db.QueryRows[model.Player](r.Tx.Context(), r.Tx, "select "+Columns+" from players where keeper_id = $1 order by id", keeper)
}

func (r *Rows) SavePlayer(p model.Player) error {
	r.Tx.Later("update players set lang = $2, zone = $3, settings = $4, away_from = $5, away_until = $6 where id = $1",
		p.ID, p.Lang, p.Zone, db.EncodeJSON(p.Settings), p.AwayFrom, p.AwayUntil)
	return nil
}

func (r *Rows) Addresses(player int64) ([]model.Address, error) {
	return ListAddresses(r.Tx.Context(), r.Tx, player)
}

func (r *Rows) SaveAddress(a model.Address) error {
	return r.Tx.Exec(`insert into addresses as a (address, player_id, first, display, proved_at, blocked_at, failing)
		values ($1, $2, false, $3, case when $4 then $6::timestamptz end, case when $5 then $6::timestamptz end, $7)
		on conflict (address) do update set proved_at = case when $4 then coalesce(a.proved_at, $6) end,
			blocked_at = case when $5 then coalesce(a.blocked_at, $6) end, failing = $7 where a.player_id = $2`,
		model.FoldAddress(a.Address), a.Player, db.CleanText(a.Display), a.Proved, a.Blocked, r.Tx.Now(), db.CleanText(a.Failing))
}

func (r *Rows) Unwanted(address string) (bool, error) {
	return db.QueryValue[bool](r.Tx.Context(), r.Tx, `select exists (select from addresses where mailbox(address) = mailbox($1)
		and (blocked_at is not null or barred_at is not null))`, model.FoldAddress(address))
}

// Bar turns a player's letters away. It also ends sessions, and a barred player follows no match.
func (r *Rows) Bar(player int64, off bool) (bool, error) {
	if off {
		return r.Tx.Changed("update addresses set barred_at = null where player_id = $1 and barred_at is not null", player)
	}
	r.endSessions(player)
	if err := r.Tx.Exec("delete from watches where player_id = $1", player); err != nil {
		return false, err
	}
	return r.Tx.Changed("update addresses set barred_at = $2 where player_id = $1 and barred_at is null", player, r.Tx.Now())
}

func (r *Rows) HostBlocked(b model.Block) (bool, error) {
	return db.QueryValue[bool](r.Tx.Context(), r.Tx, `select exists (select from host_blocks b where b.host_id = $1
		and (mailbox(b.address) = mailbox($3) and $3 <> '' or $2 <> 0 and (b.player_id = $2
			or mailbox(b.address) in (select mailbox(a.address) from addresses a where a.player_id = $2))))`, b.Host, b.Player, model.FoldAddress(b.Address))
}

func (r *Rows) SetBlock(b model.Block, off bool) (bool, error) {
	if b.Address != "" {
		b.Player = 0
	}
	if off {
		return r.Tx.Changed("delete from host_blocks where host_id = $1 and mailbox(address) = mailbox($2) and player_id = $3", b.Host, model.FoldAddress(b.Address), b.Player)
	}
	return r.Tx.Changed("insert into host_blocks (host_id, address, player_id, blocked_at) values ($1, $2, $3, $4) on conflict do nothing",
		b.Host, model.FoldAddress(b.Address), b.Player, r.Tx.Now())
}

func (r *Rows) Signs(players []int64) (map[int64][]model.Sign, error) {
	out := map[int64][]model.Sign{}
	var player int64
	var sign model.Sign
	err := db.ScanRows(r.Tx.Context(), r.Tx, []any{&player, &sign.Kind, &sign.Hash, &sign.Shared}, func() { out[player] = append(out[player], sign) },
		`select s.player_id, s.kind, s.hash, count(distinct o.player_id) from signs s join signs o on o.hash = s.hash and o.last_at >= $2
			where s.player_id = any($1) and s.last_at >= $2 group by 1, 2, 3 order by 1, 2, 3`, players, r.Tx.Now().Add(-model.SignLife))
	return out, err
}

func (r *Rows) AddSigns(player int64, signs []model.Sign) error {
	for _, sign := range signs {
		r.Tx.Later(`insert into signs (player_id, last_at, kind, hash) values ($1, $2, $3, $4)
			on conflict (player_id, kind, hash) do update set letters = signs.letters + 1, last_at = greatest(signs.last_at, excluded.last_at)`,
			player, r.Tx.Now(), sign.Kind, sign.Hash)
	}
	return nil
}
