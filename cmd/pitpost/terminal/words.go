// Package terminal has what people at a terminal see and type: matches played there, records shown step by
// step, and the output stream in which text by strangers cannot control the terminal.
package terminal

import (
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"time"

	"github.com/mattn/go-isatty"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/mailer/render"
	"pitpost.example/templates"
)

// EnglishPrinter returns a function that prints phrases of the house and
// its games in English, the language of the command line.
func EnglishPrinter() func(engine.Phrase) string {
	words, err := templates.LoadCatalog(catalog.AllGames().Strings()...)
	if err != nil {
		panic(err) // the catalogues are compiled into the program
	}
	return words.Printer("en", time.UTC).Print
}

var unfit = regexp.MustCompile(`[\pC\s]+`)

// MakePrintable replaces the characters by which strangers could control a terminal.
func MakePrintable(s string) string { return unfit.ReplaceAllString(s, " ") }

// PrintBoard prints an empty line and what is on the table.
func PrintBoard(out io.Writer, v engine.View, print func(engine.Phrase) string) {
	fmt.Fprintln(out)
	for _, row := range render.BoardLines(v, print) {
		fmt.Fprintln(out, strings.TrimRight(row, " "))
	}
}

// JoinPhrases joins phrases with blanks.
func JoinPhrases(phrases []engine.Phrase, print func(engine.Phrase) string) string {
	return join(phrases, " ", print)
}

// NameHandCards names the cards of a hand with their places.
func NameHandCards(v engine.View, print func(engine.Phrase) string) string {
	return join(v.Hand, ", ", func(h engine.HandCard) string { return h.Place + " " + print(h.Name) })
}

func join[T any](list []T, by string, print func(T) string) string {
	return strings.Join(engine.MapList(list, print), by)
}

// IsTerminal reports whether a stream is a terminal.
func IsTerminal(stream any) bool {
	if q, ok := stream.(*Quoting); ok {
		stream = q.To
	}
	f, ok := stream.(*os.File)
	return ok && isatty.IsTerminal(f.Fd())
}
