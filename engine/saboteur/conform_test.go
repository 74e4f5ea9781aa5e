package saboteur_test

import (
	"testing"

	"pitpost.example/engine/enginetest"
	"pitpost.example/engine/saboteur/redeal"
)

// Each option is tested by itself in the default edition.
func TestOptionsConform(t *testing.T) {
	enginetest.CheckGame(t, redeal.Game{},
		map[string]string{"turns": "counter"},
		map[string]string{"joined": "no"},
		map[string]string{"gold": "players"},
		map[string]string{"ends": "passes"},
		map[string]string{"ends": "stuck"},
		map[string]string{"starter": "turn"},
		map[string]string{"starter": "left", "turns": "counter"},
		map[string]string{"saboteurs": "most"},
		map[string]string{"picks": "ask"},
		map[string]string{"picks": "ask", "gold": "players"},
		map[string]string{"rounds": "1"},
		map[string]string{"rounds": "2"},
	)
}

func TestStories(t *testing.T) { enginetest.CheckStories(t, redeal.Game{}) }
