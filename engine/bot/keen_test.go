package bot

import (
	"testing"

	"pitpost.example/engine"
)

// toy is a game with one choice. A command yields its gain, plus noise that differs for each guess and
// command.
type toy struct {
	engine.State
	gain  map[string]float64
	noise float64
	tries *int
}

func (t toy) Careful(string, *engine.Stream) string { return "plain" }

func (t toy) Worth(string) []string { return []string{"plain", "a", "b", "c", "d", "e", "f", "g"} }

func (t toy) Guess(_ string, s *engine.Stream) engine.State {
	s.Uint64()
	return t
}

func (t toy) Try(_, command string, s *engine.Stream) float64 {
	*t.tries++
	luck := 0.0
	for range command[0] {
		luck = float64(s.Intn(1000)) / 1000
	}
	return 0.5 + t.gain[command] + t.noise*(luck-0.5)
}

func (t toy) chooses(b Budget, purpose string) string {
	s := Sight{Seat: "Ana", Legal: t.Worth("Ana"), state: t}
	return NewKeen(b)(s, engine.Dice{}.For(purpose))
}

func TestKeenFindsWhatIsBetter(t *testing.T) {
	game := toy{gain: map[string]float64{"e": 0.2, "b": 0.1}, noise: 0.6, tries: new(int)}
	for _, purpose := range []string{"one", "two", "three", "four", "five"} {
		*game.tries = 0
		if got := game.chooses(Budget{Playouts: 2000}, purpose); got != "e" {
			t.Errorf("%s: chose %q", purpose, got)
		}
		if *game.tries > 2000 || *game.tries < 1500 {
			t.Errorf("%s: %d playouts of 2000", purpose, *game.tries)
		}
	}
}

// If nothing is better, the careful choice is usually kept, even though some command always looks best by
// chance.
func TestKeenKeepsToSense(t *testing.T) {
	game := toy{noise: 0.6, tries: new(int)}
	plain := 0
	const choices = 200
	for n := range choices {
		if game.chooses(Budget{Playouts: 200}, string(rune('A'+n))) == "plain" {
			plain++
		}
	}
	if plain < choices/3 {
		t.Errorf("plain sense was kept to in %d of %d choices between equals", plain, choices)
	}
	game.gain = map[string]float64{"a": -0.2, "b": -0.2, "c": -0.2, "d": -0.2, "e": -0.2, "f": -0.2, "g": -0.2}
	if got := game.chooses(Budget{Playouts: 2000}, "worse"); got != "plain" {
		t.Errorf("chose %q where plain sense is best", got)
	}
}

// A shared budget can end in the middle of a choice. The tries so far still count, and later choices are
// careful.
func TestBotsShareABudget(t *testing.T) {
	game := toy{gain: map[string]float64{"c": 0.5}, tries: new(int)}
	b := Budget{Playouts: 1 << 30, Spent: new(int), Shared: 80}
	if got := game.chooses(b, "shared"); got != "c" {
		t.Errorf("what was thought until the end is forgotten: %q", got)
	}
	for range 3 {
		if got := game.chooses(b, "later"); got != "plain" {
			t.Errorf("with nothing left to think %q", got)
		}
	}
	if *game.tries > b.Shared || *game.tries < b.Shared-8 {
		t.Errorf("%d positions of %d", *game.tries, b.Shared)
	}
}

// Without Sensible a game is played at random, without Guessing by the careful choice.
func TestBotsFallBack(t *testing.T) {
	legal := []string{"x", "y"}
	seen := map[string]bool{}
	stream := engine.Dice{}.For("fall back")
	for range 40 {
		seen[NewKeen(Budget{Playouts: 10})(Sight{Seat: "Ana", Legal: legal}, stream)] = true
	}
	if !seen["x"] || !seen["y"] {
		t.Errorf("chose only %v", seen)
	}
	if got := NewKeen(Budget{Playouts: 10})(Sight{Seat: "Ana", Legal: legal, state: sensible{}}, stream); got != "y" {
		t.Errorf("chose %q", got)
	}
}

type sensible struct{ engine.State }

func (sensible) Careful(string, *engine.Stream) string { return "y" }
