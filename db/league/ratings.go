package league

import (
	"context"

	"github.com/jackc/pgx/v5"

	"pitpost.example/db"
	"pitpost.example/engine/rating"
	"pitpost.example/engine/tally"
	"pitpost.example/model"
)

// LockRatings locks: until the transaction ends no other process rates, because a rating starts from what the
// match before has left.
func LockRatings(tx *db.Tx) error { return tx.Alone("pitpost ratings") }

func (r *Rows) Ratings(players ...int64) (rating.Book, error) {
	book := rating.Book{}
	var k rating.Key
	var s rating.Standing
	err := db.ScanRows(r.Tx.Context(), r.Tx, []any{&k.Player, &k.Kind, &s.Mu, &s.Sigma, &s.Matches},
		func() { book[k] = s },
		"select player_id, kind, mu, sigma, matches from ratings where player_id = any($1) or $1::bigint[] is null", players)
	return book, err
}

func (r *Rows) NextRated(match int64) (int64, error) {
	if err := LockRatings(r.Tx); err != nil {
		return 0, err
	}
	return db.QueryValue[int64](r.Tx.Context(), r.Tx, "select case when bool_or(match_id = $1) then 0 else coalesce(max(no), 0) + 1 end from rated", match)
}

func (r *Rows) Rate(m model.Rated, now rating.Book) error {
	addRated(r.Tx, m)
	for _, c := range m.Changes {
		s := now.Get(c.Key)
		r.Tx.Later(`insert into ratings (player_id, kind, mu, sigma, matches) values ($1, $2, $3, $4, $5)
			on conflict (player_id, kind) do update set mu = excluded.mu, sigma = excluded.sigma, matches = excluded.matches`,
			c.Player, c.Kind, s.Mu, s.Sigma, s.Matches)
	}
	return nil
}

