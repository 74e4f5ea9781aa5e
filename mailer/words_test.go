package mailer_test

import (
	"io/fs"
	"sync"
	"testing"

	"pitpost.example/engine/catalog"
	"pitpost.example/templates"
)

// catalogues are all words of the house and its games, read once for all tests: that
// takes longer than most of them.
var catalogues = sync.OnceValues(func() (*templates.Catalog, error) {
	var games []fs.FS
	for _, g := range catalog.Games() {
		games = append(games, g.Strings())
	}
	return templates.Load(games...)
})

// allWords is what a house can say.
func allWords(t testing.TB) *templates.Catalog {
	t.Helper()
	words, err := catalogues()
	if err != nil {
		t.Fatal(err)
	}
	return words
}
