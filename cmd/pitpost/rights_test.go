package main

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/db"
	"pitpost.example/lab"
)

// If the schema is up to date, the house can run with a role that may only read and write data.
func TestServesWithRightsOnDataAlone(t *testing.T) {
	t.Parallel()
	url := emptyHouse(t)
	clerk := lab.Role(t, url, "revoke create on schema public from public", "revoke temporary on database DATABASE from public",
		"grant usage on schema public to ROLE", "grant select, insert, update, delete on all tables in schema public to ROLE",
		"grant usage on all sequences in schema public to ROLE", "grant execute on all functions in schema public to ROLE")
	conn, err := pgx.Connect(t.Context(), clerk)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	if _, err := conn.Exec(t.Context(), "create table mine ()"); err == nil {
		t.Fatal("the role may make tables")
	}
	d, _ := openLogged(t, func(s *settings.Settings) { s.DatabaseURL = settings.Secret(clerk) })
	d.soon("its letters leave", func() bool {
		return d.count("select count(*) from outbox where state = 'sent'") > 0 && d.count("select count(*) from outbox where state in ('queued', 'written')") == 0
	})
	if err := db.Migrate(t.Context(), clerk, slog.New(slog.DiscardHandler)); err != nil {
		t.Error(err)
	}
	if d.count("select count(*) from pg_stat_activity where usename = current_user and application_name like '% beats'") != 1 {
		t.Error("it does not lead")
	}
	if _, err := conn.Exec(t.Context(), "insert into due (owner, owner_id, seat, what, of, at) values ('match', 1, 0, 'vote', 'kick', $1)", time.Now().Add(-time.Second)); err != nil {
		t.Fatal(err)
	}
	d.soon("what is due is done", func() bool { return d.count("select count(*) from due where what = 'vote' and of = 'kick'") == 0 })
}
