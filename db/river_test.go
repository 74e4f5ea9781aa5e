package db_test

import (
	"context"
	"log/slog"
	"testing"

	"github.com/jackc/pgx/v5"

	"pitpost.example/db"
	"pitpost.example/lab"
)

// Old versions kept jobs in River's tables. A migration drops them with nothing more than the rights of their
// owner. It drops the schema too if it may, and leaves whatever others keep in it.
func TestTheTablesOfRiverGo(t *testing.T) {
	// The names and dependencies are those of River. A dump of real ones is in testdata/journal-empty.sql.gz.
	const begin, river = "create schema river;", `
		create type river.river_job_state as enum ('available', 'running');
		create function river.river_job_state_in_bitmask(mask bit, state river.river_job_state) returns boolean
			language sql immutable as 'select get_bit(mask, 0) = 1';
		create table river.river_job (id bigserial primary key, state river.river_job_state not null default 'available',
			mask bit(8), kind text not null, args jsonb not null);
		create unique index on river.river_job (kind) where river.river_job_state_in_bitmask(mask, state);
		create unlogged table river.river_leader (name text primary key);
		create table river.river_migration (line text, version bigint, primary key (line, version));
		create table river.river_notification (id bigserial primary key);
		create table river.river_queue (name text primary key);
		insert into river.river_job (kind, args) values ('webhook', '{}');`
	for _, c := range []struct{ name, before, made, after, left string }{
		{"a schema of its own", "", begin, "", ""},
		{"a schema of another's", begin + "grant usage, create on schema river to public", "", "revoke create on schema river from public", "river"},
		{"with things of another's", "", begin, "create table river.theirs ()", "river theirs"},
		{"a house that never had it", "", "", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			url := lab.Postgres(t)
			owner := lab.Role(t, url, "grant all on schema public to ROLE", "grant create on database DATABASE to ROLE")
			admin := connect(t, url)
			do := func(conn *pgx.Conn, sql string) {
				t.Helper()
				if _, err := conn.Exec(t.Context(), sql); err != nil {
					t.Fatal(err)
				}
			}
			do(admin, c.before)
			schemaOf(t, owner, 31)
			if c.made+c.before != "" {
				do(connect(t, owner), c.made+river)
			}
			do(admin, c.after)
			if err := db.Migrate(t.Context(), owner, slog.New(slog.DiscardHandler)); err != nil {
				t.Fatal(err)
			}
			var left string
			if err := admin.QueryRow(t.Context(), `select concat_ws(' ', (select nspname from pg_namespace where nspname = 'river'),
				(select string_agg(relname, ' ') from pg_class where relnamespace = to_regnamespace('river')),
				(select string_agg(proname, ' ') from pg_proc where pronamespace = to_regnamespace('river')),
				(select string_agg(typname, ' ') from pg_type where typnamespace = to_regnamespace('river') and typtype = 'e'))`).Scan(&left); err != nil {
				t.Fatal(err)
			}
			if left != c.left {
				t.Errorf("left is %q, want %q", left, c.left)
			}
		})
	}
}

func connect(t *testing.T, url string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}
