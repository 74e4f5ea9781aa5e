package db

import (
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	dbcluster "pitpost.example/db/cluster"
	"pitpost.example/engine/catalog"
)

// No statement that writes commands may scan a whole table. Its plan is made once, perhaps while tables are
// small, and stays.
func TestWhatIsWrittenIsFoundByKey(t *testing.T) {
	log := slog.New(slog.DiscardHandler)
	cluster, err := dbcluster.StartServer(t.Context(), t.TempDir(), log)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := cluster.Stop(); err != nil {
			t.Error(err)
		}
	})
	if err := cluster.CreateDatabase(t.Context(), "house"); err != nil {
		t.Fatal(err)
	}
	if err := Migrate(t.Context(), cluster.URL("house"), log); err != nil {
		t.Fatal(err)
	}
	d, err := Open(t.Context(), cluster.URL("house"), catalog.FindGame, Options{Domain: "example.org"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	conn, err := d.writers.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	touch := guarded(touchMatch + " and stamp = $4 and seq = $5")
	statements := []string{touch, dropClock, dropDue}
	for k := range kinds {
		statements = append(statements, k.text(1), k.text(2), k.text(rowsMost))
	}
	for _, sql := range statements {
		if _, err := conn.Exec(t.Context(), "prepare written as "+sql); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
		n := 0
		for strings.Contains(sql, fmt.Sprintf("$%d", n+1)) {
			n++
		}
		rows, err := conn.Query(t.Context(), "explain execute written ("+strings.TrimSuffix(strings.Repeat("null,", n), ",")+")")
		if err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
		plan, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
		if strings.Contains(strings.Join(plan, " "), "Seq Scan") || strings.Contains(strings.Join(plan, " "), "cost=1000000") {
			t.Errorf("%.90s…\n%.600s", sql, strings.Join(plan, "\n"))
		}
		if _, err := conn.Exec(t.Context(), "deallocate written"); err != nil {
			t.Fatal(err)
		}
	}
}
