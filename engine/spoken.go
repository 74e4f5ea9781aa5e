package engine

import (
	"io/fs"
	"iter"
	"path"
	"strings"
)

// Spoken is a Game whose moves can be told in sentences, in several languages; see speech/grammar.
type Spoken interface {
	// Sayings returns the game's words and what a sentence with them means. It knows no position:
	// whether a command is legal is decided afterwards.
	Sayings() Sayings
}

// Sayings are how people talk about the moves of a game.
type Sayings struct {
	// Words has a file for each language, such as de.txt, with rows as speech/grammar reads them.
	Words fs.FS
	// Mean returns the plain commands that a clause can be, as the game's State.Parse takes them. It
	// returns none if the clause is no command or has a part that no command can use.
	Mean func(Clause) []string
	// Ends is the command that ends a turn, "" if there is none. Said before another move it only
	// leads to that: "That's enough, I rest".
	Ends string
}

// BaseLanguage returns a language without its region: "pt" for "pt-PT".
func BaseLanguage(lang string) string {
	tongue, _, _ := strings.Cut(lang, "-")
	return tongue
}

// FilesByLanguage yields the language and the text of each file such as de.txt or words/de.txt. It panics if a
// file cannot be read, because these files are embedded in the program.
func FilesByLanguage(files fs.FS) iter.Seq2[string, string] {
	return func(yield func(lang, text string) bool) {
		own, _ := fs.Glob(files, "*.txt") // fails only if the pattern is malformed
		folders, _ := fs.Glob(files, "*/*.txt")
		for _, name := range append(own, folders...) {
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

// TableRows yields the key and what stands behind its colon of each row of a table of words. Rows that
// begin with # are comments. It panics if a row has no colon, because tables are embedded too.
func TableRows(table string) iter.Seq2[string, string] {
	return func(yield func(key, list string) bool) {
		for row := range strings.Lines(table) {
			if row = strings.TrimSpace(row); row == "" || row[0] == '#' {
				continue
			}
			key, list, ok := strings.Cut(row, ":")
			if !ok {
				panic("engine: no colon in " + row)
			}
			if !yield(key, list) {
				return
			}
		}
	}
}

// Speech is a text that may tell a move, and who wrote it.
type Speech struct {
	// Text is one line, or several that belong together, without odd spaces, quotes and digits.
	Text string
	// Lang is the writer's language, such as "de".
	Lang string
	// Seats are the names at the table, Me the writer's; both are empty if no table is known.
	Seats []string
	Me    string
	// Hand returns how many cards the writer holds, for "my last card"; nil if that is not known.
	Hand func() int
	// Beside has the other lines of the paragraph, nil if they are not known; Before and After are the lines next
	// to it across blank lines. They can take back what Text says.
	Beside        []string
	Before, After string
	// Surely says that only a sure move is asked for, and nothing that the text comes close to.
	Surely bool
	// Effort counts the work, for all texts of a letter together. If it is spent, no more is understood.
	Effort *Effort
}

// Understood is what a text turned out to mean.
type Understood struct {
	Kind UnderstoodKind
	// Lines are plain lines for State.Parse, such as "dig yellow statue s2": for SureMove one for each
	// move in the text, for MaybeMove those that may have been meant.
	Lines []string
	// Unsaid says, of a text that is no SureMove, that a word in the writer's language takes the
	// move back, puts it off or makes it a question.
	Unsaid bool
	// Graced says, of a SureMove, that a word of the move itself is not known or mistyped, so that it plays only after a while
	// in which its writer can take it back.
	Graced bool
	// Amid says, of a SureMove, that the text says more, which does not speak against it.
	Amid bool
	// Mended says that a typing mistake was corrected.
	Mended bool
	// Bare says that the text has nothing but the command.
	Bare bool
	// Corrects says that the text takes back the move before it and names another or a part of one: "no wait, D5".
	Corrects bool
	// Near says that the text has a word of the game, a number or a place in it. Without one it is no move,
	// and no part of one.
	Near bool
	// Touches says, of a text that is no SureMove, that it may be a part of the turn: it names a card or a place, or says
	// that something of the game is done.
	Touches bool
	// Subject says that the text is one move and names its writer as who makes it: "I take s4".
	Subject bool
}

// UnderstoodKind says how surely a text is a command.
type UnderstoodKind uint8

// How surely a text is a command.
const (
	NoMove    UnderstoodKind = iota // no command
	MaybeMove                       // names a command, but as a question, a supposition or for later, or with a word left over
	SureMove                        // says that its writer makes a move now, and nothing else
)
