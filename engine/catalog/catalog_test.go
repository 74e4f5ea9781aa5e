package catalog

import (
	"testing"

	peak "pitpost.example/docs/example-game"
	"pitpost.example/engine/enginetest"
)

func TestEveryGame(t *testing.T) {
	for _, g := range Games() {
		t.Run(g.Name(), func(t *testing.T) { enginetest.Run(t, g) })
	}
}

func TestFind(t *testing.T) {
	for i, g := range Games() {
		if Find(g.Name()) != g || Names()[i] != g.Name() {
			t.Errorf("%s is not found by its name", g.Name())
		}
	}
	list := Games().With(peak.Game{})
	if list.Find("peak") == nil || Find("peak") != nil || len(list.With(peak.Game{})) != len(list) {
		t.Errorf("a list with a game more: %q, and the catalogue: %q", list.Names(), Names())
	}
	if Find("no such game") != nil {
		t.Error("a game that is not there is found")
	}
}
