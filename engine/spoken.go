package engine

import (
	"io/fs"
	"iter"
	"path"
	"strings"
)

// Spoken is a Game whose moves can be told in sentences, in several languages.
type Spoken interface {
	// Hear says what a text is, in the writer's language first. It knows no position: which of
	// the commands it could mean is legal is asked afterwards.
	Hear(Speech) Understood
	// Spell is a canonical command as letters in a language print it; Hear reads it back as
	// itself, in that language and in English.
	Spell(command, lang string) string
}

// Worded is a Game that can say which words stand for something in a sentence about a move, a card
// or a number, so that a name that is such a word can be told from it.
type Worded interface {
	// Means says whether a word does in one of some languages.
	Means(word string, langs ...string) bool
}

// MeansIn says whether a word stands for something in sentences about a game, in one of some languages.
func MeansIn(g Game, word string, langs ...string) bool {
	w, ok := g.(Worded)
	return ok && w.Means(word, langs...)
}

// Tongue is a language without its region, as it is read: "pt" for "pt-PT".
func Tongue(lang string) string {
	tongue, _, _ := strings.Cut(lang, "-")
	return tongue
}

// ByLanguage reads folders with a file for each language, such as words/de.txt: the language and
// the text. It panics where that fails: such folders stand in the program itself.
func ByLanguage(files fs.FS) iter.Seq2[string, string] {
	return func(yield func(lang, text string) bool) {
		names, _ := fs.Glob(files, "*/*.txt") // it fails of a broken pattern alone
		for _, name := range names {
			text, err := fs.ReadFile(files, name)
			if err != nil {
				panic("engine: " + err.Error())
			}
			if !yield(strings.TrimSuffix(path.Base(name), ".txt"), string(text)) {
				return
			}
		}
	}
}

// SpellIn is a command of a game as letters in a language print it.
func SpellIn(g Game, command, lang string) string {
	if spoken, ok := g.(Spoken); ok {
		return spoken.Spell(command, Tongue(lang))
	}
	return command
}

// Speech is something that was written about a move, and who wrote it.
type Speech struct {
	// Text is one row, or several that belong together, free of odd spaces, quotes and digits.
	Text string
	// Lang is the writer's language, such as "de".
	Lang string
	// Seats are the names at the table, Me the writer's; none where no table is known.
	Seats []string
	Me    string
	// Beside are the other rows of its paragraph, Before and After those next to it beyond the
	// blank lines. They may take back what the text says.
	Beside        []string
	Before, After string
}

// Understood is what a text turned out to be.
type Understood struct {
	Kind UnderstoodKind
	// Lines are plain commands: of SureMove one for each move in the text, of MaybeMove those that can have
	// been meant.
	Lines []string
	// Unsaid says of what is no sure move that a word of the writer's language takes it back, asks, or
	// puts it off.
	Unsaid bool
	// Mended says that a slip of the pen in it was mended.
	Mended bool
	// Bare says that the text holds nothing but the command.
	Bare bool
}

// UnderstoodKind says how far a text is a command.
type UnderstoodKind uint8

// The kinds of what is heard.
const (
	NoMove    UnderstoodKind = iota // no command
	MaybeMove                       // names a command, but asked, supposed, put off, or with a word left over
	SureMove                        // says that its writer makes a move now, and nothing else
)

// HearIn is what a game makes of a speech; NoMove of a game that knows no sentences.
func HearIn(g Game, s Speech) Understood {
	if spoken, ok := g.(Spoken); ok {
		s.Lang = Tongue(s.Lang)
		return spoken.Hear(s)
	}
	return Understood{}
}
