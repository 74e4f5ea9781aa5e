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

// phrases holds lists of what mail programs in several languages write around their users' words.
var phrases = spelling.ParseLists(phrasesText)

// kinds maps each word of the named lists to the name of its list.
func kinds(names ...string) map[string]string {
	kind := map[string]string{}
	for _, name := range names {
		for _, word := range strings.Fields(strings.Join(phrases[name], " ")) {
			kind[word] = name
		}
	}
	return kind
}

// pattern returns a function that compiles the alternatives of a list into one regexp on first use,
// because most runs of the program read no letters.
func pattern(before, name, after string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(before + strings.Join(phrases[name], "|") + after)
	})
}
