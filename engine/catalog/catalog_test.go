package catalog

import (
	"testing"

	"pitpost.example/engine/enginetest"
)

func TestEveryGame(t *testing.T) {
	for _, g := range Games() {
		t.Run(g.Name(), func(t *testing.T) { enginetest.Run(t, g) })
	}
}

func TestFind(t *testing.T) {
	for _, g := range Games() {
		if Find(g.Name()) != g {
			t.Errorf("%s is not found by its name", g.Name())
		}
	}
	if Find("no such game") != nil {
		t.Error("a game that is not there is found")
	}
}
