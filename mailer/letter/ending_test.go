package letter

import (
	"strings"
	"testing"

	"pitpost.example/engine"
)

// Seats with one score share a medal, and the places that they take have no other.
func TestSeatsWithOneScoreShareAMedal(t *testing.T) {
	for _, c := range []struct {
		winners string
		scores  map[string]int
		want    string
	}{
		{"Ana", map[string]int{"Ana": 4, "Bo": 0, "Cy": 0}, "🥇 Ana 🥈 Bo 🥈 Cy"},
		{"Ana Bo", map[string]int{"Ana": 4, "Bo": 4, "Cy": 3, "Di": 3}, "🥇 Ana 🥇 Bo 🥉 Cy 🥉 Di"},
		{"Ana", map[string]int{"Ana": 8, "Bo": 5, "Cy": 3, "Di": 3}, "🥇 Ana 🥈 Bo 🥉 Cy 🥉 Di"},
		{"Ana", map[string]int{"Ana": 8, "Bo": 5, "Cy": 5, "Di": 3}, "🥇 Ana 🥈 Bo 🥈 Cy Di"},
		{"Bo", map[string]int{"Bo": 8, "Ana": 8, "Cy": 5}, "🥇 Bo 🥈 Ana 🥉 Cy"}, // something else than the score decided
	} {
		result := &engine.Result{Winners: strings.Fields(c.winners), Scores: c.scores}
		names := strings.Fields(strings.NewReplacer("🥇", "", "🥈", "", "🥉", "").Replace(c.want))
		got := engine.MapList(names, func(name string) string { return medal(names, result, name) + name })
		if strings.Join(got, " ") != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
