package people

import (
	"github.com/jackc/pgx/v5"

	"pitpost.example/db"
	"pitpost.example/model"
)

const seatOfferColumns = "match_id, player_id, seat, ask_id, by, offered_at, until, state"

// Offers lists all offers of seats of a match, whatever became of them. It opens the transaction, which locks
// the match at hand, so that none is made or ended meanwhile.
func Offers(tx *db.Tx, match int64) ([]model.SeatOffer, error) {
	return db.Many(tx.Context(), tx.Open(), pgx.RowToStructByPos[model.SeatOffer], "select "+seatOfferColumns+" from seat_offers where match_id = $1", match)
}

// SaveOffer keeps an offer of a seat or how it ended. It replaces an earlier offer of the same match to the
// same player.
func SaveOffer(tx *db.Tx, o model.SeatOffer) error {
	err := tx.Exec(`insert into seat_offers (`+seatOfferColumns+`) values ($1, $2, $3, $4, $5, $6, $7, $8)
		on conflict (match_id, player_id) do update set seat = excluded.seat, ask_id = excluded.ask_id, by = excluded.by,
			offered_at = excluded.offered_at, until = excluded.until, state = excluded.state`,
		o.Match, o.Player, o.Seat, o.Ask, o.By, o.At, o.Until, o.State)
	if err != nil || o.State != model.OfferOpen {
		return err
	}
	return tx.Exec("update standins set asked_at = $2 where player_id = $1", o.Player, o.At)
}

// NoteSeatChange records that a seat changed hands.
func NoteSeatChange(tx *db.Tx, c model.SeatChange) error {
	return tx.Exec(`insert into seat_changes (match_id, seat, what, player_id, why, seq, place, score, at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
		on conflict do nothing`, c.Match, c.Seat, c.What, c.Player, c.Why, c.Seq, c.Place, c.Score, tx.Now())
}

// SeatChanges lists the changes of hands of a match in the order they happened.
func SeatChanges(tx *db.Tx, match int64) ([]model.SeatChange, error) {
	return seatChanges(tx, "match_id = $1", match)
}

// Left lists the seats that a player left for good in matches still being played.
func Left(tx *db.Tx, player int64) ([]model.SeatChange, error) {
	return seatChanges(tx, `player_id = $1 and what = 'left' and exists (select from matches m where m.id = match_id and m.phase in ('running', 'paused'))`, player)
}

func seatChanges(tx *db.Tx, where string, args ...any) ([]model.SeatChange, error) {
	return db.Many(tx.Context(), tx, pgx.RowToStructByPos[model.SeatChange], "select match_id, seat, what, player_id, why, seq, place, score, at from seat_changes where "+
		where+" order by match_id, seq, what, seat", args...)
}
