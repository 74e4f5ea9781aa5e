package peak

import (
	"testing"

	"pitpost.example/engine/enginetest"
)

// Every game is held to the same promises; they say what is wrong in a sentence.
func TestTheGameKeepsWhatEveryGamePromises(t *testing.T) {
	t.Run("the usual game", func(t *testing.T) { enginetest.Run(t, Game{}) })
	t.Run("one hike, and three", func(t *testing.T) {
		enginetest.Run(t, Game{}, map[string]string{"hikes": "1"}, map[string]string{"hikes": "3"})
	})
}

// All words that the code says stand in the catalogue, and no others. Keys that are put together out of
// parts are listed.
func TestCatalogue(t *testing.T) {
	enginetest.UsesItsKeys(t, Game{}, []string{"peak.do.lay", "peak.do.rest", "peak.news.climbed", "peak.news.own-climbed", "peak.news.rested", "peak.news.own-rested"})
}
