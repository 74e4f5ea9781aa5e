package peak

import (
	"testing"

	"pitpost.example/engine/enginetest"
)

// Every game is checked for the same promises; a failure names the broken one in a sentence.
func TestTheGameKeepsWhatEveryGamePromises(t *testing.T) {
	t.Run("the usual game", func(t *testing.T) { enginetest.CheckGame(t, Game{}) })
	t.Run("one hike, and three", func(t *testing.T) {
		enginetest.CheckGame(t, Game{}, map[string]string{"hikes": "1"}, map[string]string{"hikes": "3"})
	})
}

// The catalogue has every text that the code uses, and no others. The list has the keys that the
// code puts together from parts.
func TestCatalogue(t *testing.T) {
	enginetest.CheckKeysUsed(t, Game{}, []string{"peak.do.lay", "peak.do.rest", "peak.news.climbed", "peak.news.own-climbed", "peak.news.rested", "peak.news.own-rested"})
}

// The rule book tells every sentence of testdata/sentences.tsv where it holds, with the numbers of the code.
func TestTheBookTellsEverySentence(t *testing.T) {
	enginetest.CheckRuleSentences(t, Game{}, editions, "testdata/sentences.tsv")
}
