package cluster_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"

	"github.com/jackc/pgx/v5"

	"pitpost.example/db/cluster"
)

// The server listens on no network, and ends when its last user stops it.
func ExampleStartServer() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	server, err := cluster.StartServer(ctx, dir, slog.New(slog.DiscardHandler))
	if err != nil {
		panic(err)
	}
	defer server.Stop()
	if err := server.CreateDatabase(ctx, "notes"); err != nil {
		panic(err)
	}
	conn, err := pgx.Connect(ctx, server.URL("notes"))
	if err != nil {
		panic(err)
	}
	defer conn.Close(ctx)
	var name, addresses string
	if err := conn.QueryRow(ctx, "select current_database(), current_setting('listen_addresses')").Scan(&name, &addresses); err != nil {
		panic(err)
	}
	fmt.Printf("%s listens on %q\n", name, addresses)
	// Output: notes listens on ""
}
