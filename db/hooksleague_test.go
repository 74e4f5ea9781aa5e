package db_test

import (
	"testing"

	"pitpost.example/db"
	"pitpost.example/db/webhook"
	"pitpost.example/model"
)

// A league's webhook hears of the league's matches and of no others. A webhook of a league that does not
// exist is refused.
func TestALeaguesWebhookHearsOfItsMatchesAlone(t *testing.T) {
	d := open(t, fresh(t))
	inside, outside := match(t, d), match(t, d)
	for _, sql := range []string{
		"insert into leagues (name, rules, created_at) values ('winter', '{}', now())",
		`insert into seasons (league_id, no, state, rules, seed, opened_at, muster_at, starts_at, ends_at)
			select id, 1, 'running', '{}', decode(repeat('00', 32), 'hex'), now(), now(), now(), now() from leagues`,
		`insert into league_matches (season_id, no, division, round, wave, game, edition, starts_at, match_id)
			select s.id, 1, 1, 1, 0, 'saboteur', 'pt', now(), m from seasons s, (select min(id) as m from matches) one`,
	} {
		if _, err := d.Pool().Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	hook := model.Hook{Scope: "league", League: "summer", Form: "standard", Lang: "en", Host: "example.org", URL: []byte("sealed")}
	if err := d.Play(t.Context(), operator(), 0, func(tx *db.Tx) error { _, err := webhook.AddHook(tx, hook); return err }); err == nil {
		t.Error("a webhook of a league that is not there")
	}
	hook.League = "Winter"
	play(t, d, operator(), 0, func(tx *db.Tx) error { _, err := webhook.AddHook(tx, hook); return err })
	play(t, d, operator(), inside, func(tx *db.Tx) error {
		table, err := tx.Table(inside)
		if err != nil {
			return err
		}
		table.Row.Terms.League = 1
		return nil
	})
	before := count(t, d, "select count(*) from webhook_calls")
	for _, id := range []int64{outside, inside} {
		play(t, d, operator(), id, func(tx *db.Tx) error { return move(tx, id) })
	}
	if n := count(t, d, "select count(*) from webhook_calls") - before; n != 1 {
		t.Errorf("%d calls of a move in the league and one outside it", n)
	}
}
