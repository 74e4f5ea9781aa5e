package clonk

import (
	"strings"
	"testing"

	"pitpost.example/engine"
)

// Unsealed shows no card of a shaft face down.
func TestUnsealedTurnsUpTheShafts(t *testing.T) {
	m := engine.OpenMatch(Game{}, engine.Setup{Edition: Game{}.Editions()[0]}, [32]byte{1})
	for _, name := range []string{"Ana", "Bo"} {
		m.Apply(engine.Fact{Event: engine.Joined{Name: name}})
	}
	for _, f := range m.Start() {
		m.Apply(f)
	}
	s := m.State().(*State)
	count := func(scene engine.Scene, key string) int {
		n := 0
		for _, sprite := range scene.Sprites {
			if strings.HasPrefix(sprite.Key, key) {
				n++
			}
		}
		return n
	}
	down := count(s.View("").Scene, "clonk/down")
	if open := s.Unsealed(); down == 0 || count(open, "clonk/down") != 0 || count(open, "clonk/sealed") != down {
		t.Errorf("%d cards lie face down; unsealed %d do, and %d are marked", down, count(open, "clonk/down"), count(open, "clonk/sealed"))
	}
	if count(s.View("").Scene, "clonk/down") != down {
		t.Error("the position itself was opened")
	}
}
