package db_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"pitpost.example/db"
	"pitpost.example/db/archive"
	"pitpost.example/lab"
)

// What protects the log must protect each of its partitions, even if they are named directly.
func TestFactsStandInEachPart(t *testing.T) {
	d := open(t, fresh(t))
	for range 40 {
		match(t, d)
	}
	before := count(t, d, "select count(*) from facts")
	rows, err := d.Pool().Query(t.Context(), "select relid::regclass::text from pg_partition_tree('facts') where isleaf order by 1")
	if err != nil {
		t.Fatal(err)
	}
	var parts []string
	for rows.Next() {
		var part string
		if err := rows.Scan(&part); err != nil {
			t.Fatal(err)
		}
		parts = append(parts, part)
	}
	if rows.Err() != nil || len(parts) != 16 {
		t.Fatalf("parts of the log: %v %v", parts, rows.Err())
	}
	conn, err := d.Pool().Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	filled := 0
	for _, role := range []string{"origin", "replica"} {
		if _, err := conn.Exec(t.Context(), "set session_replication_role = "+role); err != nil {
			t.Fatal(err)
		}
		for _, part := range parts {
			for _, sql := range []string{"update %s set seat = 'Di'", "delete from %s", "truncate %s", "delete from %s where false"} {
				sql = fmt.Sprintf(sql, part)
				if _, err := conn.Exec(t.Context(), sql); err == nil || !strings.Contains(err.Error(), "facts are never changed") {
					t.Errorf("%s as %s: %v", sql, role, err)
				}
			}
			if n := count(t, d, "select count(*) from "+part); n > 0 {
				filled++
			}
		}
	}
	if after := count(t, d, "select count(*) from facts"); after != before || before == 0 {
		t.Errorf("%d facts became %d", before, after)
	}
	if filled < len(parts) { // each partition was counted twice
		t.Errorf("40 matches fill %d of %d parts", filled/2, len(parts))
	}
	if n := count(t, d, "select count(*) from (select match_id from facts group by match_id having count(distinct tableoid) > 1) torn"); n != 0 {
		t.Errorf("%d matches lie in more than one part", n)
	}
}

// A role that may only read and add must keep these rights when the log is partitioned, and get no others by
// naming a partition.
func TestRightsOnTheLogOutliveItsParting(t *testing.T) {
	url := lab.Postgres(t)
	pool, provider := schemaOf(t, url, 21)
	do := func(statements ...string) {
		t.Helper()
		for _, s := range statements {
			if _, err := pool.Exec(t.Context(), s); err != nil {
				t.Fatalf("%s: %v", s, err)
			}
		}
	}
	var role string
	if err := pool.QueryRow(t.Context(), "select 'clerk_' || current_database()").Scan(&role); err != nil {
		t.Fatal(err)
	}
	do("create role "+role, "grant select, insert on facts to "+role,
		"insert into facts (match_id, seq, kind, version, seat, data, cause, at) select m, s, 'match.said', 1, '', '{}', 'test', now() from generate_series(1, 100) m, generate_series(1, 5) s")
	defer do("drop owned by "+role, "drop role "+role)
	if _, err := provider.Up(t.Context()); err != nil {
		t.Fatal(err)
	}
	clerk := func(statement string) error {
		tx, err := pool.Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer tx.Rollback(t.Context()) //nolint:errcheck // nothing of it is kept
		if _, err := tx.Exec(t.Context(), "set local role "+role); err != nil {
			t.Fatal(err)
		}
		_, err = tx.Exec(t.Context(), statement)
		return err
	}
	insert := "insert into %s (match_id, seq, kind, version, seat, data, cause, at) values (7, 6, 'match.said', 1, '', '{}', 'test', now())"
	for _, s := range []string{"select count(*) from facts", fmt.Sprintf(insert, "facts")} {
		if err := clerk(s); err != nil {
			t.Errorf("%s: %v", s, err)
		}
	}
	for _, s := range []string{"delete from facts", "truncate facts", "select count(*) from facts_0", fmt.Sprintf(insert, "facts_0"), "delete from facts_3", "alter table facts disable trigger facts_stand"} {
		if err := clerk(s); err == nil || !strings.Contains(err.Error(), "permission denied") && !strings.Contains(err.Error(), "must be owner") {
			t.Errorf("%s: %v", s, err)
		}
	}
	d := &checkLog{t: t, pool: pool}
	d.holds(500)
	if _, err := provider.DownTo(t.Context(), 21); err != nil {
		t.Fatal(err)
	}
	d.holds(500)
	if _, err := pool.Exec(t.Context(), "delete from facts"); err == nil {
		t.Error("facts of the old form may be deleted")
	}
	if _, err := provider.Up(t.Context()); err != nil {
		t.Fatal(err)
	}
	d.holds(500)
}

