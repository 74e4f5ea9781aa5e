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

// Help is what --help adds: examples.
func (messageCmd) Help() string {
	return `Writes the operator's words at once, whatever a match has agreed about talk. The same words on the same
day reach nobody twice with --all-hosts and --all-players.

Examples:

  pitpost message --match 42 "We go on after Easter."
  pitpost message --all-hosts "The house is down on Sunday from 8 to 9."`
}

// Run sends the words.
func (c messageCmd) Run(d *desk) error {
	if c.Match != "" {
		return d.operate(c.Fields, c.Match, "announce", c.Words)
	}
	return d.withHouse(c.Fields, func(ctx context.Context, kept *stores.Stores) error {
		n, err := kept.House.Message(ctx, strings.Join(c.Words, " "), c.AllPlayers, time.Now())
		if err != nil {
			return err
		}
		fmt.Fprintf(d.out, "Letters on their way: %d\n", n)
		return nil
	})
}
