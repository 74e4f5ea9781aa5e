package db_test

import (
	"testing"

	"pitpost.example/db"
	"pitpost.example/db/archive"
	"pitpost.example/db/webhook"
	"pitpost.example/model"
)

// A move queues one call for a webhook of its match, and none for matches without a webhook.
func TestAMoveIsToldToTheWebhookOfItsMatch(t *testing.T) {
	d := open(t, fresh(t))
	id, other := match(t, d), match(t, d)
	play(t, d, operator(), id, func(tx *db.Tx) error {
		hook, err := webhook.AddHook(tx, model.Hook{Scope: "match", Match: id, Form: "standard", Lang: "en", Host: "example.org", URL: []byte("sealed")})
		greet(tx, hook, id)
		return err
	})
	before := count(t, d, "select count(*) from webhook_calls")
	for _, m := range []int64{other, id} {
		play(t, d, operator(), m, func(tx *db.Tx) error { return move(tx, m) })
	}
	if n := count(t, d, "select count(*) from webhook_calls where match_id = $1", id) - before; n != 1 {
		t.Errorf("%d calls of one move", n)
	}
}

// Calls that were made are deleted after a month, calls that failed after three.
func TestOldCallsAreForgotten(t *testing.T) {
	d := open(t, fresh(t))
	play(t, d, operator(), 0, func(tx *db.Tx) error {
		id, err := webhook.AddHook(tx, model.Hook{Scope: "house", Form: "standard", Lang: "en", Host: "example.org", URL: []byte("sealed")})
		for range 4 {
			greet(tx, id, 0)
		}
		return err
	})
	if _, err := d.Pool().Exec(t.Context(), `update webhook_calls set state = (array['sent', 'failed', 'superseded', 'queued'])[id]::mail_state`); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ days, left int }{{29, 4}, {31, 2}, {91, 1}} {
		forget(t, d, archive.Keep{}, noon.AddDate(0, 0, c.days))
		if n := count(t, d, "select count(*) from webhook_calls"); n != c.left {
			t.Errorf("after %d days %d calls are kept, want %d", c.days, n, c.left)
		}
	}
}

// greet queues the first call of a webhook.
func greet(tx *db.Tx, hook, match int64) {
	tx.Later("insert into webhook_calls (hook_id, match_id, since, upto, next_at, queued_at) values ($1, $2, 0, 0, $3, $3)", hook, match, tx.Now())
}
