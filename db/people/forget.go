package people

import (
	"context"
	"strings"
	"time"

	"pitpost.example/db"
	"pitpost.example/model"
)

func (r *Rows) Forgotten(hash string) (model.Forgotten, error) {
	one, err := db.QueryFirst[model.Forgotten](r.Tx.Context(), r.Tx, "select blocked, barred from forgotten where hash = $1", hash)
	if one == nil {
		return model.Forgotten{}, err
	}
	return *one, err
}

func (r *Rows) EverSat(player, after int64) ([]int64, error) {
	return db.QueryColumn[int64](r.Tx.Context(), r.Tx, `select match_id from seats where player_id = $1 and match_id > $2
		union select match_id from seat_changes where player_id = $1 and match_id > $2
		union select id from matches where (referee = $1 or terms->'refereed' @> to_jsonb($1::bigint)) and id > $2 order by 1`, player, after)
}

func (r *Rows) HasUnsent(player int64) (bool, error) {
	return db.QueryValue[bool](r.Tx.Context(), r.Tx, "select exists (select from outbox where player_id = $1 and state in ('queued', 'written'))", player)
}

// heldWhenSaid restricts words w at seat s to those that a player ($1) said, while they held the seat.
const heldWhenSaid = `(s.player_id = $1 and w.at >= coalesce((select max(c.at) from seat_changes c where c.match_id = s.match_id and c.seat = s.no and c.what = 'taken'
		and c.player_id = $1), '-infinity') or exists (select from seat_changes c where c.match_id = s.match_id and c.seat = s.no and c.what = 'left' and c.player_id = $1
		and w.at <= c.at and w.at >= coalesce((select max(t.at) from seat_changes t where t.match_id = s.match_id and t.seat = s.no and t.what = 'taken' and t.at < c.at), '-infinity')))`

// forgets are the statements that forget a player ($1), in order. Their addresses are still known to all but the last.
var forgets = []string{
	`update words w set said = '' from seats s where s.match_id = w.match_id and (s.name = w.by or w.by = (select f.key from matches m, jsonb_each_text(m.terms->'former') f
		where m.id = w.match_id and f.value = s.name limit 1)) and ` + heldWhenSaid,
	"update words w set by = f.value from matches m, jsonb_each_text(m.terms->'former') f where m.id = w.match_id and f.key = w.by and m.id in (select match_id from seat_changes where player_id = $1 union select match_id from seats where player_id = $1)",
	"update letters set sender = '', subject = '', message_id = '', kept = '', why = '', raw = null where sender in (select address from addresses where player_id = $1)",
	"update outbox set params = '{}', raw = null where state = 'sent' and key in (select 'report:' || id from asks where kind = 'report' and (params->>'by')::bigint = $1)",
	"update asks set params = '{}', answer = case when answer = '' then 'gone' else answer end where kind = 'report' and (params->>'by')::bigint = $1",
	"update asks set params = '{}', answer = case when answer = '' then 'gone' else answer end where kind = 'held' and params->>'from' in (select address from addresses where player_id = $1)",
	"update asks set address = '', params = '{}', answer = case when answer = '' then 'gone' else answer end where player_id = $1",
	"delete from outbox where player_id = $1 or address in (select address from addresses where player_id = $1)",
	"delete from bounces where address in (select address from addresses where player_id = $1)",
	"delete from cold_letters where host_id = $1 or mailbox in (select mailbox(address) from addresses where player_id = $1)",
	"update seats set address = '', standing = standing - array['memo', 'deaf', 'acts', 'untold', 'noted'] where player_id = $1",
	`update entrants e set address = '', shown = 'Former' || (select case when count(*) = 0 then '' else '-' || chr(97 + count(*)::int) end from entrants o
		where o.season_id = e.season_id and o.shown <> '') where player_id = $1`,
	"delete from entrants e using seasons s where s.id = e.season_id and s.drawn_at is null and e.player_id = $1",
	"delete from league_organisers where player_id = $1",
	"delete from standins where player_id = $1",
	"delete from watches where player_id = $1",
	"delete from signs where player_id = $1",
	"delete from page_codes where player_id = $1",
	"delete from page_sessions where player_id = $1",
	"delete from seat_keys where player_id = $1",
	"delete from webhooks where player_id = $1",
	"delete from host_blocks where host_id = $1",
	"update players set lang = 'en', zone = 'UTC', settings = '{}', away_from = null, away_until = null, called = '', keeper_id = null, forgotten_at = $2 where id = $1",
	"delete from addresses where player_id = $1",
}

// Forget forgets a player. Blocks of their addresses stay, under hashes.
func (r *Rows) Forget(f model.Forgetting) error {
	for address, hash := range f.Hashes {
		err := r.Tx.Exec(`insert into forgotten as f (hash, blocked, barred, at) select $2, blocked_at is not null, barred_at is not null, $3 from addresses where address = $1
			on conflict (hash) do update set blocked = f.blocked or excluded.blocked, barred = f.barred or excluded.barred, at = excluded.at`, address, hash, r.Tx.Now())
		if err == nil {
			err = r.Tx.Exec(`insert into host_blocks (host_id, address, blocked_at) select host_id, $3, min(blocked_at) from host_blocks
				where mailbox(address) = mailbox($1) and address <> '' or player_id = $2 group by host_id on conflict do nothing`, address, f.Player, model.HashedBlock(hash))
		}
		if err == nil {
			err = r.Tx.Exec("delete from host_blocks where mailbox(address) = mailbox($1) and address <> '' or player_id = $2", address, f.Player)
		}
		if err != nil {
			return err
		}
	}
	for _, sql := range forgets {
		args := []any{f.Player}
		if strings.Contains(sql, "$2") {
			args = append(args, r.Tx.Now())
		}
		if err := r.Tx.Exec(sql, args...); err != nil {
			return err
		}
	}
	return nil
}

// IsForgotten reports whether a player was forgotten.
func IsForgotten(ctx context.Context, q db.Querier, player int64) (bool, error) {
	return db.QueryValue[bool](ctx, q, "select exists (select from players where id = $1 and forgotten_at is not null)", player)
}

// ListForgotten lists when mailboxes were forgotten, by hash.
func ListForgotten(ctx context.Context, q db.Querier) (map[string]time.Time, error) {
	return db.QueryPairs[string, time.Time](ctx, q, "select hash, at from forgotten")
}

// Owner is whose an address is, and since when they are known here.
type Owner struct {
	Address string
	Player  int64
	Since   time.Time
}

// ListOwners lists all addresses with their players.
func ListOwners(ctx context.Context, q db.Querier) ([]Owner, error) {
	return db.QueryRows[Owner](ctx, q, "select a.address, p.id, p.created_at from addresses a join players p on p.id = a.player_id order by a.address")
}
