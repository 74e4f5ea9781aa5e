package reply

import (
	_ "embed"
	"regexp"
	"strings"
	"sync"

	"pitpost.example/inbox/spelling"
)

//go:embed phrases.txt
var phrasesText string

// phrases are what mail programs write round the words of their users, in their languages.
var phrases = spelling.Lists(phrasesText)

// kinds tells in which of some lists a word stands.
func kinds(names ...string) map[string]string {
	kind := map[string]string{}
	for _, name := range names {
		for _, word := range strings.Fields(strings.Join(phrases[name], " ")) {
			kind[word] = name
		}
	}
	return kind
}

// pattern is one that knows any of the patterns in a list. It is compiled when it is first asked
// for: most starts of the program read no letter.
func pattern(before, name, after string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(before + strings.Join(phrases[name], "|") + after)
	})
}
