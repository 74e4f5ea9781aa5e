package catalog

import (
	"testing"

	peak "pitpost.example/docs/example-game"
	"pitpost.example/engine/enginetest"
	"pitpost.example/engine/redeal"
)

func TestEveryGame(t *testing.T) {
	for _, g := range AllGames() {
		t.Run(g.Name(), func(t *testing.T) { enginetest.CheckGame(t, redeal.WithRedealing(g)) })
	}
}

func TestFind(t *testing.T) {
	for i, g := range AllGames() {
		if FindGame(g.Name()) != g || GameNames()[i] != g.Name() {
			t.Errorf("%s is not found by its name", g.Name())
		}
	}
	one := AllGames()[:1]
	two := one.With(peak.Game{})
	if two.Find("peak") == nil || one.Find("peak") != nil || len(two) != 2 || len(two.With(peak.Game{})) != 2 {
		t.Errorf("with a game more, %q is %q, and with it again %q", one.Names(), two.Names(), two.With(peak.Game{}).Names())
	}
	if FindGame("no such game") != nil {
		t.Error("a game that is not there is found")
	}
}
