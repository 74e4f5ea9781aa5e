package db

import (
	"pitpost.example/model"
)

// NewAsk keeps a question and gives its number.
func (tx *Tx) NewAsk(a model.Ask) (int64, error) {
	return Value[int64](tx.ctx, tx.Open(), `insert into asks (player_id, address, match_id, seat, kind, params, asked_at, lapses_at, answer)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
		a.Player, Normalise(a.Address), OrNull(a.Match != 0, a.Match), OrNull(a.Match != 0, a.Seat), a.Kind, CleanJSON(a.Params), a.AskedAt, a.LapsesAt, a.Answer)
}

// Ask reads a question and locks it; nil if there is none of that number.
func (tx *Tx) Ask(id int64) (*model.Ask, error) {
	return One(tx.ctx, tx.Open(), scanAsk, "select "+askColumns+" from asks where id = $1 for update", id)
}

// OpenAsks are the questions a player has not answered and may still.
func (tx *Tx) OpenAsks(player int64) ([]model.Ask, error) {
	return tx.asks("player_id = $1 and answer = '' and lapses_at > $2", player, tx.Now())
}

// HeldThisHour counts the letters in a player's name that were held within an hour: those
// that answered a letter of ours, or those that did not.
func (tx *Tx) HeldThisHour(player int64, answering bool) (int, error) {
	return Value[int](tx.ctx, tx, `select count(*) from asks where player_id = $1 and kind = 'held' and asked_at > $2::timestamptz - interval '1 hour'
		and (params ? 'ref') = $3`, player, tx.Now(), answering)
}

// HeldAtStep says whether a letter was held that stopped the clock of a seat of the player at
// that step.
func (tx *Tx) HeldAtStep(player, match int64, step int) (bool, error) {
	return Value[bool](tx.ctx, tx, `select exists (select from asks where player_id = $1 and kind = 'held' and match_id = $2
		and (params->>'step')::int = $3)`, player, match, step)
}

// MatchAsks are the open questions of a kind about a match.
func (tx *Tx) MatchAsks(match int64, kind model.AskKind) ([]model.Ask, error) {
	return tx.asks("match_id = $1 and kind = $2 and answer = ''", match, kind)
}

// VoteAsks are all ballots of one vote, answered or not.
func (tx *Tx) VoteAsks(match int64, round string) ([]model.Ask, error) {
	return tx.asks("match_id = $1 and kind = 'vote' and params->>'round' = $2", match, round)
}

func (tx *Tx) asks(where string, args ...any) ([]model.Ask, error) {
	return Many(tx.ctx, tx, scanAsk, "select "+askColumns+" from asks where "+where+" order by id", args...)
}

// SaveAsk keeps an answer.
func (tx *Tx) SaveAsk(id int64, answer model.Answer) error {
	return tx.Exec("update asks set answer = $2 where id = $1", id, answer)
}
