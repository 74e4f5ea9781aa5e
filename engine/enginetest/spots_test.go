package enginetest

import (
	"testing"

	"pitpost.example/engine"
)

// A spot that touches the rim is in the picture; one that crosses it, or that nobody could hit, is not.
func TestSpotLiesInItsPicture(t *testing.T) {
	scene := engine.Scene{Width: 100, Height: 60}
	for _, c := range []struct {
		name                string
		x, y, width, height int
		want                bool
	}{
		{"all of it", 0, 0, 100, 60, true},
		{"the last pixel", 99, 59, 1, 1, true},
		{"off the left", -1, 0, 10, 10, false},
		{"off the top", 0, -1, 10, 10, false},
		{"off the right", 91, 0, 10, 10, false},
		{"off the bottom", 0, 51, 10, 10, false},
		{"no width", 5, 5, 0, 10, false},
		{"no height", 5, 5, 10, 0, false},
	} {
		if got := spotLiesIn(engine.Spot{Name: c.name, X: c.x, Y: c.y, Width: c.width, Height: c.height}, scene); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
