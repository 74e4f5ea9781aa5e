package postgres

import (
	"pitpost.example/db"
	"pitpost.example/db/people"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// lookAtPeople is the part of Look about players and their addresses.
func (s *shell) lookAtPeople(question any) (any, error) {
	switch q := question.(type) {
	case world.Sender:
		return people.SenderOf(s.tx, q.Address)
	case world.Player:
		return people.ByID(s.tx.Context(), s.tx, q.ID)
	case world.Addresses:
		return people.Addresses(s.tx.Context(), s.tx, q.Player)
	case world.HostBlocked:
		return value[bool](s, `select exists (select from host_blocks b where b.host_id = $1
			and (mailbox(b.address) = mailbox($3) and $3 <> '' or $2 <> 0 and (b.player_id = $2
				or mailbox(b.address) in (select mailbox(a.address) from addresses a where a.player_id = $2))))`, q.Host, q.Player, db.Normalise(q.Address))
	case world.Unwanted:
		return value[bool](s, `select exists (select from addresses where mailbox(address) = mailbox($1)
			and (blocked_at is not null or barred_at is not null))`, db.Normalise(q.Address))
	case world.CodesSince:
		// Without the lock two requests at once could both find room for the last code.
		if err := s.tx.Exec("select from players where id = $1 for no key update", q.Player); err != nil {
			return nil, err
		}
		return value[int](s, "select count(*) from page_codes where player_id = $1 and asked_at > $2", q.Player, q.Since)
	case world.Signs:
		out := map[int64][]model.Sign{}
		var player int64
		var sign model.Sign
		err := db.Scan(s.tx.Context(), s.tx, []any{&player, &sign.Kind, &sign.Hash, &sign.Shared}, func() { out[player] = append(out[player], sign) },
			`select s.player_id, s.kind, s.hash, count(distinct o.player_id) from signs s join signs o on o.hash = s.hash and o.last_at >= $2
				where s.player_id = any($1) and s.last_at >= $2 group by 1, 2, 3 order by 1, 2, 3`, q.Players, s.tx.Now().Add(-model.SignLife))
		return out, err
	}
	return s.lookAtMatches(question)
}

// changePeople is the part of Do about players and their addresses.
func (s *shell) changePeople(change any) (any, error) {
	switch c := change.(type) {
	case *world.NewPlayer:
		if s.made++; s.made == 2 { // two commands could make the same players in another order, and wait for each other
			if err := s.tx.Alone(strangers); err != nil {
				return nil, err
			}
		}
		p, err := first(locked[model.Player](s, "insert into players (created_at) values ($1) returning "+people.Columns, s.tx.Now()))
		if err != nil {
			return nil, err
		}
		c.ID = p.ID
		return p, s.tx.Exec("insert into addresses (address, player_id, first, display) values ($1, $2, true, $3)", db.Normalise(c.Address), p.ID, db.Clean(c.Display))
	case model.Player:
		s.tx.Later("update players set lang = $2, zone = $3, settings = $4, away_from = $5, away_until = $6 where id = $1",
			c.ID, c.Lang, c.Zone, db.JSON(c.Settings), c.AwayFrom, c.AwayUntil)
	case model.Address:
		return s.do(`insert into addresses as a (address, player_id, first, display, proved_at, blocked_at, failing)
			values ($1, $2, false, $3, case when $4 then $6::timestamptz end, case when $5 then $6::timestamptz end, $7)
			on conflict (address) do update set proved_at = case when $4 then coalesce(a.proved_at, $6) end,
				blocked_at = case when $5 then coalesce(a.blocked_at, $6) end, failing = $7 where a.player_id = $2`,
			db.Normalise(c.Address), c.Player, db.Clean(c.Display), c.Proved, c.Blocked, s.tx.Now(), db.Clean(c.Failing))
	case *world.Bar: // it also ends sessions, and a barred player follows no match
		if c.Off {
			return s.changed("update addresses set barred_at = null where player_id = $1 and barred_at is not null", c.Player)
		}
		s.endSessions(c.Player)
		if err := s.tx.Exec("delete from watches where player_id = $1", c.Player); err != nil {
			return nil, err
		}
		return s.changed("update addresses set barred_at = $2 where player_id = $1 and barred_at is null", c.Player, s.tx.Now())
	case *world.HostBlocks:
		player := c.Player
		if c.Address != "" {
			player = 0
		}
		if c.Off {
			return s.changed("delete from host_blocks where host_id = $1 and mailbox(address) = mailbox($2) and player_id = $3", c.Host, db.Normalise(c.Address), player)
		}
		return s.changed("insert into host_blocks (host_id, address, player_id, blocked_at) values ($1, $2, $3, $4) on conflict do nothing",
			c.Host, db.Normalise(c.Address), player, s.tx.Now())
	case world.KeepSigns:
		for _, sign := range c.Signs {
			s.tx.Later(`insert into signs (player_id, last_at, kind, hash) values ($1, $2, $3, $4)
				on conflict (player_id, kind, hash) do update set letters = signs.letters + 1, last_at = greatest(signs.last_at, excluded.last_at)`,
				c.Player, s.tx.Now(), sign.Kind, sign.Hash)
		}
	default:
		return s.changePages(change)
	}
	return nil, nil
}

// changePages is the part of Do about the ways from letters to pages: sessions, links and keys.
func (s *shell) changePages(change any) (any, error) {
	switch c := change.(type) {
	case world.AddCode: // codes older than a day and sessions that have ended go
		s.tx.Later("delete from page_codes where asked_at < $1::timestamptz - interval '1 day'", s.tx.Now())
		s.tx.Later("delete from page_sessions where ends_at < $1", s.tx.Now())
		s.tx.Later("insert into page_codes (nonce, player_id, code, asked_at) values ($1, $2, $3, $4)", c.Nonce[:], c.Player, c.Code[:], s.tx.Now())
	case world.StopLinks: // links that are dead stay dead
		if !c.Off {
			s.tx.Later("update page_stops set off = false where match_id = $1 and seat = $2", c.Match, c.Seat)
			break
		}
		s.tx.Later(`insert into page_stops (match_id, seat, stopped_at, off) values ($1, $2, $3, true)
			on conflict (match_id, seat) do update set stopped_at = excluded.stopped_at, off = true`, c.Match, c.Seat, s.tx.Now())
		s.endSessions(c.Player)
	case world.KeepKey:
		s.tx.Later(`insert into seat_keys (match_id, seat, player_id, hash, made_at) values ($1, $2, $3, $4, $5)
			on conflict (match_id, seat) do update set player_id = excluded.player_id, hash = excluded.hash, made_at = excluded.made_at`,
			c.Match, c.Seat, c.Player, c.Hash[:], s.tx.Now())
	case world.DropKey:
		s.tx.Later("delete from seat_keys where match_id = $1 and seat = $2", c.Match, c.Seat)
	default:
		return s.changeMail(change)
	}
	return nil, nil
}

// endSessions ends a player's sessions, and the codes that would open one.
func (s *shell) endSessions(player int64) {
	s.tx.Later("delete from page_sessions where player_id = $1", player)
	s.tx.Later("delete from page_codes where player_id = $1", player)
}
