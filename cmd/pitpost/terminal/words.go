// Package terminal is what people at a terminal see and write: matches played there, records shown
// step by step, and the stream through which nothing that strangers wrote can steer it.
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

// English prints what the house and its games say, in the language of the
// command line.
func English() func(engine.Phrase) string {
	words, err := templates.Load(catalog.Games().Strings()...)
	if err != nil {
		panic(err) // the catalogues are part of the program
	}
	return words.Printer("en", time.UTC).Print
}

var unfit = regexp.MustCompile(`[\pC\s]+`)

// Printable keeps what strangers wrote from steering a terminal.
func Printable(s string) string { return unfit.ReplaceAllString(s, " ") }

// Board prints what lies on the table, below an empty line.
func Board(out io.Writer, v engine.View, print func(engine.Phrase) string) {
	fmt.Fprintln(out)
	for _, row := range render.Board(v, print) {
		fmt.Fprintln(out, strings.TrimRight(row, " "))
	}
}

// Words joins phrases by blanks.
func Words(phrases []engine.Phrase, print func(engine.Phrase) string) string {
	return join(phrases, " ", print)
}

// Hand names the cards of a hand and where each is.
func Hand(v engine.View, print func(engine.Phrase) string) string {
	return join(v.Hand, ", ", func(h engine.Held) string { return h.Place + " " + print(h.Name) })
}

func join[T any](list []T, by string, print func(T) string) string {
	return strings.Join(engine.Each(list, print), by)
}

// Is says whether a stream is a terminal.
func Is(stream any) bool {
	if q, ok := stream.(*Quoting); ok {
		stream = q.To
	}
	f, ok := stream.(*os.File)
	return ok && isatty.IsTerminal(f.Fd())
}
