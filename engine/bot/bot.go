// Package bot is players made of code. A bot sees what a player would see of
// its seat and nothing else.
package bot

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"pitpost.example/engine"
)

// Sight is what one seat may look at when it is to choose.
type Sight struct {
	// Seat is whose sight it is.
	Seat string
	// Legal lists all it can do, in canonical form, sorted; never empty.
	Legal []string

	state engine.State
}

// Look gives the sight of a seat; legal is its legal list.
func Look(s engine.State, seat string, legal []string) Sight {
	return Sight{Seat: seat, Legal: legal, state: s}
}

// Bot chooses one of the legal commands. What it leaves to chance it takes from
// the stream, so that it chooses the same when asked anew.
type Bot func(Sight, *engine.Stream) string

// Names lists the bots there are for a game, the simplest first.
func Names(g engine.Game) []string {
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

// Find gives a bot by its name; nil if there is none. The budget is keen's; one of no
// playouts is the usual one.
func Find(name string, b Budget) Bot {
	switch name {
	case "random":
		return Random
	case "dig":
		return Dig
	case "careful":
		return Careful
	case "keen":
		b.Playouts = cmp.Or(b.Playouts, playouts)
		return Keen(b)
	}
	return nil
}

// Check says whether a bot of that name plays a game; the error lists those
// that do.
func Check(name string, g engine.Game) error {
	names := Names(g)
	if slices.Contains(names, name) {
		return nil
	}
	return fmt.Errorf("%s has no bot %q: choose from %s", g.Name(), name, strings.Join(names, ", "))
}

// Random chooses evenly from the legal list.
func Random(s Sight, stream *engine.Stream) string {
	return s.Legal[stream.Intn(len(s.Legal))]
}

// Careful plays with the plain sense that the game has put down; where it has
// none, as Random does.
func Careful(s Sight, stream *engine.Stream) string {
	if game, ok := s.state.(engine.Sensible); ok {
		return game.Careful(s.Seat, stream)
	}
	return Random(s, stream)
}

// Dig digs on in nine moves of ten: evenly one of the commands by which its
// game says that the seat digs. Else, and where there is none, it plays as
// Random does.
func Dig(s Sight, stream *engine.Stream) string {
	if game, ok := s.state.(engine.Digging); ok && stream.Intn(10) > 0 {
		if commands := game.Dig(s.Seat); len(commands) > 0 {
			return commands[stream.Intn(len(commands))]
		}
	}
	return Random(s, stream)
}
