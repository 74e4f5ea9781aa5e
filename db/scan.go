package db

import (
	"github.com/jackc/pgx/v5"

	"pitpost.example/model"
)

const (
	// MatchColumns are read by ScanMatch.
	MatchColumns = "id, game, edition, options, terms, host, phase, word, listed, note, seed, seq, stamp, created_at, started_at, ended_at"
	// SeatColumns are those of a model.Seat, in its order.
	SeatColumns = "no, name, coalesce(player_id, 0), address, state, salt, stopped_at, bank, round, invited_at, reminded_at, standing"
	// ClockColumns are those of a model.Clock, in its order.
	ClockColumns = "seat, step, began, soft, due, reminded, stopped_at, stopped_why"
	// PlanColumns are those of a model.Plan, in its order.
	PlanColumns = "kind, lines, at"
)

// ScanMatch reads MatchColumns.
func ScanMatch(row pgx.CollectableRow) (m model.Match, err error) {
	var seed []byte
	err = row.Scan(&m.ID, &m.Game, &m.Edition, &m.Options, &m.Terms, &m.Host, &m.Phase, &m.Word, &m.Listed, &m.Note, &seed, &m.Seq, &m.Version,
		&m.CreatedAt, &m.StartedAt, &m.EndedAt)
	copy(m.Seed[:], seed)
	return m, err
}
