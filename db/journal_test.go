package db_test

import (
	"log/slog"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"pitpost.example/db"
	"pitpost.example/lab"
)

// The dumps in testdata were made by a server of commit 7f3e730, which kept moves in a journal and had the
// schema of migration 0027. One server was stopped with a match open; the other was killed before it had
// written a move from the journal into the tables.

func TestAHouseWithAnEmptyJournalGoesOn(t *testing.T) {
	url := lab.Dumped(t, "testdata/journal-empty.sql.gz")
	if err := db.Migrate(t.Context(), url, slog.New(slog.DiscardHandler)); err != nil {
		t.Fatal(err)
	}
	d := open(t, url)
	was, err := d.Fold(t.Context(), 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	const legal = "1 -A2, 1 -A2 turned, 1 -A3, 1 -A3 turned, 1 A1 turned, 1 A4, 1 B3, 1 B3 turned, 2 -A2, 2 -A3, 2 A1, 2 A1 turned, 2 A4, 2 A4 turned, 2 B3 turned, 3 Ana, 3 Bo, 3 Cy, 4 Ana, 4 Bo, 5 I1, 5 I3, 5 I5, 6 -A2, 6 -A3, 6 B3 turned, pass 1, pass 2, pass 3, pass 4, pass 5, pass 6"
	if got := strings.Join(was.Match.State().Legal("Ana"), ", "); was.Match.Seq != 15 || strings.Join(was.Match.ToMove(), " ") != "Ana" || got != legal {
		t.Errorf("the match stands at fact %d, %v are to move, and Ana may %s", was.Match.Seq, was.Match.ToMove(), got)
	}
	for n := range 2 { // the first move reads the match, the second finds it cached
		play(t, d, letter([]string{"one", "two"}[n]), 1, func(tx *db.Tx) error { return move(tx, 1) })
	}
	if n := count(t, d, "select seq from matches where id = 1"); n <= was.Match.Seq+1 {
		t.Errorf("after two more moves the match is at fact %d", n)
	}
	sameFold(t, d, 1)
}

func TestAHouseWithMovesInItsJournalIsLeftAsItIs(t *testing.T) {
	url := lab.Dumped(t, "testdata/journal-rows.sql.gz")
	before := whole(t, url)
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			err := db.Migrate(t.Context(), url, slog.New(slog.DiscardHandler))
			if err == nil || !strings.Contains(err.Error(), "start that version once and stop it") || strings.Contains(err.Error(), "\n") {
				t.Errorf("the answer is %v", err)
			}
		})
	}
	all.Wait()
	if after := whole(t, url); after != before {
		t.Errorf("something was changed:\n%s\n\n%s", before, after)
	}
	if !strings.Contains(before, "journal 1\n") || !strings.Contains(before, "schema 27\n") {
		t.Errorf("not the database that was to be left alone:\n%s", before)
	}
}

// whole describes a database: its tables, columns, indexes and functions, and how many rows each table has.
func whole(t *testing.T, url string) string {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	var out strings.Builder
	for _, sql := range []string{
		"select concat_ws(' ', 'schema', max(version_id)) from goose_db_version",
		"select concat_ws(' ', table_schema, table_name, column_name, data_type, column_default) from information_schema.columns where table_schema in ('public', 'river') order by 1",
		"select indexdef from pg_indexes where schemaname in ('public', 'river') order by 1",
		"select concat_ws(' ', oid::regprocedure, prosrc) from pg_proc where pronamespace in ('public'::regnamespace, 'river'::regnamespace) order by 1",
		`select relname || ' ' || (xpath('/row/n/text()', query_to_xml('select count(*) as n from ' || oid::regclass, false, true, '')))[1]
			from pg_class where relkind = 'r' and relnamespace in ('public'::regnamespace, 'river'::regnamespace) order by 1`,
	} {
		rows, err := conn.Query(t.Context(), sql)
		if err != nil {
			t.Fatal(err)
		}
		lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatal(err)
		}
		out.WriteString(strings.Join(lines, "\n") + "\n")
	}
	return out.String()
}
