package clonk_test

import (
	"testing"

	"pitpost.example/engine/clonk/redeal"
	"pitpost.example/engine/enginetest"
)

func TestStories(t *testing.T) { enginetest.CheckStories(t, redeal.Game{}) }
