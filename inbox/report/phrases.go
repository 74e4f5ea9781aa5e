package report

import (
	_ "embed"

	"pitpost.example/inbox/spelling"
)

//go:embed phrases.txt
var phrasesText string

// phrases are what machines write, folded as subjects are.
var phrases = func() map[string][]string {
	lists := spelling.Lists(phrasesText)
	for _, list := range lists {
		for i, phrase := range list {
			list[i] = spelling.Normalise(phrase)
		}
	}
	return lists
}()
