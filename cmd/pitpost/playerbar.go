package main

import (
	"context"
	"net/mail"
	"time"

	"github.com/alecthomas/kong"
)

type playerBar struct {
	settingFields `embed:"" group:"Settings"`
	Address       string `arg:"" help:"The address."`
}

// Run closes the house to an address, or opens it, as the command is called.
func (c playerBar) Run(d *desk, called *kong.Context) error {
	address, err := mail.ParseAddress(c.Address)
	if err != nil {
		return misuse("%q is no address", c.Address)
	}
	return d.withHouse(c.settingFields, func(ctx context.Context, k *keeping) error {
		said, err := k.house.Bar(ctx, address.Address, called.Selected().Name == "unblock", time.Now())
		if err != nil {
			return err
		}
		return d.answer(k, said)
	})
}
