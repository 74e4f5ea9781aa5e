package mailer

import (
	"testing"

	"pitpost/engine"
	"pitpost/engine/catalog"
)

// played gives the boards of a match by lot, one after each choice of a round.
func played(t testing.TB, g engine.Game) []engine.Scene {
	t.Helper()
	least, _ := g.Seats()
	seats := []string{"Ana", "Bo", "Cy", "Di", "Eli"}[:max(least, 4)]
	state, dice := g.Blank(engine.Setup{Edition: g.Editions()[0], Seats: seats}), engine.Dice{Seed: [32]byte{7}}
	var scenes []engine.Scene
	for facts := state.Start(dice); ; {
		for _, f := range facts {
			state.Apply(f)
		}
		if state.Result() != nil || len(scenes) == 60 {
			return scenes
		}
		seat := state.ToMove()[0]
		scenes = append(scenes, state.View(seat).Scene)
		legal := state.Legal(seat)
		if d, ok := state.(interface{ Dig(string) []string }); ok && len(d.Dig(seat)) > 0 {
			legal = d.Dig(seat)
		}
		var refusal *engine.Refusal
		if facts, refusal = state.Play(seat, legal[len(scenes)%len(legal)], dice); refusal != nil {
			t.Fatalf("%s: %v", seat, refusal)
		}
	}
}

// A letter stays under 100 KB with the board of any game in it.
func TestBoardsOfGames(t *testing.T) {
	for _, g := range catalog.Games() {
		for i, s := range played(t, g) {
			if n := len(painted(t, s, pictureScale)); n > 50_000 {
				t.Errorf("%s: board %d of %d × %d pixels has %d bytes", g.Name(), i, s.Width, s.Height, n)
			}
		}
	}
}
