package reply

import (
	"slices"
	"strings"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/inbox/spelling"
	"pitpost.example/speech"
)

// reader knows the commands of the house and of all games.
var reader = Reader{IsCommand: func(line string) bool {
	line = spelling.NormaliseLine(line)
	yes, no := speech.ReadYesNo(line)
	return yes || no || slices.ContainsFunc(catalog.AllGames(), func(g engine.Game) bool { return speech.ReadCommand(line, g).Kind != speech.Aside })
}}

const head = "From: Ana <ana@example.com>\r\nTo: play@example.org\r\nMIME-Version: 1.0\r\n"

// text1 returns a letter with one text part.
func text1(body string) []byte {
	return []byte(head + "Content-Type: text/plain; charset=utf-8\r\n\r\n" + body)
}

// trimmed returns what is kept of a text and what is cut, when no letter of ours is known.
func trimmed(text string) (kept string, cut []Cut) {
	all, cut := trim(strings.Split(text, "\n"), func() corpus { return corpus{} }, false, reader.commands())
	return all.text, cut
}
