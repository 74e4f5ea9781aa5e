package clonk

import (
	"testing"

	"pitpost/engine/enginetest"
)

func TestStories(t *testing.T) { enginetest.TellsStories(t, Game{}) }
