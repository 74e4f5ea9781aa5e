package kit

import (
	"slices"
	"strconv"
	"strings"

	"pitpost.example/engine"
)

// Line is a plain line taken apart, before its game holds it against the position.
type Line[S any] struct {
	Text string
	// Said are the senses of its words in their order, those of fillers left out.
	Said []S
	// Numbers are those in it that are no part of a word.
	Numbers []int
	// Seat is who is named, Nobody for none.
	Seat int
	// Stranger is a word that is nothing else, perhaps meant for a seat.
	Stranger string
}

// Reader reads the plain lines of a game: canonical commands, commands bound to cards, and what
// sentences come down to. Synonyms and slips are for engine/natural.
type Reader[S comparable] struct {
	Game string
	// Words are those of the game with what each means.
	Words map[string]S
	// Fillers mean nothing.
	Fillers []string
	// Strict ends the reading at the first word that is nothing.
	Strict bool
	// Whole says of a meaning that its words are never cut short.
	Whole func(S) bool
}

// longest is how many bytes a line has at most that is looked at.
const longest = 200

// Read takes a line apart. own reads the words that the game makes by rule, such as the name of a
// cell, and says whether one is such. Names come before words cut short, whole words before names cut
// short. A second name is refused, and so are a second word that is nothing and a first one: nothing is
// guessed.
func (r Reader[S]) Read(line string, seats []string, own func(word string) (bool, *engine.Refusal)) (Line[S], *engine.Refusal) {
	l := Line[S]{Seat: Nobody}
	if len(line) > longest {
		return l, engine.Refuse(r.Game + ".too-long")
	}
	l.Text = engine.Normalise(line)
	words := engine.Tokens(l.Text)
	if len(words) == 0 {
		return l, engine.Refuse(r.Game+".unreadable", "line", l.Text)
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
	seat := engine.SeatNamed(seats, word)
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
		seat = engine.SeatBegins(seats, word)
	}
	if seat >= 0 {
		return engine.Once(&l.Seat, seat, Nobody, r.Game+".two-seats", l.Text)
	}
	sense, known := engine.Beginning(r.Words, word, r.Whole)
	if known {
		l.Said = append(l.Said, sense)
		return nil
	}
	refuse := r.Strict || l.Stranger != "" || len(l.Said)+len(l.Numbers) == 0
	l.Stranger = word
	if refuse {
		return engine.Refuse(r.Game+".unknown-word", "word", word)
	}
	return nil
}
