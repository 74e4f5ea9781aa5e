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
	Match           string   `help:"To everybody at the table of a match, as a fact in its log." placeholder:"42" xor:"whom" required:""`
	AllHosts        bool     `help:"To every host of a match that is not over." xor:"whom" required:""`
	AllPlayers      bool     `help:"To every player of the house." xor:"whom" required:""`
	Words           []string `arg:"" help:"What is to be said."`
}

// Run sends the words.
func (c messageCmd) Run(d *desk, s *settings.Settings) error {
	if c.Match != "" {
		return d.operate(s, c.Match, "announce", c.Words)
	}
	return d.withHouse(s, func(ctx context.Context, kept *stores.Stores) error {
		n, err := kept.House.Message(ctx, strings.Join(c.Words, " "), c.AllPlayers, time.Now())
		if err != nil {
			return err
		}
		fmt.Fprintf(d.out, "Letters on their way: %d\n", n)
		return nil
	})
}
