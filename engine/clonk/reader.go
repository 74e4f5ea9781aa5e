package clonk

import (
	"strconv"
	"strings"

	"pitpost.example/engine"
)

// wish is what a line says, word for word, before it is held against the hand
// and the table.
type wish struct {
	line   string
	verb   verb
	tile   tile
	seat   int // nobody if none was said
	face   Card
	colour int // 1 to 6, 0 for unsaid
	kind   int
	from   placeWord // "from hand", without a number
	hands  []int     // numbers of places in the hand
	shafts []int
	bare   []int // numbers that may be either
}

const longestLine = 200

// readWish takes a line apart. It refuses words it does not know and a second
// card or name: nothing is guessed.
func (s *State) readWish(line string) (wish, *engine.Refusal) {
	w := wish{seat: nobody}
	if len(line) > longestLine {
		return w, engine.Refuse("clonk.too-long")
	}
	w.line = engine.Normalise(line)
	words := engine.Tokens(w.line)
	if len(words) == 0 {
		return w, engine.Refuse("clonk.unreadable", "line", w.line)
	}
	last := noPlace // the place word that stands before a number
	for _, word := range words {
		place, refusal := s.readWord(&w, word, last)
		if refusal != nil {
			return w, refusal
		}
		if last != noPlace && place != numbered {
			w.from = last
		}
		last = noPlace
		if place == inHand || place == inShaft {
			last = place
		}
	}
	if last != noPlace {
		w.from = last
	}
	return w, nil
}

// numbered is what readWord answers for a number.
const numbered placeWord = 100

func (s *State) readWord(w *wish, word string, before placeWord) (placeWord, *engine.Refusal) {
	if n, err := strconv.Atoi(word); err == nil {
		if n < 1 || word[0] == '+' {
			return noPlace, engine.Refuse("clonk.which-number", "line", w.line)
		}
		switch before {
		case inHand:
			w.hands = append(w.hands, n)
		case inShaft:
			w.shafts = append(w.shafts, n)
		default:
			w.bare = append(w.bare, n)
		}
		return numbered, nil
	}
	if seat := engine.SeatNamed(s.setup.Seats, word); seat >= 0 {
		return noPlace, w.aim(seat)
	}
	if place, n, ok := placeOf(word); ok {
		if place == inHand {
			w.hands = append(w.hands, n)
		} else {
			w.shafts = append(w.shafts, n)
		}
		return numbered, nil
	}
	if c := cardOf(word); c.isTreasure() {
		return noPlace, engine.Once(&w.face, c, none, "clonk.two-cards", w.line)
	}
	meaning, known := lookUp(word)
	_, exact := vocabulary[word]
	seat := engine.SeatBegins(s.setup.Seats, word)
	switch {
	case known && meaning.filler && seat >= 0 && w.verb == giveVerb && w.seat == nobody && word == "a":
		return noPlace, w.aim(seat) // "give a s3": Ana, not an article
	case known && (exact || seat == nobody):
		return meaning.place, w.mean(meaning)
	case seat >= 0:
		return noPlace, w.aim(seat)
	}
	if w.verb == giveVerb && w.seat == nobody && !strings.ContainsAny(word, "0123456789") {
		return noPlace, engine.Refuse("clonk.no-seat", "name", word, "seats", s.setup.Seats)
	}
	return noPlace, engine.Refuse("clonk.unknown-word", "word", word)
}

func (w *wish) aim(seat int) *engine.Refusal {
	return engine.Once(&w.seat, seat, nobody, "clonk.two-seats", w.line)
}

func (w *wish) mean(m sense) *engine.Refusal {
	switch {
	case m.verb != noVerb:
		return engine.Once(&w.verb, m.verb, noVerb, "clonk.two-deeds", w.line)
	case m.colour != 0:
		return engine.Once(&w.colour, m.colour, 0, "clonk.two-cards", w.line)
	case m.kind != 0:
		return engine.Once(&w.kind, m.kind, 0, "clonk.two-cards", w.line)
	case m.tile != closed:
		return engine.Once(&w.tile, m.tile, closed, "clonk.two-tiles", w.line)
	}
	return nil
}

// namesCard says whether a card is called by its name.
func (w wish) namesCard() bool { return w.face != none || w.colour != 0 || w.kind != 0 }

func (w wish) couldBe(c Card) bool {
	return c.isTreasure() && (w.face == none || w.face == c) &&
		(w.colour == 0 || w.colour == c.colour()+1) && (w.kind == 0 || w.kind == c.kind()+1)
}
