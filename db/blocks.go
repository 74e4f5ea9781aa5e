package db

import "github.com/jackc/pgx/v5"

// HostBlocks keeps an address, or with none a player, from the matches of a host, or lets
// them in again. It says whether that changed anything.
func (tx *Tx) HostBlocks(host, player int64, address string, off bool) (bool, error) {
	if address != "" {
		player = 0
	}
	sql := "insert into host_blocks (host_id, address, player_id, blocked_at) values ($1, $2, $3, $4) on conflict do nothing"
	args := []any{host, Normalise(address), player, tx.Now()}
	if off {
		sql, args = "delete from host_blocks where host_id = $1 and mailbox(address) = mailbox($2) and player_id = $3", args[:3]
	}
	n, err := tx.Affected(sql, args...)
	return n > 0, err
}

// HostBlocked says whether a host keeps an address, or with a player given that one or any
// address of theirs, from their matches. An address that is kept away stands for its mailbox.
func (tx *Tx) HostBlocked(host, player int64, address string) (bool, error) {
	return Value[bool](tx.ctx, tx, `select exists (select from host_blocks b where b.host_id = $1
		and (mailbox(b.address) = mailbox($3) and $3 <> '' or $2 <> 0 and (b.player_id = $2
			or mailbox(b.address) in (select mailbox(a.address) from addresses a where a.player_id = $2))))`, host, player, Normalise(address))
}

// HostedBy lists the matches of a host that wait, run or stand paused.
func (tx *Tx) HostedBy(host int64) ([]int64, error) {
	return Many(tx.ctx, tx, pgx.RowTo[int64], `select m.id from matches m join seats s on s.match_id = m.id and s.no = m.host
		where s.player_id = $1 and m.phase in ('lobby', 'running', 'paused') order by m.id`, host)
}

// Bar turns all letters from a player's addresses away, and keeps closes their sessions, follows
// no match for them and keeps all mail from them; off ends that. It says whether that changed anything.
func (tx *Tx) Bar(player int64, off bool) (bool, error) {
	sql, args := "update addresses set barred_at = $2 where player_id = $1 and barred_at is null", []any{player, tx.Now()}
	if off {
		sql, args = "update addresses set barred_at = null where player_id = $1 and barred_at is not null", args[:1]
	}
	if !off {
		tx.Later("delete from page_sessions where player_id = $1", player)
		tx.Later("delete from page_codes where player_id = $1", player)
		tx.Later("delete from watches where player_id = $1", player)
	}
	tx.ahead = nil
	n, err := tx.Affected(sql, args...)
	return n > 0, err
}

// Seated lists the matches in which a player has a seat that is not over yet.
func (tx *Tx) Seated(player int64) ([]int64, error) {
	return Many(tx.ctx, tx, pgx.RowTo[int64], `select m.id from matches m join seats s on s.match_id = m.id
		where s.player_id = $1 and s.state in ('invited', 'joined', 'bot') and m.phase in ('lobby', 'running', 'paused') order by m.id`, player)
}

// Hosts lists who holds the host's chair of a match that is not over, each once; all players
// with all.
func (tx *Tx) Hosts(all bool) ([]int64, error) {
	sql := `select distinct s.player_id from matches m join seats s on s.match_id = m.id and s.no = m.host
		where s.player_id is not null and s.state = 'joined' and m.phase in ('lobby', 'running', 'paused') order by 1`
	if all {
		sql = "select id from players p where exists (select from addresses a where a.player_id = p.id and a.proved_at is not null) order by id"
	}
	return Many(tx.ctx, tx, pgx.RowTo[int64], sql)
}
