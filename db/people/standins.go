package people

import (
	"context"

	"pitpost.example/db"
	"pitpost.example/model"
)

// Sits is an expression that counts the seats that the player of row s took over and still plays.
const Sits = `(select count(*) from seats x join matches m on m.id = x.match_id
	where x.player_id = s.player_id and x.state in ('joined', 'bot') and m.phase in ('running', 'paused')
		and exists (select from seat_changes c where c.match_id = x.match_id and c.seat = x.no and c.what = 'taken' and c.player_id = s.player_id))`

// SelectStandins selects stand-ins; the caller adds which of them.
const SelectStandins = `select s.player_id, s.games, s.most, s.since, s.asked_at, p.lang, coalesce(a.address, ''), ` + Sits + `
	from standins s join players p on p.id = s.player_id left join addresses a on a.player_id = s.player_id and a.first `

// Standins lists everybody on the stand-in list, the longest on it first.
func Standins(ctx context.Context, d *db.DB) ([]model.Standin, error) {
	return db.Many[model.Standin](ctx, d, SelectStandins+"order by s.since, s.player_id")
}

// SeatChanges lists the changes of hands that a condition selects, by match and in the order they happened.
func SeatChanges(ctx context.Context, q db.Querier, where string, args ...any) ([]model.SeatChange, error) {
	return db.Many[model.SeatChange](ctx, q, "select match_id, seat, what, player_id, why, seq, place, score, at from seat_changes where "+
		where+" order by match_id, seq, what, seat", args...)
}
