package lead_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"

	"github.com/jackc/pgx/v5"

	"pitpost.example/db/cluster"
	"pitpost.example/db/lead"
)

// Two processes want to do what only one may do at a time. The second begins when the first has ended.
func ExampleSession_Lead() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	server, err := cluster.StartServer(ctx, dir, slog.New(slog.DiscardHandler), "fsync=off", "full_page_writes=off", "synchronous_commit=off")
	if err != nil {
		panic(err)
	}
	defer server.Stop()
	process := func(name string) *lead.Session {
		config, err := pgx.ParseConfig(server.URL("postgres"))
		if err != nil {
			panic(err)
		}
		config.RuntimeParams["application_name"] = name
		return lead.NewSession(config, slog.New(slog.DiscardHandler))
	}
	first, second := process("Ana"), process("Bo")
	defer second.Close()
	following := make(chan struct{})
	first.Lead(ctx, "the clock", func(inner context.Context, held func(context.Context) error) {
		go second.Lead(ctx, "the clock", func(context.Context, func(context.Context) error) {
			fmt.Println("Bo leads")
			close(following)
		})
		fmt.Println("Ana leads:", held(inner) == nil)
	})
	<-following
	// Output:
	// Ana leads: true
	// Bo leads
}
