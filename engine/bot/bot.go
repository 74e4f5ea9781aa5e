// Package bot provides computer players. A bot sees only what a player in its seat would see. Find returns a
// bot by name; it chooses one of the legal commands whenever its seat is to move.
package bot

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"pitpost.example/engine"
)

// Sight is what a bot gets to see when its seat is to choose.
type Sight struct {
	// Seat is the seat that is to choose.
	Seat string
	// Legal lists all its legal commands in canonical form, sorted. It is never empty.
	Legal []string

	state engine.State
}

// SightOfSeat returns the sight of a seat, given its legal commands.
func SightOfSeat(s engine.State, seat string, legal []string) Sight {
	return Sight{Seat: seat, Legal: legal, state: s}
}

// Bot chooses one of the legal commands. All chance comes from the stream, so the same sight and stream give
// the same choice.
type Bot func(Sight, *engine.Stream) string

// ListBots lists the bots that can play a game, simplest first.
func ListBots(g engine.Game) []string {
	names := []string{"random"}
	state := g.Blank(engine.Setup{Edition: g.Editions()[0]})
	if _, ok := state.(engine.Digging); ok {
		names = append(names, "dig")
	}
	if _, ok := state.(engine.Sensible); ok {
		names = append(names, "careful")
	}
	if _, ok := state.(engine.Guessing); ok {
		names = append(names, "keen")
	}
	return names
}

// FindBot returns the bot of that name, or nil. Only keen uses the budget; 0 playouts mean the default.
func FindBot(name string, b Budget) Bot {
	switch name {
	case "random":
		return PlayRandomly
	case "dig":
		return DigOften
	case "careful":
		return PlayCarefully
	case "keen":
		b.Playouts = cmp.Or(b.Playouts, playouts)
		return NewKeen(b)
	}
	return nil
}

// CheckName returns an error if no bot of that name plays the game; it lists those that do.
func CheckName(name string, g engine.Game) error {
	names := ListBots(g)
	if slices.Contains(names, name) {
		return nil
	}
	return fmt.Errorf("%s has no bot %q: choose from %s", g.Name(), name, strings.Join(names, ", "))
}

// PlayRandomly chooses any legal command with equal probability.
func PlayRandomly(s Sight, stream *engine.Stream) string {
	return s.Legal[stream.Intn(len(s.Legal))]
}

// PlayCarefully plays by the simple rules that the game provides (engine.Sensible). If it provides none, it plays
// like PlayRandomly.
func PlayCarefully(s Sight, stream *engine.Stream) string {
	if game, ok := s.state.(engine.Sensible); ok {
		return game.Careful(s.Seat, stream)
	}
	return PlayRandomly(s, stream)
}

// DigOften digs in nine moves of ten: it chooses at random one of the commands that the game counts as digging.
// Otherwise, or if there is none, it plays like PlayRandomly.
func DigOften(s Sight, stream *engine.Stream) string {
	if game, ok := s.state.(engine.Digging); ok && stream.Intn(10) > 0 {
		if commands := game.Dig(s.Seat); len(commands) > 0 {
			return commands[stream.Intn(len(commands))]
		}
	}
	return PlayRandomly(s, stream)
}
