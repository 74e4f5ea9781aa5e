package lookup

import (
	"context"
	"time"

	"pitpost.example/db"
	"pitpost.example/model"
)

// ReadLinksStopped returns the time up to which letters to a seat have dead links, the zero time if none have,
// and whether new letters get no links.
func ReadLinksStopped(ctx context.Context, d *db.DB, match int64, seat int) (upto time.Time, off bool, err error) {
	err = db.ScanRows(ctx, d, []any{&upto, &off}, func() {}, "select stopped_at, off from page_stops where match_id = $1 and seat = $2", match, seat)
	return upto, off, err
}

// ReadWords returns what people said, by number. Words that were deleted are missing.
func ReadWords(ctx context.Context, q db.Querier, refs []int64) (map[int64]string, error) {
	if len(refs) == 0 {
		return nil, nil
	}
	return db.QueryPairs[int64, string](ctx, q, "select id, said from words where id = any($1)", refs)
}

// ListHostedMatches lists the matches, by number, whose host gets mail at an address.
func ListHostedMatches(ctx context.Context, d *db.DB, address string) ([]model.Match, error) {
	return db.QueryRows[model.Match](ctx, d.Pool(), "select "+db.MatchColumns+` from matches where exists (
		select from addresses a left join seats s on s.match_id = matches.id and s.no = matches.host
		where a.player_id = coalesce(matches.referee, s.player_id) and a.first and a.address = $1) order by id`, address)
}

// ListedMatch is a match in the operator's list: who sits there and for whom it waits.
type ListedMatch struct {
	Match   int64       `json:"match"`
	Game    string      `json:"game"`
	Edition string      `json:"edition"`
	Phase   model.Phase `json:"state"`
	Opened  time.Time   `json:"opened"`
	Ended   *time.Time  `json:"ended,omitempty"`
	Seats   []string    `json:"seats"`
	ToMove  []string    `json:"to_move"`
	Until   []time.Time `json:"until"`             // the deadline of each seat in ToMove
	Stopped []bool      `json:"stopped"`           // whether the clock of each seat in ToMove is stopped
	Referee string      `json:"referee,omitempty"` // who hosts it without a seat, "" for nobody
}

// ListMatches lists the latest matches by number: at most so many, or all for 0. With open it leaves out those
// that are over.
func ListMatches(ctx context.Context, d *db.DB, open bool, most int) ([]ListedMatch, error) {
	return db.QueryRows[ListedMatch](ctx, d.Pool(), `select * from (
		select id, game, edition, phase, created_at, ended_at,
			array(select name from seats where match_id = id and state not in ('uninvited', 'declined') order by no),
			array(select s.name from clocks c join seats s on s.match_id = c.match_id and s.no = c.seat where c.match_id = id order by c.seat),
			array(select c.soft from clocks c where c.match_id = id order by c.seat),
			array(select c.stopped_at is not null or m.phase = 'paused' from clocks c where c.match_id = id order by c.seat), referee_name
		from matches m where not $1 or phase in ('lobby', 'running', 'paused') order by id desc limit nullif($2, 0)) latest order by id`, open, most)
}

// PublicMatch is a match that anybody may watch.
type PublicMatch struct {
	ID      int64       `json:"match"`
	Game    string      `json:"game"`
	Edition string      `json:"edition"`
	Phase   model.Phase `json:"phase"`
	Names   []string    `json:"seats"`
}

const publicRows = `select id, game, edition, phase, array(select name from seats where match_id = id and state in ('joined', 'bot', 'left') order by no)
	from matches where (listed or terms @> '{"watch": true}')`

// ListPublicMatches lists public matches by number, at most so many, starting with the first whose number is greater
// than after.
func ListPublicMatches(ctx context.Context, d *db.DB, after int64, most int) ([]PublicMatch, error) {
	return db.QueryRows[PublicMatch](ctx, d.Pool(), publicRows+` and id > $1 order by id limit $2`, after, most)
}

// ListNewestPublic lists the latest public matches, newest first.
func ListNewestPublic(ctx context.Context, d *db.DB, most int) ([]PublicMatch, error) {
	return db.QueryRows[PublicMatch](ctx, d.Pool(), publicRows+` order by id desc limit $1`, most)
}

// IsWatching reports whether a player follows a match now.
func IsWatching(ctx context.Context, d *db.DB, match, player int64) (bool, error) {
	return db.QueryValue[bool](ctx, d.Pool(), "select exists (select from watches where match_id = $1 and player_id = $2)", match, player)
}

// Deadline is the time that a player has for a move.
type Deadline struct {
	Match        int64
	Game         string
	Seat         int
	Began, Until time.Time
}

// ListDeadlines lists the deadlines of a player's turns, by match, without clocks that are stopped.
func ListDeadlines(ctx context.Context, d *db.DB, player int64, now time.Time) ([]Deadline, error) {
	return db.QueryRows[Deadline](ctx, d.Pool(), `select c.match_id, m.game, c.seat, c.began, c.soft from clocks c
		join seats s on s.match_id = c.match_id and s.no = c.seat join matches m on m.id = c.match_id
		where s.player_id = $1 and s.state = 'joined' and m.phase = 'running' and c.stopped_at is null and c.soft < $2::timestamptz + interval '10 years'
		order by c.match_id`, player, now)
}
