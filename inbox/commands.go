package inbox

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	lru "github.com/hashicorp/golang-lru/v2"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/inbox/reply"
	"pitpost.example/inbox/spelling"
	"pitpost.example/speech"
)

// linesKept is how many lines a reader remembers. Most lines of answers are quoted from our letters.
const linesKept = 1 << 12

// readerOf returns a reader that knows the commands of the house and of the given games.
func readerOf(games []engine.Game) reply.Reader {
	known, _ := lru.New[string, bool](linesKept) // fails for no size alone
	return reply.Reader{IsCommand: func(line string) bool {
		is, heard := known.Get(line)
		if !heard {
			is = isCommand(line, games)
			known.Add(strings.Clone(line), is) // without the copy, the whole letter would stay in memory
		}
		return is
	}, MayAct: func(line string) bool { return mayAct(line, games) }}
}

// mayAct reports whether a line of talk may also be a part of a turn, in any of our languages: it names a card or a place, or
// says that somebody does something at the table.
func mayAct(line string, games []engine.Game) bool {
	var names []string
	for _, word := range strings.Fields(line) { // as in isCommand
		if first, _ := utf8.DecodeRuneInString(word); unicode.IsUpper(first) {
			names = append(names, strings.Trim(word, ".,:!"))
		}
	}
	for _, g := range games {
		ear := speech.Ear{Fold: spelling.NormaliseLine, Clean: spelling.CleanLine, At: func(int64) speech.Place { return speech.Place{Game: g, Seats: names} }}
		for lang := range speech.Tongues() {
			ear.Lang = lang
			if heard := ear.HearMoves(line, 0); heard.Kind != engine.NoMove || heard.Touches {
				return true
			}
		}
	}
	return false
}

// reader knows the commands of all games in the catalogue.
var reader = readerOf(catalog.AllGames())

// ReadLetter parses raw bytes into a trimmed Letter. ours holds letters of ours that it may quote, as they were
// sent. See reply.Reader.Read.
func ReadLetter(raw []byte, ours ...[]byte) (*reply.Letter, error) { return reader.Read(raw, ours...) }

// OpenLetter parses a letter but does not trim it yet. See reply.Reader.Open.
func OpenLetter(raw []byte) (*reply.Letter, error) { return reader.Open(raw) }

// commandMost is the longest line, in bytes of its normalised form, that isCommand looks at more closely.
// What our letters suggest is shorter, and so is what people write instead.
const commandMost = 60

// addressedMost is the same for a line with addresses in it, which our letters suggest too.
const addressedMost = 300

// isCommand reports whether a game or the house takes a line for a command in any of our languages, be it
// one that our letters suggest or one that people make up.
func isCommand(line string, games []engine.Game) bool {
	folded := spelling.NormaliseLine(line)
	if yes, no := speech.ReadYesNo(folded); yes || no || taken(folded, games) {
		return true
	}
	ear := speech.Ear{Fold: spelling.NormaliseLine, Clean: spelling.CleanLine, Games: games}
	if strings.Contains(line, "@") && len(line) < addressedMost && inAnyTongue(line, ear) {
		return true // "nuova partita Saboteur con …" with several addresses
	}
	if len(folded) > commandMost || !strings.ContainsAny(folded, "0123456789") && strings.Count(folded, " ") > 2 {
		word, _, colon := strings.Cut(line, ":") // "decir: …", whatever is said
		return colon && !strings.Contains(strings.TrimSpace(word), " ") && inAnyTongue(word, ear)
	}
	if ear.HearMoves(line, 0).Kind == engine.SureMove {
		return true
	}
	for _, word := range strings.Fields(line) { // we do not know who is at the table: any capitalised word may be a player's name
		if first, _ := utf8.DecodeRuneInString(word); !unicode.IsUpper(first) {
			continue
		}
		for _, g := range games {
			ear.At = func(int64) speech.Place { return speech.Place{Game: g, Seats: []string{strings.Trim(word, ".,:!")}} }
			if ear.HearMoves(line, 0).Kind == engine.SureMove {
				return true
			}
		}
	}
	ear.At = nil
	return inAnyTongue(line, ear)
}

// inAnyTongue reports whether a line is a command in the words of one of our languages.
func inAnyTongue(line string, ear speech.Ear) bool {
	for lang := range speech.Tongues() {
		ear.Lang = lang
		if taken(ear.English(line, 0), ear.Games) {
			return true
		}
	}
	return false
}

// taken reports whether a game or the house takes a line, already in English, for a command.
func taken(folded string, games []engine.Game) bool {
	return slices.ContainsFunc(games, func(g engine.Game) bool {
		return speech.ReadCommand(folded, g).Kind != speech.Aside
	})
}
