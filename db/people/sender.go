package people

import (
	"context"
	"fmt"

	"pitpost.example/db"
	"pitpost.example/model"
)

// Sender reads who writes from an address, and how often they were answered, in one round trip: nearly every
// letter's command asks it.
func (r *Rows) Sender(address string) (model.Sender, error) {
	s := model.Sender{Address: model.Address{Address: model.FoldAddress(address)}}
	a, p := &s.Address, &s.Player
	err := db.ScanRows(r.Tx.Context(), r.Tx, []any{&a.Player, &a.First, &a.Proved, &a.Blocked, &a.Barred, &a.Failing, &a.Display,
		&p.ID, &p.Lang, &p.Zone, &p.Settings, &p.AwayFrom, &p.AwayUntil, &p.Keeper, &p.Called, &s.Keeps, &s.Answered, &s.Asked, &s.Last}, func() {}, `select coalesce(a.player_id, 0), coalesce(a.first, false), a.proved_at is not null, a.blocked_at is not null, a.barred_at is not null,
			coalesce(a.failing, ''), coalesce(a.display, ''), coalesce(p.id, 0), coalesce(p.lang, ''), coalesce(p.zone, ''), coalesce(p.settings, '{}'), p.away_from, p.away_until, coalesce(p.keeper_id, 0), coalesce(p.called, ''),
			exists (select from players k where k.keeper_id = p.id),
			o.n, o.asks, coalesce((select params::text from outbox where address = $1 and purpose = 'receipt'
				and queued_at > $2::timestamptz - interval '1 hour' order by queued_at desc, id desc limit 1), '')
		from (select) one left join addresses a on a.address = $1 left join players p on p.id = a.player_id
			cross join (select count(*) as n, count(*) filter (where purpose = 'ask') as asks from outbox
				where address = $1 and purpose in ('receipt', 'ask') and queued_at > $2::timestamptz - interval '1 hour') o`, a.Address, r.Tx.Now())
	if err != nil {
		return s, fmt.Errorf("what is known of a sender: %w", err)
	}
	return s, nil
}

// IsPlayerAddress reports whether an address is that of a player of this house.
func IsPlayerAddress(ctx context.Context, q db.Querier, address string) (bool, error) {
	return db.QueryValue[bool](ctx, q, "select exists (select from addresses where address = $1 and barred_at is null)", model.FoldAddress(address))
}
