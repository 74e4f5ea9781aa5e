package dbtest

import (
	"context"
	"log/slog"
	"os"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost.example/db"
	"pitpost.example/db/cluster"
	"pitpost.example/lab"
)

// Replicated is the URL of a house in a server of its own, whose commits wait for the machine that standby names, and for none after
// standby(""). No such machine ever comes, so that a commit waits until it is given up.
func Replicated(tb testing.TB) (url string, standby func(name string)) {
	tb.Helper()
	dir, err := os.MkdirTemp("/tmp", "pitpost-replicated-")
	lab.Check(tb, err)
	tb.Cleanup(func() { os.RemoveAll(dir) })
	server, err := cluster.Start(tb.Context(), dir, slog.New(slog.DiscardHandler))
	lab.Check(tb, err)
	tb.Cleanup(func() { lab.Check(tb, server.Stop()) })
	lab.Check(tb, server.CreateDatabase(tb.Context(), "pitpost"))
	url = server.URL("pitpost")
	lab.Check(tb, db.Migrate(tb.Context(), url, slog.New(slog.DiscardHandler)))
	return url, func(name string) {
		tb.Helper()
		ctx := context.WithoutCancel(tb.Context())
		conn, err := pgx.Connect(ctx, url)
		lab.Check(tb, err)
		defer conn.Close(ctx)
		for _, statement := range []string{"alter system set synchronous_standby_names = '" + name + "'", "select pg_reload_conf()"} {
			_, err := conn.Exec(ctx, statement)
			lab.Check(tb, err)
		}
		for now := name + "?"; now != name; time.Sleep(10 * time.Millisecond) {
			lab.Check(tb, conn.QueryRow(ctx, "show synchronous_standby_names").Scan(&now))
		}
		time.Sleep(100 * time.Millisecond) // other sessions read it between two statements
	}
}
