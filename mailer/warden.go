package mailer

import (
	"strings"

	"pitpost/engine"
	"pitpost/house"
)

// warden knows which rows of a letter would be read as commands if they came back without a
// mark of quotation. It serves one letter.
type warden struct {
	fold func(string) string // makes a row comparable, as the reader of letters does
	read func(line string, g engine.Game) house.Reading
	game engine.Game // nil for none
}

func newWarden(fold func(string) string, g engine.Game) *warden {
	return &warden{fold: fold, read: house.Reader(), game: g}
}

// starts says of words whether a row that begins with them reads like a command.
func (w *warden) starts(words string) bool {
	first, _, _ := strings.Cut(words, " ")
	return w.command(w.fold(first)) || w.command(w.fold(words+" so"))
}

func (w *warden) command(folded string) bool { return w.read(folded, w.game).Kind != house.Aside }

// guard puts a bar before each row that the house would read as a command.
func (w *warden) guard(text string) string {
	var out []byte
	done := 0
	for at := 0; at <= len(text); {
		end := strings.IndexByte(text[at:], '\n')
		if end < 0 {
			end = len(text) - at
		}
		if w.stops(text[at : at+end]) {
			out = append(append(out, text[done:at]...), "| "...)
			done = at
		}
		at += end + 1
	}
	if out == nil {
		return text
	}
	return string(append(out, text[done:]...))
}

// stops says that a row needs a bar.
func (w *warden) stops(row string) bool {
	bare := strings.TrimSpace(row)
	if bare == "" || bare[0] == '|' {
		return false // nothing, or barred already
	}
	if bare == "end" || bare == "--" {
		return true
	}
	for _, l := range house.Lines(row, w.fold) {
		if l.Block || w.command(l.Folded) {
			return true
		}
	}
	return false
}
