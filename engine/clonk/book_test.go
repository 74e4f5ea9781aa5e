package clonk

import (
	"testing"

	"pitpost.example/engine/enginetest"
)

// testdata/sentences.tsv has what the rulebook states in its languages.
func TestTheBookTellsEverySentence(t *testing.T) {
	enginetest.CheckRuleSentences(t, Game{}, editions, "testdata/sentences.tsv")
}
