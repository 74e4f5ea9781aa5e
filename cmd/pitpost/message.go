package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"pitpost.example/cmd/pitpost/settings"
	"pitpost.example/cmd/pitpost/stores"
)

type messageCmd struct {
	settings.Fields `embed:"" group:"Settings"`
	Match           matchNumber `help:"To everybody at the table of a match, as a fact in its log." placeholder:"42" xor:"whom" required:""`
	AllHosts        bool        `help:"To every host of a match that is not over." xor:"whom" required:""`
	AllPlayers      bool        `help:"To every player of the house." xor:"whom" required:""`
	Words           []string    `arg:"" help:"What is to be said."`
}

// Run sends the words.
func (c messageCmd) Run(ctx context.Context, d *desk, kept *stores.Stores) error {
	if c.Match != 0 {
		return d.operate(ctx, kept, c.Match, "announce", c.Words)
	}
	n, err := kept.House.Message(ctx, strings.Join(c.Words, " "), c.AllPlayers, time.Now())
	if err != nil {
		return err
	}
	fmt.Fprintf(d.out, "Letters on their way: %d\n", n)
	return nil
}
