package main

import (
	"context"
	"net/mail"
	"time"

	"github.com/alecthomas/kong"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/cmd/pitpost/stores"
)

type playerBar struct {
	settings.Fields `embed:"" group:"Settings"`
	Address         string `arg:"" help:"The address."`
}

// Run closes the house to an address, or opens it, as the command is called.
func (c playerBar) Run(d *desk, called *kong.Context) error {
	address, err := mail.ParseAddress(c.Address)
	if err != nil {
		return misuse("%q is no address", c.Address)
	}
	return d.withHouse(c.Fields, func(ctx context.Context, k *stores.Stores) error {
		said, err := k.House.Bar(ctx, address.Address, called.Selected().Name == "unblock", time.Now())
		if err != nil {
			return err
		}
		return d.answer(k, said)
	})
}