func addRated(tx *db.Tx, r model.Rated) {
	tx.Later("insert into rated (no, match_id, rules) values ($1, $2, $3)", r.No, r.Match, r.Rules)
	for _, c := range r.Changes {
		tx.Later(`insert into rating_changes (no, player_id, kind, place, among, before_mu, before_sigma, mu, sigma)
			values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
			r.No, c.Player, c.Kind, c.Place, c.Among, c.Before.Mu, c.Before.Sigma, c.After.Mu, c.After.Sigma)
	}
	for _, t := range r.Turns {
		tx.Later("insert into turns_made (no, player_id, made, missed) values ($1, $2, $3, $4)", r.No, t.Player, t.Made, t.Missed)
	}
}

// RatedMatches returns the rated matches in the order in which they were rated, with nothing but their
// numbers and their rules, and the matches that have ended and are not rated yet, in the order in which they ended.
func RatedMatches(tx *db.Tx) (rated []model.Rated, waiting []int64, err error) {
	var r model.Rated
	err = db.ScanRows(tx.Context(), tx, []any{&r.No, &r.Match, &r.Rules}, func() { rated = append(rated, r) },
		"select no, match_id, rules from rated order by no")
	if err != nil {
		return nil, nil, err
	}
	waiting, err = db.QueryColumn[int64](tx.Context(), tx, `select id from matches where phase in ('over', 'aborted') and started_at is not null
		and not exists (select from rated where match_id = id) order by ended_at, id`)
	return rated, waiting, err
}

// ReplaceRatings deletes everything about ratings and keeps this in its place.
func ReplaceRatings(tx *db.Tx, all []model.Rated, book rating.Book) error {
	for _, table := range []string{"turns_made", "rating_changes", "ratings", "rated"} {
		if err := tx.Exec("delete from " + table); err != nil {
			return err
		}
	}
	for _, r := range all {
		addRated(tx, r)
	}
	for k, s := range book {
		tx.Later("insert into ratings (player_id, kind, mu, sigma, matches) values ($1, $2, $3, $4, $5)", k.Player, k.Kind, s.Mu, s.Sigma, s.Matches)
	}
	return nil
}

// StoredRatings returns everything that is kept about ratings: the rated matches in order, and the ratings
// they led to.
func StoredRatings(tx *db.Tx) ([]model.Rated, rating.Book, error) {
	all, _, err := RatedMatches(tx)
	if err != nil {
		return nil, nil, err
	}
	at := make(map[int64]*model.Rated, len(all))
	for i := range all {
		at[all[i].No] = &all[i]
	}
	changes, err := db.CollectRows(tx.Context(), tx, scanChange, "select "+changeColumns+" from rating_changes order by no, player_id, kind")
	if err != nil {
		return nil, nil, err
	}
	for _, c := range changes {
		at[c.No].Changes = append(at[c.No].Changes, c.Change)
	}
	var no int64
	var t rating.Turns
	err = db.ScanRows(tx.Context(), tx, []any{&no, &t.Player, &t.Made, &t.Missed}, func() { at[no].Turns = append(at[no].Turns, t) },
		"select no, player_id, made, missed from turns_made order by no, player_id")
	if err != nil {
		return nil, nil, err
	}
	book, err := (&Rows{tx}).Ratings()
	return all, book, err
}

const changeColumns = `no, (select match_id from rated r where r.no = rating_changes.no),
	(select game from matches m join rated r on r.match_id = m.id where r.no = rating_changes.no), player_id, kind, place, among, before_mu, before_sigma, mu, sigma`

func scanChange(row pgx.CollectableRow) (model.RatingChange, error) {
	var c model.RatingChange
	err := row.Scan(&c.No, &c.Match, &c.Game, &c.Player, &c.Kind, &c.Place, &c.Among, &c.Before.Mu, &c.Before.Sigma, &c.After.Mu, &c.After.Sigma)
	return c, err
}

func (r *Rows) RatingChanges(player int64, kind string, most int) ([]model.RatingChange, error) {
	return db.CollectRows(r.Tx.Context(), r.Tx, scanChange, "select "+changeColumns+" from rating_changes where player_id = $1 and (kind = $2 or $2 = '') order by no desc, kind limit $3",
		player, kind, most)
}

func (r *Rows) TurnsOf(player int64) (rating.Turns, error) {
	t := rating.Turns{Player: player}
	err := db.ScanRows(r.Tx.Context(), r.Tx, []any{&t.Made, &t.Missed}, func() {},
		"select coalesce(sum(made), 0), coalesce(sum(missed), 0) from turns_made where player_id = $1", player)
	return t, err
}

func (r *Rows) Tally(m model.Match, seats int, counts []tally.Count) error {
	fresh, err := r.Tx.Changed("insert into tallied (match_id) values ($1) on conflict do nothing", m.ID)
	if err != nil || !fresh {
		return err
	}
	for _, t := range counts { // always in the same order, so that two matches that end at once cannot deadlock
		r.Tx.Later(`insert into tallies (game, edition, seats, what, key, n, total) values ($1, $2, $3, $4, $5, $6, $7)
			on conflict (game, edition, seats, what, key) do update set n = tallies.n + excluded.n, total = tallies.total + excluded.total`,
			m.Game, m.Edition, seats, t.What, t.Key, t.N, t.Total)
	}
	return nil
}

// Won counts how often a player won before: matches of a game, or rounds in one role of it.
type Won struct {
	Kind       string // the kind of rating: the game, or game/role
	Won, Among int
}

// CountEarlierWins returns how often a player won in a game, by kind, not counting the match but.
func CountEarlierWins(ctx context.Context, d *db.DB, player int64, game string, but int64) ([]Won, error) {
	return db.QueryRows[Won](ctx, d, `select kind, sum(case when kind = $2 then (place = 1)::int else place end), sum(case when kind = $2 then 1 else among end)
		from rating_changes c join rated r using (no) where player_id = $1 and (kind = $2 or starts_with(kind, $2 || '/')) and match_id <> $3 group by kind order by kind`, player, game, but)
}

// RatedPlayer is one line of a list of ratings.
type RatedPlayer struct {
	Address string // "" for none
	rating.Standing
	rating.Turns
}

// ListRatings lists everybody with a rating of one kind. It is ordered by the strength that a player almost
// certainly has, three sigma below the mean, so that nobody leads by one lucky match.
func ListRatings(ctx context.Context, d *db.DB, kind string) ([]RatedPlayer, error) {
	return db.QueryRows[RatedPlayer](ctx, d, `select coalesce(a.address, ''), r.mu, r.sigma, r.matches, r.player_id, coalesce(t.made, 0), coalesce(t.missed, 0)
		from ratings r left join addresses a on a.player_id = r.player_id and a.first
			left join (select player_id, sum(made) as made, sum(missed) as missed from turns_made group by player_id) t on t.player_id = r.player_id
		where r.kind = $1 order by r.mu - 3 * r.sigma desc, r.player_id`, kind)
}

// SumTallies returns all totals of a game.
func SumTallies(ctx context.Context, d *db.DB, game string) (tally.Sums, error) {
	return db.QueryRows[tally.Sum](ctx, d, "select game, edition, seats, what, key, n, total from tallies where game = $1 order by edition, seats, what, key", game)
}
