package main

import (
	"context"
	"fmt"
	"strings"
)

type playerCmd struct {
	List playerList `cmd:"" help:"List players and their addresses."`
}

// Help is what --help adds: an example.
func (playerCmd) Help() string {
	return `Shows who plays here and whether mail reaches them; an address whose letters came back is marked.

Example: pitpost player list`
}

type playerList struct {
	settingFields `embed:"" group:"Settings"`
}

// Run lists players, a line each.
func (c playerList) Run(d *desk) error {
	return d.withHouse(c.settingFields, func(ctx context.Context, k *keeping) error {
		players, err := k.db.Players(ctx)
		if err != nil {
			return err
		}
		for _, p := range players {
			all, err := k.db.Addresses(ctx, p.ID)
			if err != nil {
				return err
			}
			var list []string
			for _, a := range all {
				text := a.Address
				if a.Failing != "" {
					text += " (letters come back)"
				}
				if a.Blocked {
					text += " (takes no invitations)"
				}
				list = append(list, text)
			}
			fmt.Fprintf(d.out, "%-6d %-3s %-20s %s\n", p.ID, p.Lang, p.Zone, strings.Join(list, ", "))
		}
		return nil
	})
}
