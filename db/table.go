package db

import (
	"cmp"
	"fmt"

	"github.com/jackc/pgx/v5"

	"pitpost.example/engine"
	"pitpost.example/model"
)

// Table returns a match with everything that belongs to it. It is read once and locked until the transaction
// ends. The error is ErrNoMatch if there is none.
func (tx *Tx) Table(id int64) (*model.Table, error) {
	if t, ok := tx.tables[id]; ok {
		return t.Table, nil
	}
	if id <= 0 {
		return nil, model.ErrNoMatch
	}
	endCall, err := tx.transact()
	if err != nil {
		return nil, err
	}
	defer endCall()
	if err := tx.lock(&pgx.Batch{}, id); err != nil {
		return nil, err
	}
	return tx.tables[id].Table, nil
}

// OpenTable creates a match with its first seats and gives it a number.
func (tx *Tx) OpenTable(row model.Match, seats []model.Seat) (*model.Table, error) {
	endCall, err := tx.transact()
	if err != nil {
		return nil, err
	}
	defer endCall()
	err = tx.conn.QueryRow(tx.ctx, `insert into matches (game, edition, options, terms, host, phase, word, listed, note, seed, created_at, referee, referee_address, referee_name)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, nullif($12::bigint, 0), $13, $14) returning id`,
		row.Game, row.Edition, EncodeJSON(row.Options), EncodeJSON(row.Terms), row.Host, row.Phase, row.Word, row.Listed, CleanText(row.Note), row.Seed[:],
		row.CreatedAt, row.Referee, model.FitKey(row.RefereeAddress), CleanText(row.RefereeName)).Scan(&row.ID)
	if err != nil {
		return nil, err
	}
	t := &model.Table{Row: row, Seats: seats, Match: row.Opened(tx.db.games(row.Game))}
	tx.tables[row.ID] = &tableWork{Table: t}
	return t, nil
}

// Append has facts written to the log when the command ends. They must already be numbered, stamped with Now
// and folded into t.Match.
func (tx *Tx) Append(t *model.Table, facts ...engine.Fact) {
	tw := tx.tables[t.Row.ID]
	for _, f := range facts {
		data, err := f.Data()
		if err != nil {
			tx.err = cmp.Or(tx.err, err)
			return
		}
		t.Row.Seq = f.Seq
		tw.rows = append(tw.rows, factRow{f.Seq, f.Version, f.Event.Kind(), f.Seat, string(CleanJSON(data))})
	}
}

// Say keeps what somebody said, which is no fact, and returns its number.
func (tx *Tx) Say(match int64, by, words string) (ref int64, err error) {
	if ref, err = QueryValue[int64](tx.ctx, tx, "select nextval(pg_get_serial_sequence('words', 'id'))"); err != nil {
		return 0, fmt.Errorf("a number for words: %w", err)
	}
	tx.Later("insert into words (id, match_id, by, said, at) overriding system value values ($1, $2, $3, $4, $5)", ref, match, by, CleanText(words), tx.Now())
	return ref, nil
}
