package db

import (
	"encoding/json"

	"github.com/jackc/pgx/v5"

	"pitpost.example/model"
)

const (
	// LeagueColumns are read by ScanLeague.
	LeagueColumns = "id, name, rules, created_at, ended_at"
	// SeasonColumns are read by ScanSeason.
	SeasonColumns = "id, league_id, no, state, rules, seed, opened_at, muster_at, starts_at, ends_at, drawn_at, closed_at, late_draws"
)

// ScanLeague reads LeagueColumns.
func ScanLeague(row pgx.CollectableRow) (model.League, error) {
	var l model.League
	err := row.Scan(&l.ID, &l.Name, &l.Rules, &l.CreatedAt, &l.EndedAt)
	return l, err
}

// ScanSeason reads the columns of a season.
func ScanSeason(row pgx.CollectableRow) (model.Season, error) {
	var s model.Season
	var seed []byte
	err := row.Scan(&s.ID, &s.League, &s.No, &s.State, &s.Rules, &seed, &s.OpenedAt, &s.MusterAt, &s.StartsAt, &s.EndsAt, &s.DrawnAt, &s.ClosedAt, &s.Late)
	copy(s.Seed[:], seed)
	return s, err
}

const (
	// AskLeagues lists all leagues.
	AskLeagues = "select " + LeagueColumns + " from leagues order by lower(name)"
	// AskLeague asks for one by its name.
	AskLeague = "select " + LeagueColumns + " from leagues where lower(name) = lower($1)"
	// AskSeason asks for a season of a league by its number, or with 0 for the latest.
	AskSeason = "select " + SeasonColumns + " from seasons where league_id = $1 and (no = $2 or $2 = 0) order by no desc limit 1"
	// AskOrganiser lists who runs a league.
	AskOrganiser = "select player_id from league_organisers where league_id = $1 order by player_id"
)

// Leagues lists all leagues by name.
func (tx *Tx) Leagues() ([]model.League, error) { return Many(tx.ctx, tx, ScanLeague, AskLeagues) }

// LeagueNamed finds a league without regard to case; nil if there is none.
func (tx *Tx) LeagueNamed(name string) (*model.League, error) {
	return One(tx.ctx, tx, ScanLeague, AskLeague, Clean(name))
}

// League reads a league by its number; nil if there is none.
func (tx *Tx) League(id int64) (*model.League, error) {
	return One(tx.ctx, tx, ScanLeague, "select "+LeagueColumns+" from leagues where id = $1", id)
}

// NewLeague makes a league; nil, nil if the name is taken.
func (tx *Tx) NewLeague(name string, rules json.RawMessage) (*model.League, error) {
	return One(tx.ctx, tx.Open(), ScanLeague, "insert into leagues (name, rules, created_at) values ($1, $2, $3) on conflict do nothing returning "+LeagueColumns,
		Clean(name), CleanJSON(rules), tx.Now())
}

// SaveLeague keeps a league's rules and whether it has ended.
func (tx *Tx) SaveLeague(l *model.League) error {
	return tx.Exec("update leagues set rules = $2, ended_at = $3 where id = $1", l.ID, CleanJSON(l.Rules), l.EndedAt)
}

// Organisers lists the players who run a league.
func (tx *Tx) Organisers(league int64) ([]int64, error) {
	return Many(tx.ctx, tx, pgx.RowTo[int64], AskOrganiser, league)
}

// AddOrganiser lets a player run a league.
func (tx *Tx) AddOrganiser(league, player int64) error {
	return tx.Exec("insert into league_organisers (league_id, player_id) values ($1, $2) on conflict do nothing", league, player)
}

// DropOrganiser ends that.
func (tx *Tx) DropOrganiser(league, player int64) error {
	return tx.Exec("delete from league_organisers where league_id = $1 and player_id = $2", league, player)
}

// NewSeason opens a season and gives it its number; nil, nil if the league has a
// season of that No.
func (tx *Tx) NewSeason(s model.Season) (*model.Season, error) {
	return One(tx.ctx, tx.Open(), ScanSeason, `insert into seasons (league_id, no, state, rules, seed, opened_at, muster_at, starts_at, ends_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning `+SeasonColumns,
		s.League, s.No, s.State, CleanJSON(s.Rules), s.Seed[:], s.OpenedAt, s.MusterAt, s.StartsAt, s.EndsAt)
}

// SeasonOf reads a season of a league by its number, the latest for 0; nil if
// there is none. It is not locked.
func (tx *Tx) SeasonOf(league int64, no int) (*model.Season, error) {
	return One(tx.ctx, tx, ScanSeason, AskSeason, league, no)
}

// LockSeason reads a season and holds it until the transaction ends, so that of
// two processes one acts and the other sees what was done; nil if there is none.
func (tx *Tx) LockSeason(id int64) (*model.Season, error) {
	return One(tx.ctx, tx.Open(), ScanSeason, "select "+SeasonColumns+" from seasons where id = $1 for no key update", id)
}

// SaveSeason keeps a season's state, rules and times.
func (tx *Tx) SaveSeason(s *model.Season) error {
	return tx.Exec("update seasons set state = $2, rules = $3, muster_at = $4, starts_at = $5, ends_at = $6, drawn_at = $7, closed_at = $8, late_draws = $9 where id = $1",
		s.ID, s.State, CleanJSON(s.Rules), s.MusterAt, s.StartsAt, s.EndsAt, s.DrawnAt, s.ClosedAt, s.Late)
}

// exec writes at once, inside the transaction.
func (tx *Tx) exec(sql string, args ...any) error {
	return tx.Exec(sql, args...)
}

// Season reads a season by its number; nil if there is none. It is not locked.
func (tx *Tx) Season(id int64) (*model.Season, error) {
	return One(tx.ctx, tx, ScanSeason, "select "+SeasonColumns+" from seasons where id = $1", id)
}
