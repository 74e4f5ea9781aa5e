package db

import (
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"pitpost.example/model"
)

// MatchColumns are read by ScanMatch.
const MatchColumns = "id, game, edition, options, terms, host, phase, word, listed, note, seed, seq, stamp, created_at, started_at, ended_at"

// ScanMatch reads MatchColumns.
func ScanMatch(row pgx.CollectableRow) (model.Match, error) {
	var m model.Match
	var options, terms, seed []byte
	err := row.Scan(&m.ID, &m.Game, &m.Edition, &options, &terms, &m.Host, &m.Phase, &m.Word, &m.Listed, &m.Note, &seed, &m.Seq, &m.Version,
		&m.CreatedAt, &m.StartedAt, &m.EndedAt)
	if err != nil {
		return m, err
	}
	copy(m.Seed[:], seed)
	if err := json.Unmarshal(options, &m.Options); err != nil {
		return m, fmt.Errorf("options of match %d: %w", m.ID, err)
	}
	if err := json.Unmarshal(terms, &m.Terms); err != nil {
		return m, fmt.Errorf("terms of match %d: %w", m.ID, err)
	}
	return m, nil
}

// SeatColumns are read by ScanSeat.
const SeatColumns = "no, name, coalesce(player_id, 0), address, state, salt, stopped_at, bank, round, invited_at, reminded_at, standing"

// ScanSeat reads SeatColumns.
func ScanSeat(row pgx.CollectableRow) (model.Seat, error) {
	var s model.Seat
	var standing []byte
	err := row.Scan(&s.No, &s.Name, &s.Player, &s.Address, &s.State, &s.Salt, &s.Stopped, &s.Bank, &s.Round, &s.Invited, &s.Reminded, &standing)
	if err != nil {
		return s, err
	}
	if err := json.Unmarshal(standing, &s.Standing); err != nil {
		return s, fmt.Errorf("standing plans: %w", err)
	}
	return s, nil
}

// ClockColumns are read by ScanClock.
const ClockColumns = "seat, step, began, soft, due, reminded, stopped_at, stopped_why"

// ScanClock reads ClockColumns.
func ScanClock(row pgx.CollectableRow) (model.Clock, error) {
	var c model.Clock
	err := row.Scan(&c.Seat, &c.Step, &c.Began, &c.Soft, &c.Due, &c.Reminded, &c.StoppedAt, &c.StoppedWhy)
	return c, err
}

// PlanColumns are read by ScanPlan.
const PlanColumns = "kind, lines, at"

// ScanPlan reads PlanColumns.
func ScanPlan(row pgx.CollectableRow) (model.Plan, error) {
	var p model.Plan
	var lines []byte
	if err := row.Scan(&p.Kind, &lines, &p.At); err != nil {
		return p, err
	}
	if err := json.Unmarshal(lines, &p.Lines); err != nil {
		return p, fmt.Errorf("plan: %w", err)
	}
	return p, nil
}
