package db

// WroteTo says whether letters about a seat were queued for a player, who so held it once or
// was offered it; who left it for good is known for ever.
func (tx *Tx) WroteTo(match int64, seat int, player int64) (bool, error) {
	return Value[bool](tx.ctx, tx, `select exists (select from outbox where match_id = $1 and seat = $2 and player_id = $3)
		or exists (select from seat_changes where match_id = $1 and seat = $2 and player_id = $3)`,
		match, seat, player)
}
