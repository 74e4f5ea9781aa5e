package db_test

import (
	"context"
	"testing"
	"time"

	"pitpost.example/db"
	"pitpost.example/db/archive"
	"pitpost.example/db/webhook"
	"pitpost.example/model"
)

// A match that nobody on the web is told of does not so much as look for who might be: its
// moves go on while the table of webhooks is locked. One that has a webhook waits for it.
func TestMatchesWithoutWebhooksPayNothing(t *testing.T) {
	url := fresh(t)
	d, other := open(t, url), open(t, url)
	id := match(t, d)
	if err := d.LookForHooks(t.Context()); err != nil {
		t.Fatal(err)
	}
	hold := func() (release func()) {
		tx, err := other.Pool().Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tx.Exec(t.Context(), "lock table webhooks in access exclusive mode"); err != nil {
			t.Fatal(err)
		}
		return func() {
			if err := tx.Rollback(context.Background()); err != nil {
				t.Error(err)
			}
		}
	}
	moveWithin := func(patience time.Duration) error {
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		return d.Play(ctx, operator(), id, func(tx *db.Tx) error { return move(tx, id) })
	}
	release := hold()
	if err := moveWithin(time.Minute); err != nil {
		t.Errorf("a move without a webhook waited: %v", err)
	}
	release()
	play(t, d, operator(), id, func(tx *db.Tx) error {
		table, err := tx.Table(id)
		if err != nil {
			return err
		}
		hook, err := webhook.Add(tx, model.Hook{Scope: "match", Match: id, Form: "standard", Lang: "en", Host: "example.org", URL: []byte("sealed")})
		if err != nil {
			return err
		}
		webhook.Greet(tx, hook, id)
		table.Row.Terms.Hooked = true
		return nil
	})
	release = hold()
	if err := moveWithin(2 * time.Second); err == nil {
		t.Error("a move with a webhook queued no call")
	}
	release()
	before := count(t, d, "select count(*) from webhook_calls")
	if err := moveWithin(time.Minute); err != nil {
		t.Fatal(err)
	}
	if n := count(t, d, "select count(*) from webhook_calls") - before; n != 1 {
		t.Errorf("%d calls of one move", n)
	}
}

// What a hook was told is forgotten after a month, what it was not after three.
func TestOldCallsAreForgotten(t *testing.T) {
	d := open(t, fresh(t))
	play(t, d, operator(), 0, func(tx *db.Tx) error {
		id, err := webhook.Add(tx, model.Hook{Scope: "house", Form: "standard", Lang: "en", Host: "example.org", URL: []byte("sealed")})
		for range 4 {
			webhook.Greet(tx, id, 0)
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
