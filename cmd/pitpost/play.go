package main

import (
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"slices"

	"pitpost.example/cmd/pitpost/terminal"
	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/engine/record"
)

type playCmd struct {
	cardFlag
	Game    string            `arg:"" optional:"" help:"The game; the first on offer if left out."`
	Edition string            `help:"The edition; the English one, else the game's first, if left out." placeholder:"EDITION"`
	Options map[string]string `help:"Options beside the edition, such as rounds=1." placeholder:"NAME=VALUE" mapsep:","`
	Players int               `help:"Seats, yours among them." default:"4" placeholder:"N"`
	Seed    string            `help:"Play the same match again." placeholder:"SEED"`
	Bots    []string          `default:"careful" help:"Who sits on the other seats, taken in turn." placeholder:"BOT,…"`
}

// Run plays a match until it ends or the player quits.
func (c playCmd) Run(d *desk) error {
	m, err := c.open()
	if err != nil {
		return err
	}
	terminal.PlayMatch(m, c.Bots, terminal.EnglishPrinter(), d.in, d.out)
	return nil
}

// edition returns the chosen edition, or the usual one in English, which the terminal speaks.
func (c playCmd) edition() string {
	game := catalog.FindGame(cmp.Or(c.Game, catalog.GameNames()[0]))
	if c.Edition != "" || game == nil {
		return c.Edition
	}
	return engine.EditionFor(game, "en")
}

func (c playCmd) open() (*engine.Match, error) {
	if len(c.Bots) == 0 {
		return nil, misuse("--bots names at least one bot")
	}
	seats := max(c.Players, 0)
	s := record.Simulation{Bots: slices.Repeat(c.Bots, seats)[:seats]}
	if err := c.rules(&s, c.Game, c.edition(), c.Options); err != nil {
		return nil, err
	}
	if err := s.Check(); err != nil {
		return nil, usageError{err}
	}
	var seed [32]byte
	rand.Read(seed[:])
	if c.Seed != "" {
		b, err := hex.DecodeString(c.Seed)
		if err != nil || len(b) != len(seed) {
			return nil, misuse("a seed has 64 hex digits")
		}
		copy(seed[:], b)
	}
	setup := engine.Setup{Edition: s.Edition, Rules: s.Rules, Options: s.Options}
	if t, ok := s.Game.(engine.Tabled); ok {
		setup.Cards = t.Cards()
	}
	m := engine.OpenMatch(s.Game, setup, seed)
	names := []string{"Eli", "Ana", "Bo", "Cy", "Di", "Fay", "Gus", "Hal", "Ivy", "Jo"}
	for _, name := range names[:c.Players] {
		m.Apply(engine.Fact{Event: engine.Joined{Name: name}})
	}
	for _, f := range m.Start() {
		m.Apply(f)
	}
	return m, nil
}
