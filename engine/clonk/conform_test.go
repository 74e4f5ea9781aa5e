package clonk

import (
	"testing"

	"pitpost.example/engine/enginetest"
)

// Every option, set by itself beside the default edition.
func TestOptionsConform(t *testing.T) {
	enginetest.Run(t, Game{},
		map[string]string{"awakening": "mixed"},
		map[string]string{"last": "extra"},
		map[string]string{"gift": "any"})
}
