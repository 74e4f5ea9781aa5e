package inbox

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/house/command"
	"pitpost.example/inbox/reply"
	"pitpost.example/inbox/spelling"
)

// readerOf reads letters and knows the commands of the house and of some games.
func readerOf(games []engine.Game) reply.Reader {
	return reply.Reader{IsCommand: func(line string) bool { return isCommand(line, games) }}
}

// reader knows the commands of all games of the catalogue.
var reader = readerOf(catalog.Games())

// Read turns raw bytes into a Letter, of which ours are the letters that it may quote, as they
// left: what Reader.Read promises.
func Read(raw []byte, ours ...[]byte) (*reply.Letter, error) { return reader.Read(raw, ours...) }

// Open reads a letter that is yet to be trimmed, as Reader.Open does.
func Open(raw []byte) (*reply.Letter, error) { return reader.Open(raw) }

// commandMost is how many bytes a line has at most that letters suggest, or that people write in
// place of it.
const commandMost = 60

// isCommand reports a line that some game, or the house, takes for a command in some language: what
// our letters suggest, and what people write.
func isCommand(line string, games []engine.Game) bool {
	folded := spelling.Normalise(line)
	if yes, no := command.YesNo(folded); yes || no || taken(folded, games) {
		return true
	}
	if len(folded) > commandMost || !strings.ContainsAny(folded, "0123456789") && strings.Count(folded, " ") > 2 {
		return false
	}
	ear := command.Ear{Fold: spelling.Normalise, Clean: spelling.Clean, Games: games}
	if ear.Hear(line, 0).Kind == engine.SureMove {
		return true
	}
	for _, word := range strings.Fields(line) { // anybody may sit at the table
		if first, _ := utf8.DecodeRuneInString(word); !unicode.IsUpper(first) {
			continue
		}
		for _, g := range games {
			if engine.HearIn(g, engine.Speech{Text: spelling.Clean(line), Seats: []string{strings.Trim(word, ".,:!")}}).Kind == engine.SureMove {
				return true
			}
		}
	}
	for lang := range command.Tongues() {
		ear.Lang = lang
		if taken(ear.English(line, 0), games) {
			return true
		}
	}
	return false
}

// taken reports a line of English words that some game, or the house, takes for a command.
func taken(folded string, games []engine.Game) bool {
	return slices.ContainsFunc(games, func(g engine.Game) bool { return command.Read(folded, g).Kind != command.Aside })
}
