package league

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost.example/db"
	"pitpost.example/model"
)

// Due is a seat that a running match of a season waits for.
type Due struct {
	Match   int64
	Seat    string
	Began   time.Time // since when it has been asked
	Due     time.Time
	Stopped bool // the clock stands still
}

// Dues lists whom the running matches of a season wait for, the longest first.
func Dues(ctx context.Context, d *db.DB, season int64) ([]Due, error) {
	return db.Many(ctx, d.Pool(), func(row pgx.CollectableRow) (Due, error) {
		var l Due
		err := row.Scan(&l.Match, &l.Seat, &l.Began, &l.Due, &l.Stopped)
		return l, err
	}, `select c.match_id, s.name, c.began, c.due, c.stopped_at is not null
		from league_matches m join clocks c on c.match_id = m.match_id
		join seats s on s.match_id = c.match_id and s.no = c.seat and s.state = 'joined'
		where m.season_id = $1 and m.state = 'running' order by c.began, c.match_id, c.seat`, season)
}

// Miss counts the turns whose time ran out for a seat of a season's running matches
// that somebody still holds.
type Miss struct {
	Match int64
	Seat  string
	N     int
}

// Misses lists them, the most first. Turns that a rewind took back count too: they
// were missed all the same.
func Misses(ctx context.Context, d *db.DB, season int64) ([]Miss, error) {
	return db.Many(ctx, d.Pool(), func(row pgx.CollectableRow) (Miss, error) {
		var l Miss
		err := row.Scan(&l.Match, &l.Seat, &l.N)
		return l, err
	}, `select f.match_id, f.data->>'of', count(*) from league_matches m
		join facts f on f.match_id = m.match_id and f.kind = 'match.missed'
		join seats s on s.match_id = m.match_id and s.name = f.data->>'of' and s.state = 'joined'
		where m.season_id = $1 and m.state = 'running' group by 1, 2 order by 3 desc, 1, 2`, season)
}

// Reach is what a season that runs or is to run asks of the mail: who plays in it.
type Reach struct {
	Season  int64
	League  string
	Rules   []byte
	Players int // entered, or late
}

// Reaches lists the seasons that are not closed.
func Reaches(ctx context.Context, d *db.DB) ([]Reach, error) {
	return db.Many(ctx, d.Pool(), func(row pgx.CollectableRow) (Reach, error) {
		var l Reach
		err := row.Scan(&l.Season, &l.League, &l.Rules, &l.Players)
		return l, err
	}, `select s.id, l.name, s.rules, (select count(*) from entrants e where e.season_id = s.id and e.state in ('entered', 'late'))
		from seasons s join leagues l on l.id = s.league_id where s.state <> 'closed' order by lower(l.name), s.id`)
}

// Season reads a season by its number; nil if there is none.
func Season(ctx context.Context, d *db.DB, id int64) (*model.Season, error) {
	return db.One(ctx, d.Pool(), db.ScanSeason, "select "+db.SeasonColumns+" from seasons where id = $1", id)
}

// ByID reads a league by its number; nil if there is none.
func ByID(ctx context.Context, d *db.DB, id int64) (*model.League, error) {
	return db.One(ctx, d.Pool(), db.ScanLeague, "select "+db.LeagueColumns+" from leagues where id = $1", id)
}
