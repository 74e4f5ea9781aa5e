package clonk

import (
	"testing"

	"pitpost.example/engine/enginetest"
)

func TestStories(t *testing.T) { enginetest.TellsStories(t, Game{}) }
