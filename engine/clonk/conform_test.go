package clonk_test

import (
	"testing"

	"pitpost.example/engine/clonk/redeal"
	"pitpost.example/engine/enginetest"
)

// Each option is tested by itself in the default edition.
func TestOptionsConform(t *testing.T) {
	enginetest.CheckGame(t, redeal.Game{},
		map[string]string{"awakening": "mixed"},
		map[string]string{"last": "extra"},
		map[string]string{"gift": "any"},
		map[string]string{"loss": "all"})
}