type checkLog struct {
	t    *testing.T
	pool *pgxpool.Pool
}

// holds checks that the log has so many facts and none twice.
func (c *checkLog) holds(want int) {
	c.t.Helper()
	var n, twice int
	if err := c.pool.QueryRow(c.t.Context(), "select count(*), count(*) - count(distinct (match_id, seq)) from facts where kind = 'match.said' and data = '{}' and cause = 'test'").Scan(&n, &twice); err != nil {
		c.t.Fatal(err)
	}
	if n != want || twice != 0 {
		c.t.Errorf("%d facts, %d of them twice; want %d", n, twice, want)
	}
}

// carried dumps a house and opens it restored in another database.
func carried(t *testing.T, source string) *db.DB {
	t.Helper()
	name := filepath.Join(t.TempDir(), "dump")
	file, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := archive.DumpDatabase(t.Context(), source, file); err != nil {
		t.Fatal(err)
	}
	url := lab.Postgres(t)
	if err := archive.RestoreDump(t.Context(), url, name, noon); err != nil {
		t.Fatal(err)
	}
	return open(t, url)
}

// A restore must bring the log back in its partitions, protected as before.
func TestBackupKeepsThePartsOfTheLog(t *testing.T) {
	source := fresh(t)
	d := open(t, source)
	for range 20 {
		match(t, d)
	}
	again := carried(t, source)
	for _, sql := range []string{"select count(*) from facts", "select count(*) from facts_3", "select count(*) from pg_partition_tree('facts')",
		"select hashtextextended(string_agg(f::text, ' ' order by match_id, seq), 0) % 1000000 from facts f"} {
		if had, has := count(t, d, sql), count(t, again, sql); had != has || had == 0 && !strings.Contains(sql, "_3") {
			t.Errorf("%s: %d, now %d", sql, had, has)
		}
	}
	for _, sql := range []string{"delete from facts", "delete from facts_3", "truncate facts_4", "set session_replication_role = replica; delete from facts_5"} {
		if _, err := again.Pool().Exec(t.Context(), sql); err == nil || !strings.Contains(err.Error(), "facts are never changed") {
			t.Errorf("%s in what was brought back: %v", sql, err)
		}
	}
}

// A partition may lie in a tablespace on another disk. A backup of it must be restorable on a server that has
// no such tablespace.
func TestAPartOfTheLogLiesElsewhere(t *testing.T) {
	first := lab.Postgres(t)
	conn, err := pgx.Connect(t.Context(), first)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.WithoutCancel(t.Context()))
	var space string
	if err := conn.QueryRow(t.Context(), "select 'disk_' || current_database()").Scan(&space); err != nil {
		t.Fatal(err)
	}
	for _, sql := range []string{"set allow_in_place_tablespaces = on", "create tablespace " + space + " location ''"} {
		if _, err := conn.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { // after the databases opened below are dropped, and before the first one is
		end, err := pgx.Connect(context.Background(), first)
		if err != nil {
			t.Fatal(err)
		}
		defer end.Close(context.Background())
		if _, err := end.Exec(context.Background(), "drop tablespace "+space); err != nil {
			t.Error(err)
		}
	})
	source := fresh(t)
	d := open(t, source)
	match(t, d)
	for _, sql := range []string{"alter table facts_3 set tablespace " + space, "alter index facts_3_pkey set tablespace " + space} {
		if _, err := d.Pool().Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	for range 40 {
		match(t, d)
	}
	elsewhere := "select count(*) from pg_class where relname in ('facts_3', 'facts_3_pkey') and reltablespace <> 0"
	if n := count(t, d, elsewhere); n != 2 || count(t, d, "select count(*) from facts_3") == 0 {
		t.Errorf("%d of table and index lie elsewhere, with %d facts", n, count(t, d, "select count(*) from facts_3"))
	}
	again := carried(t, source)
	if n := count(t, again, elsewhere); n != 0 {
		t.Errorf("%d of them want a disk of that name", n)
	}
	if had, has := count(t, d, "select count(*) from facts"), count(t, again, "select count(*) from facts"); had != has {
		t.Errorf("%d facts became %d", had, has)
	}
}
