package people

import (
	"github.com/jackc/pgx/v5"

	"pitpost.example/db"
	"pitpost.example/model"
)

const askColumns = "id, player_id, address, coalesce(match_id, 0), coalesce(seat, 0), kind, params, asked_at, lapses_at, answer"

// NewAsk keeps a question and returns its number.
func NewAsk(tx *db.Tx, a model.Ask) (int64, error) {
	return db.Value[int64](tx.Context(), tx.Open(), `insert into asks (player_id, address, match_id, seat, kind, params, asked_at, lapses_at, answer)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
		a.Player, db.Normalise(a.Address), db.OrNull(a.Match != 0, a.Match), db.OrNull(a.Match != 0, a.Seat), a.Kind, db.CleanJSON(a.Params), a.AskedAt, a.LapsesAt, a.Answer)
}

// AskByID reads and locks a question; nil if there is none of that number.
func AskByID(tx *db.Tx, id int64) (*model.Ask, error) {
	return db.One(tx.Context(), tx.Open(), pgx.RowToStructByPos[model.Ask], "select "+askColumns+" from asks where id = $1 for update", id)
}

// OpenAsks lists the questions that a player has not answered and that have not lapsed.
func OpenAsks(tx *db.Tx, player int64) ([]model.Ask, error) {
	return asksWhere(tx, "player_id = $1 and answer = '' and lapses_at > $2", player, tx.Now())
}

// HeldAsks lists the questions about letters in a player's name that were held in the last hour or were about
// a match.
func HeldAsks(tx *db.Tx, player, match int64) ([]model.Ask, error) {
	return asksWhere(tx, "player_id = $1 and kind = 'held' and (asked_at > $2::timestamptz - interval '1 hour' or match_id = $3)", player, tx.Now(), match)
}

// MatchAsks lists the questions of one kind about a match: the open ones, or all of them.
func MatchAsks(tx *db.Tx, match int64, kind model.AskKind, all bool) ([]model.Ask, error) {
	return asksWhere(tx, "match_id = $1 and kind = $2 and (answer = '' or $3)", match, kind, all)
}

func asksWhere(tx *db.Tx, where string, args ...any) ([]model.Ask, error) {
	return db.Many(tx.Context(), tx, pgx.RowToStructByPos[model.Ask], "select "+askColumns+" from asks where "+where+" order by id", args...)
}

// SaveAsk keeps how a question was answered.
func SaveAsk(tx *db.Tx, id int64, answer model.Answer) error {
	return tx.Exec("update asks set answer = $2 where id = $1", id, answer)
}
