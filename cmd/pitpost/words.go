package main

import (
	"io/fs"
	"time"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/templates"
)

// english prints what the house and its games say, in the language of the
// command line.
func english() (func(engine.Phrase) string, error) {
	var games []fs.FS
	for _, g := range catalog.Games() {
		games = append(games, g.Strings())
	}
	words, err := templates.Load(games...)
	if err != nil {
		return nil, err
	}
	return words.Printer("en", time.UTC).Print, nil
}
