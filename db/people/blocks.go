package people

import (
	"github.com/jackc/pgx/v5"

	"pitpost.example/db"
)

// HostBlocks keeps an address, or a player if address is "", out of a host's matches; with off it lets them
// in again. It reports whether that changed anything.
func HostBlocks(tx *db.Tx, host, player int64, address string, off bool) (bool, error) {
	if address != "" {
		player = 0
	}
	sql := "insert into host_blocks (host_id, address, player_id, blocked_at) values ($1, $2, $3, $4) on conflict do nothing"
	args := []any{host, db.Normalise(address), player, tx.Now()}
	if off {
		sql, args = "delete from host_blocks where host_id = $1 and mailbox(address) = mailbox($2) and player_id = $3", args[:3]
	}
	n, err := tx.Affected(sql, args...)
	return n > 0, err
}

// HostBlocked reports whether a host keeps an address out of their matches or, if player is set, that player
// or any of their addresses. A blocked address blocks its whole mailbox.
func HostBlocked(tx *db.Tx, host, player int64, address string) (bool, error) {
	return db.Value[bool](tx.Context(), tx, `select exists (select from host_blocks b where b.host_id = $1
		and (mailbox(b.address) = mailbox($3) and $3 <> '' or $2 <> 0 and (b.player_id = $2
			or mailbox(b.address) in (select mailbox(a.address) from addresses a where a.player_id = $2))))`, host, player, db.Normalise(address))
}

// Bar turns a player's letters away and sends them no mail; it also ends their sessions and stops them
// following matches. With off it lets them in again. It reports whether that changed anything.
func Bar(tx *db.Tx, player int64, off bool) (bool, error) {
	sql, args := "update addresses set barred_at = $2 where player_id = $1 and barred_at is null", []any{player, tx.Now()}
	if off {
		sql, args = "update addresses set barred_at = null where player_id = $1 and barred_at is not null", args[:1]
	}
	if !off {
		tx.Later("delete from page_sessions where player_id = $1", player)
		tx.Later("delete from page_codes where player_id = $1", player)
		tx.Later("delete from watches where player_id = $1", player)
	}
	n, err := tx.Affected(sql, args...)
	return n > 0, err
}

// Hosts lists, once each, the players who host a match that is not over. With all it lists every player who
// has proved an address.
func Hosts(tx *db.Tx, all bool) ([]int64, error) {
	sql := `select distinct s.player_id from matches m join seats s on s.match_id = m.id and s.no = m.host
		where s.player_id is not null and s.state = 'joined' and m.phase in ('lobby', 'running', 'paused') order by 1`
	if all {
		sql = "select id from players p where exists (select from addresses a where a.player_id = p.id and a.proved_at is not null) order by id"
	}
	return db.Many(tx.Context(), tx, pgx.RowTo[int64], sql)
}

// Unwanted reports whether the mailbox behind an address wants no invitations or is barred.
func Unwanted(tx *db.Tx, address string) (bool, error) {
	return db.Value[bool](tx.Context(), tx, `select exists (select from addresses where mailbox(address) = mailbox($1)
		and (blocked_at is not null or barred_at is not null))`, db.Normalise(address))
}

// SaidYes reports whether a player ever took a seat in a match of this host.
func SaidYes(tx *db.Tx, player, host int64) (bool, error) {
	return db.Value[bool](tx.Context(), tx, `select exists (select from seats s join matches m on m.id = s.match_id
		join seats h on h.match_id = m.id and h.no = m.host
		where s.player_id = $1 and h.player_id = $2 and s.state in ('joined', 'bot', 'left'))`, player, host)
}

// Opened counts the matches that a player opened and that are not over: rematches, or all others. League
// groups do not count.
func Opened(tx *db.Tx, player int64, rematches bool) (int, error) {
	return db.Value[int](tx.Context(), tx, `select count(*) from matches m join seats s on s.match_id = m.id and s.no = 0
		where s.player_id = $1 and m.phase in ('lobby', 'running', 'paused') and m.terms ? 'rematch' = $2 and not m.terms ? 'league'`,
		player, rematches)
}
