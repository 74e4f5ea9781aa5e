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

// English returns a function that prints phrases of the house and
// its games in English, the language of the command line.
func English() func(engine.Phrase) string {
	words, err := templates.Load(catalog.Games().Strings()...)
	if err != nil {
		panic(err) // the catalogues are compiled into the program
	}
	return words.Printer("en", time.UTC).Print
}

var unfit = regexp.MustCompile(`[\pC\s]+`)

// Printable replaces the characters by which strangers could control a terminal.
func Printable(s string) string { return unfit.ReplaceAllString(s, " ") }

// Board prints an empty line and what is on the table.
func Board(out io.Writer, v engine.View, print func(engine.Phrase) string) {
	fmt.Fprintln(out)
	for _, row := range render.Board(v, print) {
		fmt.Fprintln(out, strings.TrimRight(row, " "))
	}
}

// Words joins phrases with blanks.
func Words(phrases []engine.Phrase, print func(engine.Phrase) string) string {
	return join(phrases, " ", print)
}

// Hand names the cards of a hand with their places.
func Hand(v engine.View, print func(engine.Phrase) string) string {
	return join(v.Hand, ", ", func(h engine.Held) string { return h.Place + " " + print(h.Name) })
}

func join[T any](list []T, by string, print func(T) string) string {
	return strings.Join(engine.Each(list, print), by)
}

// Is reports whether a stream is a terminal.
func Is(stream any) bool {
	if q, ok := stream.(*Quoting); ok {
		stream = q.To
	}
	f, ok := stream.(*os.File)
	return ok && isatty.IsTerminal(f.Fd())
}
