package lab

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	dbcluster "pitpost.example/db/cluster"
)

// Replicated is the URL of an empty database in a server of its own, whose commits wait for the machine that standby names, and for
// none after standby(""). No such machine ever comes, so that a commit waits until it is given up.
func Replicated(tb testing.TB) (url string, standby func(name string)) {
	tb.Helper()
	dir := folder(tb)
	release, err := guard(fmt.Sprintf(stopPostgres, filepath.Join(dir, "data", "postmaster.pid"), dir))
	Check(tb, err)
	tb.Cleanup(release)
	server, err := dbcluster.Start(tb.Context(), dir, slog.New(slog.DiscardHandler))
	Check(tb, err)
	tb.Cleanup(func() { Check(tb, server.Stop()) })
	Check(tb, server.CreateDatabase(tb.Context(), "pitpost"))
	url = server.URL("pitpost")
	return url, func(name string) {
		tb.Helper()
		ctx := context.WithoutCancel(tb.Context())
		conn, err := pgx.Connect(ctx, url)
		Check(tb, err)
		defer conn.Close(ctx)
		for _, statement := range []string{"alter system set synchronous_standby_names = '" + name + "'", "select pg_reload_conf()"} {
			_, err := conn.Exec(ctx, statement)
			Check(tb, err)
		}
		for now := name + "?"; now != name; time.Sleep(10 * time.Millisecond) {
			Check(tb, conn.QueryRow(ctx, "show synchronous_standby_names").Scan(&now))
		}
		time.Sleep(100 * time.Millisecond) // other sessions read it between two statements
	}
}
