package main

import (
	"bufio"
	"cmp"
	"slices"

	"pitpost.example/engine/record"
)

type simulateCmd struct {
	cardFlag
	Game    string            `help:"The game; the first on offer if not given." placeholder:"GAME"`
	Edition string            `help:"The edition of its rules; the game's first if not given." placeholder:"EDITION"`
	Rules   int               `default:"2" enum:"1,2" help:"The rows of the editions: 2 as they are now, 1 as they were before." placeholder:"1|2"`
	Players int               `default:"0" help:"How many play; as many as there are --bots, else 5." placeholder:"N"`
	Matches int               `default:"1" help:"How many matches." placeholder:"M"`
	Seed    string            `default:"1" help:"Any words; the same words give the same bytes on any machine." placeholder:"WORDS"`
	Options map[string]string `mapsep:"," help:"Options of the game that differ from the edition." placeholder:"NAME=VALUE,…"`
	Legal   bool              `help:"Before each choice write all that the seat could do."`
	Play    string            `xor:"players" help:"How all play: random if not given, careful, keen, or dig where the game has it." placeholder:"HOW"`
	Bots    []string          `xor:"players" help:"Who plays, a bot for each seat; the score goes to standard error." placeholder:"BOT,…"`

	Rotate    bool   `help:"Let every bot take every seat in turn, from match to match."`
	Saboteurs string `help:"Who plays a seat while it is a saboteur's (Saboteur)." placeholder:"BOT"`
	Playouts  int    `default:"0" help:"How many positions keen plays on for a choice; 400 if not given." placeholder:"N"`
}

// Run plays the matches.
func (c simulateCmd) Run(d *desk) error {
	s, err := c.simulation()
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(d.out, 1<<20)
	score := record.NewScore(s.Bots)
	if err := record.SimulateMatches(out, s, score.Add); err != nil {
		return err
	}
	if err := out.Flush(); err != nil {
		return err
	}
	if len(c.Bots) > 0 || c.Saboteurs != "" {
		return score.Print(d.err)
	}
	return nil
}

func (c simulateCmd) simulation() (record.Simulation, error) {
	s := record.Simulation{Rules: c.Rules, Matches: c.Matches, Seed: c.Seed, Legal: c.Legal, Bots: c.Bots,
		Rotate: c.Rotate, Guilty: c.Saboteurs, Playouts: c.Playouts}
	if err := c.rules(&s, c.Game, c.Edition, c.Options); err != nil {
		return s, err
	}
	if len(s.Bots) == 0 {
		_, most := s.Game.Seats()
		s.Bots = slices.Repeat([]string{cmp.Or(c.Play, "random")}, max(0, cmp.Or(c.Players, min(5, most))))
	}
	if c.Players != 0 && len(s.Bots) != c.Players {
		return s, misuse("--bots names %d bots for %d players", len(s.Bots), c.Players)
	}
	if c.Playouts < 0 {
		return s, misuse("--playouts is a number from 1")
	}
	if c.Matches < 1 {
		return s, misuse("--matches is a number from 1")
	}
	if err := s.Check(); err != nil {
		return s, usageError{err}
	}
	return s, nil
}
