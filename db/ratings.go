package db

import (
	"github.com/jackc/pgx/v5"

	"pitpost.example/engine/rating"
	"pitpost.example/model"
)

// LockRatings lets one process rate at a time, until the transaction ends: who rates a match
// reads what the match before has left.
func (tx *Tx) LockRatings() error {
	return tx.Exec("select pg_advisory_xact_lock(hashtext('pitpost ratings'))")
}

// Patient lets this deed think between two statements for as long as it likes: it is an
// operator's, who waits for it and can end it.
func (tx *Tx) Patient() error { return tx.Exec("set local " + abandoned + " = 0") }

// NextRated is the number the next rated match gets, and whether this match has one already.
// The ratings must be locked.
func (tx *Tx) NextRated(match int64) (no int64, already bool, err error) {
	rows, err := tx.Query(tx.ctx, "select coalesce(max(no), 0) + 1, coalesce(bool_or(match_id = $1), false) from rated", match)
	if err == nil {
		_, err = pgx.ForEachRow(rows, []any{&no, &already}, func() error { return nil })
	}
	return no, already, err
}

// Ratings are all ratings of some players; with none named, of everybody.
func (tx *Tx) Ratings(players ...int64) (rating.Book, error) {
	if players == nil {
		players = []int64{}
	}
	type line struct {
		rating.Key
		rating.Standing
	}
	all, err := Many(tx.ctx, tx, pgx.RowToStructByPos[line],
		"select player_id, kind, mu, sigma, matches from ratings where player_id = any($1) or cardinality($1::bigint[]) = 0", players)
	book := rating.Book{}
	for _, l := range all {
		book[l.Key] = l.Standing
	}
	return book, err
}

// SaveRated keeps what the rating of a match did, with the ratings that it changed as the book
// has them now.
func (tx *Tx) SaveRated(r model.Rated, book rating.Book) {
	tx.addRated(r)
	for _, c := range r.Changes {
		s := book.Get(c.Key)
		tx.Later(`insert into ratings (player_id, kind, mu, sigma, matches) values ($1, $2, $3, $4, $5)
			on conflict (player_id, kind) do update set mu = excluded.mu, sigma = excluded.sigma, matches = excluded.matches`,
			c.Player, c.Kind, s.Mu, s.Sigma, s.Matches)
	}
}

func (tx *Tx) addRated(r model.Rated) {
	tx.Later("insert into rated (no, match_id) values ($1, $2)", r.No, r.Match)
	for _, c := range r.Changes {
		tx.Later(`insert into rating_changes (no, player_id, kind, place, among, before_mu, before_sigma, mu, sigma)
			values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
			r.No, c.Player, c.Kind, c.Place, c.Among, c.Before.Mu, c.Before.Sigma, c.After.Mu, c.After.Sigma)
	}
	for _, t := range r.Turns {
		tx.Later("insert into turns_made (no, player_id, made, missed) values ($1, $2, $3, $4)", r.No, t.Player, t.Made, t.Missed)
	}
}

// RatedMatches are the matches in the order in which they were rated, with nothing but their
// numbers, and those that ended and have no number yet, by their end.
func (tx *Tx) RatedMatches() (rated []model.Rated, waiting []int64, err error) {
	rated, err = Many(tx.ctx, tx, func(row pgx.CollectableRow) (model.Rated, error) {
		var r model.Rated
		err := row.Scan(&r.No, &r.Match)
		return r, err
	}, "select no, match_id from rated order by no")
	if err != nil {
		return nil, nil, err
	}
	waiting, err = Many(tx.ctx, tx, pgx.RowTo[int64], `select id from matches where phase in ('over', 'aborted') and started_at is not null
		and not exists (select from rated where match_id = id) order by ended_at, id`)
	return rated, waiting, err
}

// ReplaceRatings puts other ratings in the place of all that are kept.
func (tx *Tx) ReplaceRatings(all []model.Rated, book rating.Book) error {
	for _, table := range []string{"turns_made", "rating_changes", "ratings", "rated"} {
		if err := tx.Exec("delete from " + table); err != nil {
			return err
		}
	}
	for _, r := range all {
		tx.addRated(r)
	}
	for k, s := range book {
		tx.Later("insert into ratings (player_id, kind, mu, sigma, matches) values ($1, $2, $3, $4, $5)", k.Player, k.Kind, s.Mu, s.Sigma, s.Matches)
	}
	return nil
}

// StoredRatings are all ratings and all that made them, in order.
func (tx *Tx) StoredRatings() ([]model.Rated, rating.Book, error) {
	all, _, err := tx.RatedMatches()
	if err != nil {
		return nil, nil, err
	}
	at := make(map[int64]*model.Rated, len(all))
	for i := range all {
		at[all[i].No] = &all[i]
	}
	changes, err := Many(tx.ctx, tx, scanChange, "select "+changeColumns+" from rating_changes order by no, player_id, kind")
	if err != nil {
		return nil, nil, err
	}
	for _, c := range changes {
		at[c.No].Changes = append(at[c.No].Changes, c.Change)
	}
	type line struct {
		No int64
		rating.Turns
	}
	turns, err := Many(tx.ctx, tx, pgx.RowToStructByPos[line], "select no, player_id, made, missed from turns_made order by no, player_id")
	if err != nil {
		return nil, nil, err
	}
	for _, t := range turns {
		at[t.No].Turns = append(at[t.No].Turns, t.Turns)
	}
	book, err := tx.Ratings()
	return all, book, err
}
