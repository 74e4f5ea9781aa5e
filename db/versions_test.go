package db_test

import (
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"pitpost.example/db"
	"pitpost.example/db/cluster"
	"pitpost.example/model"
)

// supported lists the versions of Postgres that docs/hosting promises.
var supported = []string{"15", "16", "17", "18"}

// With every version of Postgres that is installed here or was fetched by make versions, a house must start
// and a match must be playable.
func TestEachPostgresThatIsHere(t *testing.T) {
	fetched, err := filepath.Glob("../lab/postgres/node_modules/*/native/bin")
	if err != nil {
		t.Fatal(err)
	}
	tried := map[string]bool{}
	for _, bin := range append(cluster.ProgramFolders("postgres"), fetched...) {
		bin, err := filepath.Abs(bin)
		if err != nil {
			t.Fatal(err)
		}
		major, err := cluster.MajorVersion(filepath.Join(bin, "postgres"))
		if err != nil || tried[major] {
			continue // no Postgres in this folder, or one of a version tried already
		}
		tried[major] = true
		t.Run(major, func(t *testing.T) {
			t.Setenv("PATH", bin) // where the programs of a server are looked for first
			dir, err := os.MkdirTemp("/tmp", "pitpost-version-")
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { os.RemoveAll(dir) })
			server, err := cluster.StartServer(t.Context(), dir, slog.New(slog.DiscardHandler), "fsync=off", "full_page_writes=off", "synchronous_commit=off")
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() {
				if err := server.Stop(); err != nil {
					t.Error(err)
				}
			})
			if err := server.CreateDatabase(t.Context(), "pitpost"); err != nil {
				t.Fatal(err)
			}
			for range 2 { // the second time there is nothing to do
				if err := db.Migrate(t.Context(), server.URL("pitpost"), slog.New(slog.DiscardHandler)); err != nil {
					t.Fatal(err)
				}
			}
			d := open(t, server.URL("pitpost"))
			if now := count(t, d, "select current_setting('server_version_num')::int / 10000"); strconv.Itoa(now) != major {
				t.Errorf("version %d runs", now)
			}
			id := match(t, d)
			for i := range 20 {
				play(t, d, letter(strconv.Itoa(i)), id, func(tx *db.Tx) error { return move(tx, id) })
			}
			if err := d.Play(t.Context(), letter("3"), id, func(tx *db.Tx) error { return move(tx, id) }); err != model.ErrSeen {
				t.Errorf("a letter comes again: %v", err)
			}
			sameFold(t, d, id)
			if n := count(t, d, "select count(*) from letters where state = 'apply'"); n != 20 {
				t.Errorf("%d letters", n)
			}
		})
	}
	if !slices.ContainsFunc(supported, func(major string) bool { return tried[major] }) {
		t.Errorf("none of the versions that are promised is here, only %v", tried)
	}
	if os.Getenv("VERSIONS") == "all" {
		for _, major := range supported {
			if !tried[major] {
				t.Errorf("version %s is promised and was not tried", major)
			}
		}
	}
}
