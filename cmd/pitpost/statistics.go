package main

import (
	"context"
	"fmt"
	"text/tabwriter"
	"time"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/cmd/pitpost/stores"
	"pitpost.example/db/league"
)

type statisticsCmd struct {
	settings.Fields `embed:"" group:"Settings"`
	Game            string `help:"Of this game alone." placeholder:"GAME"`
	Recount         bool   `help:"Make the sums anew from the log first."`
}

// Run prints the sums, a line each.
func (c statisticsCmd) Run(d *desk) error {
	return d.withHouse(c.Fields, func(ctx context.Context, kept *stores.Stores) error {
		names := kept.House.Rules.Names
		if c.Game != "" {
			if kept.House.Rules.Games(c.Game) == nil {
				return misuse("there is no game %q", c.Game)
			}
			names = []string{c.Game}
		}
		if c.Recount {
			n, err := kept.House.RecountStatistics(ctx, time.Now())
			if err != nil {
				return err
			}
			fmt.Fprintf(d.err, "%d matches counted anew\n", n)
		}
		out := tabwriter.NewWriter(d.out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(out, "game\tedition\tseats\twhat\tkey\tn\ttotal")
		for _, game := range names {
			rows, err := league.Tallies(ctx, kept.DB, game)
			if err != nil {
				return err
			}
			for _, r := range rows {
				fmt.Fprintf(out, "%s\t%s\t%d\t%s\t%s\t%d\t%d\n", r.Game, r.Edition, r.Seats, r.What, r.Key, r.N, r.Total)
			}
		}
		return out.Flush()
	})
}
