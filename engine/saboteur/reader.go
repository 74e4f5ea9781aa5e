package saboteur

import (
	"regexp"
	"strconv"
	"strings"

	"pitpost.example/engine"
)

// wish is what a line says, word for word, before it is held against the hand
// and the table.
type wish struct {
	line    string
	verb    verb
	number  int // 0 if none was said
	face    Card
	shape   shape
	sides   Sides
	tools   []Tools
	orient  orient
	cell    Cell
	hasCell bool
	other   *Cell // that may be meant in place of cell
	seat    int   // nobody if none was said
	// stranger is a word that may have been meant for a seat.
	stranger string
}

const longestLine = 200

// readWish takes a line apart. It refuses words it does not know and a second
// number, cell or name: nothing is guessed.
func (s *State) readWish(line string) (wish, *engine.Refusal) {
	w := wish{seat: nobody}
	if len(line) > longestLine {
		return w, engine.Refuse("saboteur.too-long")
	}
	w.line = engine.Normalise(line)
	words := tokens(w.line)
	if len(words) == 0 {
		return w, engine.Refuse("saboteur.unreadable", "line", w.line)
	}
	for i, word := range words {
		if refusal := s.readWord(&w, word, i == 0, i == len(words)-1); refusal != nil {
			return w, refusal
		}
	}
	return w, nil
}

func (s *State) readWord(w *wish, word string, first, last bool) *engine.Refusal {
	if n, err := strconv.Atoi(word); err == nil && word[0] != '-' && word[0] != '+' {
		if w.number != 0 || n < 1 {
			return engine.Refuse("saboteur.which-number", "line", w.line)
		}
		w.number = n
		return nil
	}
	if seat := engine.SeatNamed(s.setup.Seats, word); seat >= 0 {
		return w.aim(seat)
	}
	if one, other, two := strings.Cut(word, "|"); two { // "3-C5" is C5 or -C5, "C-5" that or else C5
		if c, ok := cellOf(other); ok && !w.hasCell {
			w.other = &c
		}
		word = one
	}
	if looksLikeCell(word) {
		c, ok := cellOf(word)
		if !ok {
			return engine.Refuse("saboteur.no-cell", "cell", strings.ToUpper(word))
		}
		if w.hasCell {
			return engine.Refuse("saboteur.two-cells", "line", w.line)
		}
		w.cell, w.hasCell = c, true
		return nil
	}
	seat := engine.SeatBegins(s.setup.Seats, word)
	meaning, known := lookUp(word)
	_, exact := vocabulary[word]
	switch {
	case seat >= 0 && meaning.filler && last && !first:
		return w.aim(seat) // "lantern a": Ana, not an article
	case known && meaning.sides != 0 && w.shape != 0:
		return w.mean(meaning, word) // "dead e": a side, not Eli
	case known && (exact || first || seat == nobody):
		return w.mean(meaning, word)
	case seat >= 0:
		return w.aim(seat)
	case first || w.blank() || w.stranger != "":
		return engine.Refuse("saboteur.unknown-word", "word", word)
	}
	w.stranger = word
	return nil
}

// blank says that nothing of a line was understood.
func (w wish) blank() bool {
	return w.verb == noVerb && w.number == 0 && !w.namesCard() && !w.hasCell && w.seat == nobody
}

func (w *wish) aim(seat int) *engine.Refusal {
	return engine.Once(&w.seat, seat, nobody, "saboteur.two-seats", w.line)
}

func (w *wish) mean(m sense, word string) *engine.Refusal {
	switch {
	case m.filler:
	case m.verb != noVerb:
		// "play the map", "use rockfall": the card's own word is the stronger.
		switch {
		case w.verb == noVerb || w.verb == layVerb:
			w.verb = m.verb
		case m.verb != layVerb && m.verb != w.verb && w.verb != passVerb:
			return engine.Refuse("saboteur.two-deeds", "line", w.line)
		case w.verb == passVerb:
			return w.discardWord(m.verb)
		}
	case m.tool != 0:
		w.tools = append(w.tools, m.tool)
	case m.shape != 0:
		w.shape |= m.shape
	case m.face != none:
		return engine.Once(&w.face, m.face, none, "saboteur.two-cards", w.line)
	case m.sides != 0:
		w.sides |= m.sides
	case m.orient != unsaid:
		return engine.Once(&w.orient, m.orient, unsaid, "saboteur.two-ways", w.line)
	default:
		return engine.Refuse("saboteur.unknown-word", "word", word)
	}
	return nil
}

// discardWord lets "pass rockfall" and "discard map" name the card.
func (w *wish) discardWord(v verb) *engine.Refusal {
	switch v {
	case fallVerb:
		w.face = rockfall
	case mapVerb:
		w.face = mapCard
	case passVerb, layVerb:
	default:
		return engine.Refuse("saboteur.two-deeds", "line", w.line)
	}
	return nil
}

// tokens cuts a line into words; a number and a cell may stand together, and
// so may a cell and the letter that turns the card.
func tokens(line string) []string {
	var words []string
	for _, f := range engine.Tokens(line) {
		digits := len(f) - len(strings.TrimLeft(f, "0123456789"))
		if digits > 0 && digits < len(f) && looksLikeCell(strings.TrimSuffix(f[digits:], "r")) {
			words = append(words, f[:digits])
			f = f[digits:]
		}
		if cell, turned := strings.CutSuffix(f, "r"); turned && looksLikeCell(cell) {
			words = append(words, cell, "r")
			continue
		}
		words = append(words, f)
	}
	return words
}

// looksLikeCell says whether a word is made like a cell's name: letters with a
// number behind, each perhaps with a minus.
func looksLikeCell(word string) bool { return cellWord.MatchString(word) }

var cellWord = regexp.MustCompile(`^-?[a-z]{1,2}-?[0-9]{1,3}$`)
