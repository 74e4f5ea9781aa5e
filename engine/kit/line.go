package kit

import (
	"slices"
	"strconv"
	"strings"

	"pitpost.example/engine"
)

// Line is a plain line that Reader has read, before the game compares it with the position.
type Line[S any] struct {
	Text string
	// Said has the meanings of its words in order, without fillers.
	Said []S
	// Numbers has the numbers that stand alone, not those within words.
	Numbers []int
	// Seat is the index of the seat that is named, or Nobody.
	Seat int
	// Stranger is the last word that could not be read, or "". It may be meant as a name. It is set in
	// a refused line too.
	Stranger string
}

// Reader reads the plain lines of a game: canonical commands, commands with codes of cards, and
// what sentences are translated to. Synonyms and typing mistakes are the business of
// speech/grammar.
type Reader[S comparable] struct {
	Game string
	// Words maps the words of the game to their meanings.
	Words map[string]S
	// Fillers are words without meaning.
	Fillers []string
	// Strict refuses a line at its first unknown word; otherwise one is left to the game in Stranger.
	Strict bool
	// Whole reports whether the words for a meaning cannot be shortened.
	Whole func(S) bool
}

// longest is the greatest length of a line that is read, in bytes.
const longest = 200

// Read reads a line. own reads words that the game forms by rule, such as the name of a cell, and
// reports whether the word is one.
//
// A word is compared in this order: whole names of seats, own, Words, Fillers, the beginning of a
// name, the beginning of a word. Read refuses a second name. It refuses an unknown word before the
// first number or word of the game, and a second unknown word: it guesses nothing.
func (r Reader[S]) Read(line string, seats []string, own func(word string) (bool, *engine.Refusal)) (Line[S], *engine.Refusal) {
	l := Line[S]{Seat: Nobody}
	if len(line) > longest {
		return l, engine.Refuse(r.Game + ".too-long").OfKind(engine.Unreadable)
	}
	l.Text = engine.NormaliseText(line)
	words := engine.SplitWords(l.Text)
	if len(words) == 0 {
		return l, engine.Refuse(r.Game+".unreadable", "line", l.Text).OfKind(engine.Unreadable)
	}
	for _, word := range words {
		if refusal := r.word(&l, word, seats, own); refusal != nil {
			return l, refusal
		}
	}
	return l, nil
}

func (r Reader[S]) word(l *Line[S], word string, seats []string, own func(string) (bool, *engine.Refusal)) *engine.Refusal {
	if n, err := strconv.Atoi(word); err == nil && !strings.ContainsAny(word, "+-") {
		if n < 1 {
			return engine.Refuse(r.Game+".which-number", "line", l.Text)
		}
		l.Numbers = append(l.Numbers, n)
		return nil
	}
	seat := engine.FindSeat(seats, word)
	if seat < 0 {
		if is, refusal := own(word); is || refusal != nil {
			return refusal
		}
		if sense, known := r.Words[word]; known {
			l.Said = append(l.Said, sense)
			return nil
		}
		if slices.Contains(r.Fillers, word) {
			return nil
		}
		seat = engine.FindSeatBeginning(seats, word)
	}
	if seat >= 0 {
		return engine.SetOnce(&l.Seat, seat, Nobody, r.Game+".two-seats", l.Text)
	}
	sense, known := engine.CommonMeaning(r.Words, word, r.Whole)
	if known {
		l.Said = append(l.Said, sense)
		return nil
	}
	refuse := r.Strict || l.Stranger != "" || len(l.Said)+len(l.Numbers) == 0
	l.Stranger = word
	if refuse {
		return engine.Refuse(r.Game+".unknown-word", "word", word).OfKind(engine.Unreadable)
	}
	return nil
}
