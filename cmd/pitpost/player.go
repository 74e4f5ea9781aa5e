package main

import (
	"context"
	"fmt"
	"net/mail"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/cmd/pitpost/stores"
	"pitpost.example/db/people"
	"pitpost.example/inbox/mime"
)

type playerCmd struct {
	List     playerList     `cmd:"" help:"List players and their addresses."`
	Standins playerStandins `cmd:"" help:"List who is ready to take a seat that somebody left."`
	Block    playerBar      `cmd:"" help:"Close the house to an address: its letters are turned away, no mail goes to it, bots play on."`
	Unblock  playerBar      `cmd:"" help:"Open it again."`
}

type playerList struct{ ofHouse }

// Run lists players, one per line.
func (c playerList) Run(ctx context.Context, d *desk, kept *stores.Stores) error {
	players, err := people.ListPlayers(ctx, kept.DB)
	if err != nil {
		return err
	}
	out := d.columns("player", "language", "zone", "addresses")
	for _, p := range players {
		all, err := people.ListAddresses(ctx, kept.DB, p.ID)
		if err != nil {
			return err
		}
		var list []string
		for _, a := range all {
			text := a.Address
			if a.Failing != "" {
				text += " (letters come back)"
			}
			if a.Barred {
				text += " (the house is closed to it)"
			}
			if a.Blocked {
				text += " (takes no invitations)"
			}
			list = append(list, text)
		}
		fmt.Fprintf(out, "%d\t%s\t%s\t%s\n", p.ID, p.Lang, p.Zone, strings.Join(list, ", "))
	}
	return out.Flush()
}

type playerStandins struct{ ofHouse }

// Run lists the stand-ins, one per line, those who have been on the list longest first.
func (c playerStandins) Run(ctx context.Context, d *desk, kept *stores.Stores) error {
	list, err := people.ListStandins(ctx, kept.DB)
	if err != nil {
		return err
	}
	out := d.columns("player", "language", "games", "sits in", "last asked (UTC)", "address")
	for _, s := range list {
		games, asked := "any", "never"
		if len(s.Games) > 0 {
			games = strings.Join(s.Games, ", ")
		}
		if s.Asked != nil {
			asked = minute(*s.Asked)
		}
		fmt.Fprintf(out, "%d\t%s\t%s\t%d of %d at once\t%s\t%s\n", s.Player, s.Lang, games, s.Sits, s.Most, asked, s.Address)
	}
	return out.Flush()
}

type playerBar struct {
	settings.Fields `embed:"" group:"Settings"`
	Address         string `arg:"" help:"The address."`
}

// Run blocks or unblocks an address, depending on how the command was called.
func (c playerBar) Run(ctx context.Context, d *desk, s *settings.Settings, called *kong.Context) error {
	address, err := mail.ParseAddress(c.Address)
	if err != nil || mime.BareAddress(address.Address) == "" {
		return misuse("%q is no address", c.Address)
	}
	kept, err := d.house(ctx, s)
	if err != nil {
		return err
	}
	said, err := kept.House.BanAddress(ctx, mime.BareAddress(address.Address), called.Selected().Name == "unblock",
		time.Now())
	return d.answer(kept, said, err)
}
