package db

import (
	"context"

	"github.com/jackc/pgx/v5"

	"pitpost.example/engine/rating"
	"pitpost.example/model"
)

// RatingChange is what one match did to one rating.
type RatingChange = model.RatingChange

const changeColumns = `no, (select match_id from rated r where r.no = rating_changes.no),
	(select game from matches m join rated r on r.match_id = m.id where r.no = rating_changes.no), player_id, kind, place, among, before_mu, before_sigma, mu, sigma`

func scanChange(row pgx.CollectableRow) (RatingChange, error) {
	var c RatingChange
	err := row.Scan(&c.No, &c.Match, &c.Game, &c.Player, &c.Kind, &c.Place, &c.Among, &c.Before.Mu, &c.Before.Sigma, &c.After.Mu, &c.After.Sigma)
	return c, err
}

const askChanges = "select " + changeColumns + " from rating_changes where player_id = $1 and (kind = $2 or $2 = '') order by no desc, kind limit $3"

// RatingChanges are the latest changes of a player's ratings, the last first; of one kind, or
// with "" of all.
func (tx *Tx) RatingChanges(player int64, kind string, most int) ([]RatingChange, error) {
	return Many(tx.ctx, tx, scanChange, askChanges, player, kind, most)
}

// TurnsOf sums the turns of a player in matches that ended.
func (tx *Tx) TurnsOf(player int64) (rating.Turns, error) {
	t, err := One(tx.ctx, tx, pgx.RowToStructByPos[rating.Turns],
		"select $1::bigint, coalesce(sum(made), 0), coalesce(sum(missed), 0) from turns_made where player_id = $1", player)
	if err != nil {
		return rating.Turns{}, err
	}
	return *t, nil
}

// RatedPlayer is a line of a list of ratings.
type RatedPlayer struct {
	Address string // "" for none
	rating.Standing
	rating.Turns
}

// RatingList is everybody rated of one kind, the surely strongest first.
func (d *DB) RatingList(ctx context.Context, kind string) ([]RatedPlayer, error) {
	return Many(ctx, d, pgx.RowToStructByPos[RatedPlayer], `select coalesce(a.address, ''), r.mu, r.sigma, r.matches, r.player_id, coalesce(t.made, 0), coalesce(t.missed, 0)
		from ratings r left join addresses a on a.player_id = r.player_id and a.first
			left join (select player_id, sum(made) as made, sum(missed) as missed from turns_made group by player_id) t on t.player_id = r.player_id
		where r.kind = $1 order by r.mu - 3 * r.sigma desc, r.player_id`, kind)
}
