package league

import (
	"context"
	"time"

	"pitpost.example/db"
	"pitpost.example/engine/league"
)

// Due is a seat that a running match of a season waits for.
type Due struct {
	Match   int64
	Seat    string
	Began   time.Time // when it was asked
	Stopped bool      // its clock is stopped
}

// ListDueSeats lists the seats that the running matches of a season wait for, the longest wait first.
func ListDueSeats(ctx context.Context, d *db.DB, season int64) ([]Due, error) {
	return db.QueryRows[Due](ctx, d, `select c.match_id, s.name, c.began, c.stopped_at is not null
		from league_matches m join clocks c on c.match_id = m.match_id
		join seats s on s.match_id = c.match_id and s.no = c.seat and s.state = 'joined'
		where m.season_id = $1 and m.state = 'running' order by c.began, c.match_id, c.seat`, season)
}

// Miss counts the turns that a seat let time out in a running match of a season. Only seats that somebody
// still holds are counted.
type Miss struct {
	Match int64
	Seat  string
	N     int
}

// ListMissedTurns lists the seats with missed turns, the most first. Turns that a rewind took back count too: they
// were missed all the same.
func ListMissedTurns(ctx context.Context, d *db.DB, season int64) ([]Miss, error) {
	return db.QueryRows[Miss](ctx, d, `select f.match_id, f.data->>'of', count(*) from league_matches m
		join facts f on f.match_id = m.match_id and f.kind = 'match.missed'
		join seats s on s.match_id = m.match_id and s.name = f.data->>'of' and s.state = 'joined'
		where m.season_id = $1 and m.state = 'running' group by 1, 2 order by 3 desc, 1, 2`, season)
}

// Reach is a season that is not closed, with how many people play in it.
type Reach struct {
	League  string
	Rules   league.Rules
	Players int // entrants that have entered, on time or late
}

// ListOpenSeasons lists the seasons that are not closed, by league name.
func ListOpenSeasons(ctx context.Context, d *db.DB) ([]Reach, error) {
	return db.QueryRows[Reach](ctx, d, `select l.name, s.rules, (select count(*) from entrants e where e.season_id = s.id and e.state in ('entered', 'late'))
		from seasons s join leagues l on l.id = s.league_id where s.state <> 'closed' order by lower(l.name), s.id`)
}
