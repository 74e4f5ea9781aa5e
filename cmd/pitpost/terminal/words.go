// Package terminal is what people at a terminal see and write: matches played there, records shown
// step by step, and the stream through which nothing that strangers wrote can steer it.
package terminal

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"time"

	"github.com/mattn/go-isatty"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/mailer"
	"pitpost.example/templates"
)

// English prints what the house and its games say, in the language of the
// command line.
func English() (func(engine.Phrase) string, error) {
	var games []fs.FS
	for _, g := range catalog.Games() {
		games = append(games, g.Strings())
	}
	words, err := templates.Load(games...)
	if err != nil {
		return nil, err
	}
	return words.Printer("en", time.UTC).Print, nil
}

var unfit = regexp.MustCompile(`[\pC\s]+`)

// Printable keeps what strangers wrote from steering a terminal.
func Printable(s string) string { return unfit.ReplaceAllString(s, " ") }

// Board prints what lies on the table, below an empty line.
func Board(out io.Writer, v engine.View, print func(engine.Phrase) string) {
	fmt.Fprintln(out)
	for _, row := range mailer.Board(v, print) {
		fmt.Fprintln(out, strings.TrimRight(row, " "))
	}
}

// List joins phrases by commas.
func List(phrases []engine.Phrase, print func(engine.Phrase) string) string {
	out := make([]string, len(phrases))
	for i, p := range phrases {
		out[i] = print(p)
	}
	return strings.Join(out, ", ")
}

func Words(phrases []engine.Phrase, print func(engine.Phrase) string) string {
	out := make([]string, len(phrases))
	for i, p := range phrases {
		out[i] = print(p)
	}
	return strings.Join(out, " ")
}

func Hand(v engine.View, print func(engine.Phrase) string) string {
	out := make([]string, len(v.Hand))
	for i, h := range v.Hand {
		out[i] = h.Place + " " + print(h.Name)
	}
	return strings.Join(out, ", ")
}

func Is(stream any) bool {
	if q, ok := stream.(*Quoting); ok {
		stream = q.To
	}
	f, ok := stream.(*os.File)
	return ok && isatty.IsTerminal(f.Fd())
}
