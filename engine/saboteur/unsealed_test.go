package saboteur

import (
	"strings"
	"testing"

	"pitpost.example/engine"
)

// Unsealed shows no goal face down, and the position itself keeps its secrets.
func TestUnsealedTurnsUpTheGoals(t *testing.T) {
	s := &State{setup: engine.Setup{Seats: []string{"Ana", "Bo", "Cy"}}, phase: digging, players: make([]player, 3), goals: [3]Card{stoneNE, gold, stoneNW}}
	s.maze.set()
	keys := func(scene engine.Scene) string {
		var b strings.Builder
		for _, sprite := range scene.Sprites {
			b.WriteString(sprite.Key + "\n")
		}
		return b.String()
	}
	sealed, open := s.View("").Scene, s.Unsealed()
	if n := strings.Count(keys(sealed), "saboteur/hidden"); n != 3 {
		t.Errorf("%d goals lie face down in the public's picture, want 3", n)
	}
	if k := keys(open); strings.Count(k, "saboteur/gold-") != 1 || strings.Count(k, "saboteur/sealed") != 3 {
		t.Errorf("unsealed:\n%s", k)
	}
	if open.Width != sealed.Width || open.Height != sealed.Height || strings.Contains(keys(s.scene(nobody)), "saboteur/gold") {
		t.Error("another size, or the position itself was opened")
	}
}
