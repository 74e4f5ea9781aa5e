package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/mail"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/cmd/pitpost/stores"
	"pitpost.example/db/lookup"
	"pitpost.example/db/people"
	"pitpost.example/disk"
	"pitpost.example/inbox/mime"
)

type playerCmd struct {
	List     playerList     `cmd:"" help:"List players and their addresses."`
	Show     playerShow     `cmd:"" help:"Print what is kept of a player, as JSON."`
	Export   playerExport   `cmd:"" help:"Write all that is kept of a player to a file (.zip), or to standard output with -."`
	Forget   playerForget   `cmd:"" help:"Forget a player: addresses, letters and words go, bots play on, seats are called Former. Nothing brings it back."`
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
			if p.Keeper != 0 {
				text = p.Called + " at " + text
			}
			list = append(list, text)
		}
		fmt.Fprintf(out, "%d\t%s\t%s\t%s\n", p.ID, p.Lang, p.Zone, strings.Join(list, ", "))
	}
	return out.Flush()
}

type playerShow struct {
	settings.Fields `embed:"" group:"Settings"`
	Address         string `arg:"" help:"The address of the player."`
	Seat            string `help:"Of those who play from this mailbox, the one called so." placeholder:"NAME"`
}

// Run prints what is kept of a player, but nothing of running matches that others may not see.
func (c playerShow) Run(ctx context.Context, d *desk, kept *stores.Stores) error {
	data, err := keptOf(ctx, kept, c.Address, c.Seat)
	if err != nil {
		return err
	}
	e := json.NewEncoder(d.out)
	e.SetIndent("", " ")
	return e.Encode(data)
}

type playerExport struct {
	settings.Fields `embed:"" group:"Settings"`
	Address         string `arg:"" help:"The address of the player."`
	File            string `arg:"" help:"Where to write it; - is standard output." type:"path"`
	Seat            string `help:"Of those who play from this mailbox, the one called so." placeholder:"NAME"`
}

// Run writes what is kept of a player, with the records of their finished matches.
func (c playerExport) Run(ctx context.Context, d *desk, kept *stores.Stores) error {
	data, err := keptOf(ctx, kept, c.Address, c.Seat)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := data.WriteZip(ctx, kept.DB, &b); err != nil {
		return err
	}
	if c.File == "-" {
		_, err = d.out.Write(b.Bytes())
		return err
	}
	return disk.WriteFile(c.File, b.String())
}

// keptOf reads what is kept of the player with an address, or of somebody who plays from that mailbox.
func keptOf(ctx context.Context, kept *stores.Stores, address, seat string) (*lookup.OwnData, error) {
	player, err := playerAt(ctx, kept, address, seat)
	if err != nil {
		return nil, err
	}
	return lookup.ReadOwnData(ctx, kept.DB, player, false)
}

// playerAt finds a player by their address or, with a name, somebody who plays from that mailbox.
func playerAt(ctx context.Context, kept *stores.Stores, address, seat string) (int64, error) {
	read, err := mail.ParseAddress(address)
	if err != nil || mime.BareAddress(read.Address) == "" {
		return 0, misuse("%q is no address", address)
	}
	owner, err := lookup.FindOwner(ctx, kept.DB, mime.BareAddress(read.Address))
	if err != nil || owner != 0 && seat == "" {
		return owner, err
	}
	all, err := lookup.ListKept(ctx, kept.DB, owner)
	if err != nil {
		return 0, err
	}
	for _, p := range all {
		if owner != 0 && strings.EqualFold(p.Called, seat) {
			return p.ID, nil
		}
	}
	if owner != 0 {
		return 0, fmt.Errorf("nobody called %q plays from %s", seat, read.Address)
	}
	return 0, fmt.Errorf("nobody here has the address %s: `pitpost player list` shows whom the house knows", read.Address)
}

type playerForget struct {
	settings.Fields `embed:"" group:"Settings"`
	Address         string `arg:"" help:"The address of the player."`
	Seat            string `help:"Of those who play from this mailbox, the one called so." placeholder:"NAME"`
	Sure            bool   `help:"Do it; nothing brings it back."`
}

// Run forgets a player.
func (c playerForget) Run(ctx context.Context, d *desk, kept *stores.Stores) error {
	player, err := playerAt(ctx, kept, c.Address, c.Seat)
	if err != nil {
		return err
	}
	if !c.Sure {
		return fmt.Errorf("nothing brings a forgotten player back: `pitpost player export` takes along what is kept; add --sure to forget them")
	}
	done, err := kept.House.ForgetPlayer(ctx, player, time.Now())
	if err != nil {
		return err
	}
	if !done {
		fmt.Fprintln(d.out, "they have left everything; a running `pitpost serve` forgets the rest once the last letters to them are out, within a day")
		return nil
	}
	fmt.Fprintln(d.out, "forgotten")
	return nil
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
