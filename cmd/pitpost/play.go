package main

import (
	"cmp"
	"crypto/rand"
	"encoding/hex"

	"pitpost.example/cmd/pitpost/terminal"
	"pitpost.example/engine"
	"pitpost.example/engine/bot"
	"pitpost.example/engine/catalog"
)

type playCmd struct {
	cardFlag
	Game    string            `arg:"" optional:"" help:"The game; the first on offer if left out."`
	Edition string            `help:"The edition; the game's first if left out." placeholder:"EDITION"`
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
	return terminal.Play(m, c.Bots, terminal.English(), d.in, d.out)
}

func (c playCmd) open() (*engine.Match, error) {
	games, err := c.games()
	if err != nil {
		return nil, err
	}
	c.Game = cmp.Or(c.Game, catalog.Names()[0])
	game := games(c.Game)
	if game == nil {
		return nil, misuse("there is no game %q", c.Game)
	}
	if least, most := game.Seats(); c.Players < least || c.Players > most {
		return nil, misuse("%s is for %d to %d players", c.Game, least, most)
	}
	if len(c.Bots) == 0 {
		return nil, misuse("--bots names at least one bot")
	}
	for _, name := range c.Bots {
		if err := bot.Check(name, game); err != nil {
			return nil, usageError{err}
		}
	}
	edition := cmp.Or(c.Edition, game.Editions()[0])
	options, no := game.Options(edition, c.Options)
	if no != nil {
		return nil, misuse("edition or options: there is no such choice (%s)", no.Key)
	}
	var seed [32]byte
	if c.Seed != "" {
		b, err := hex.DecodeString(c.Seed)
		if err != nil || len(b) != len(seed) {
			return nil, misuse("a seed has 64 hex digits")
		}
		copy(seed[:], b)
	} else if _, err := rand.Read(seed[:]); err != nil {
		return nil, err
	}
	setup := engine.Setup{Edition: edition, Options: options}
	if t, ok := game.(engine.Tabled); ok {
		setup.Cards = t.Cards()
	}
	m := engine.Open(game, setup, seed)
	names := []string{"Eli", "Ana", "Bo", "Cy", "Di", "Fay", "Gus", "Hal", "Ivy", "Jo"}
	for _, name := range names[:c.Players] {
		m.Apply(engine.Fact{Event: engine.Joined{Name: name}})
	}
	for _, f := range m.Start() {
		m.Apply(f)
	}
	return m, nil
}
