// Package league keeps leagues: their seasons, who plays in them and the groups that were drawn. It also
// keeps what is summed up over matches that are over: ratings and statistics.
package league

import (
	"context"

	"github.com/jackc/pgx/v5"

	"pitpost.example/db"
	"pitpost.example/engine/league"
	"pitpost.example/model"
)

const (
	leagueColumns = "id, name, rules, created_at, ended_at"
	seasonColumns = "id, league_id, no, state, rules, seed, opened_at, muster_at, starts_at, ends_at, drawn_at, closed_at, late_draws"
)

// New creates a league; nil, nil if the name is taken.
func New(tx *db.Tx, name string, rules league.Rules) (*model.League, error) {
	return db.One(tx.Context(), tx.Open(), pgx.RowToStructByPos[model.League], "insert into leagues (name, rules, created_at) values ($1, $2, $3) on conflict do nothing returning "+leagueColumns,
		db.Clean(name), db.JSON(rules), tx.Now())
}

// Save keeps a league's rules and the time it ended.
func Save(tx *db.Tx, l *model.League) error {
	return tx.Exec("update leagues set rules = $2, ended_at = $3 where id = $1", l.ID, db.JSON(l.Rules), l.EndedAt)
}

// AddOrganiser makes a player an organiser of a league.
func AddOrganiser(tx *db.Tx, league, player int64) error {
	return tx.Exec("insert into league_organisers (league_id, player_id) values ($1, $2) on conflict do nothing", league, player)
}

// DropOrganiser takes that away.
func DropOrganiser(tx *db.Tx, league, player int64) error {
	return tx.Exec("delete from league_organisers where league_id = $1 and player_id = $2", league, player)
}

// NewSeason opens a season and returns it with its number; nil, nil if the league already has a season of
// that No.
func NewSeason(tx *db.Tx, s model.Season) (*model.Season, error) {
	return db.One(tx.Context(), tx.Open(), pgx.RowToStructByPos[model.Season], `insert into seasons (league_id, no, state, rules, seed, opened_at, muster_at, starts_at, ends_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning `+seasonColumns,
		s.League, s.No, s.State, db.JSON(s.Rules), s.Seed[:], s.OpenedAt, s.MusterAt, s.StartsAt, s.EndsAt)
}

// LockSeason reads a season and locks it until the transaction ends, so that a second process waits and then
// sees what the first has done. It is nil if there is none.
func LockSeason(tx *db.Tx, id int64) (*model.Season, error) {
	return db.One(tx.Context(), tx.Open(), pgx.RowToStructByPos[model.Season], "select "+seasonColumns+" from seasons where id = $1 for no key update", id)
}

// SaveSeason keeps a season's state, rules and times.
func SaveSeason(tx *db.Tx, s *model.Season) error {
	return tx.Exec("update seasons set state = $2, rules = $3, muster_at = $4, starts_at = $5, ends_at = $6, drawn_at = $7, closed_at = $8, late_draws = $9 where id = $1",
		s.ID, s.State, db.JSON(s.Rules), s.MusterAt, s.StartsAt, s.EndsAt, s.DrawnAt, s.ClosedAt, s.Late)
}

// All lists all leagues by name.
func All(ctx context.Context, q db.Querier) ([]model.League, error) {
	return db.Many(ctx, q, pgx.RowToStructByPos[model.League], "select "+leagueColumns+" from leagues order by lower(name)")
}

// Named finds a league by name, ignoring case; nil if there is none.
func Named(ctx context.Context, q db.Querier, name string) (*model.League, error) {
	return db.One(ctx, q, pgx.RowToStructByPos[model.League], "select "+leagueColumns+" from leagues where lower(name) = lower($1)", db.Clean(name))
}

// ByID reads a league by its number; nil if there is none.
func ByID(ctx context.Context, q db.Querier, id int64) (*model.League, error) {
	return db.One(ctx, q, pgx.RowToStructByPos[model.League], "select "+leagueColumns+" from leagues where id = $1", id)
}

// Organisers lists the players who run a league.
func Organisers(ctx context.Context, q db.Querier, league int64) ([]int64, error) {
	return db.Many(ctx, q, pgx.RowTo[int64], "select player_id from league_organisers where league_id = $1 order by player_id", league)
}

// SeasonNo reads a season of a league by its number, or the latest for no 0; nil if there is none. It does
// not lock.
func SeasonNo(ctx context.Context, q db.Querier, league int64, no int) (*model.Season, error) {
	return db.One(ctx, q, pgx.RowToStructByPos[model.Season], "select "+seasonColumns+" from seasons where league_id = $1 and (no = $2 or $2 = 0) order by no desc limit 1", league, no)
}

// Season reads a season by its number; nil if there is none. It does not lock.
func Season(ctx context.Context, q db.Querier, id int64) (*model.Season, error) {
	return db.One(ctx, q, pgx.RowToStructByPos[model.Season], "select "+seasonColumns+" from seasons where id = $1", id)
}
