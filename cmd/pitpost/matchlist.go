package main

import (
	"context"
	"fmt"
	"strings"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/cmd/pitpost/stores"
	"pitpost.example/db/lookup"
	"pitpost.example/model"
)

type matchList struct {
	settings.Fields `embed:"" group:"Settings"`
	All             bool `help:"Those that are over, too."`
}

// Run lists matches, a line each.
func (c matchList) Run(d *desk) error {
	return d.withHouse(c.Fields, func(ctx context.Context, kept *stores.Stores) error {
		phases := []string{"lobby", "running", "paused"}
		if c.All {
			phases = nil
		}
		rows, err := lookup.Matches(ctx, kept.DB, phases...)
		if err != nil {
			return err
		}
		for _, r := range rows {
			seats, err := lookup.Seats(ctx, kept.DB, r.ID)
			if err != nil {
				return err
			}
			var names []string
			for _, s := range seats {
				if s.State != model.SeatUninvited && s.State != model.SeatDeclined {
					names = append(names, s.Name)
				}
			}
			fmt.Fprintf(d.out, "#%-5d %-9s %-9s %-9s %s\n", r.ID, r.Phase, r.Game, r.Edition, strings.Join(names, ", "))
		}
		return nil
	})
}
