package saboteur

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"pitpost.example/engine"
)

func cardPhrase(c Card) engine.Phrase { return engine.Say("saboteur.card." + c.String()) }

func codePhrase(code string) engine.Phrase { return cardPhrase(cardOf(code)) }

// laidPhrase names a card as it lies, by the sides that are open now.
func laidPhrase(t tile) engine.Phrase {
	if !t.turned() || !t.card().turns() {
		return cardPhrase(t.card())
	}
	kind, _, _ := strings.Cut(t.card().String(), "-")
	sides := ""
	for _, side := range [4]Sides{north, south, east, west} { // "south-west", as people say it
		if t.sides()&side != 0 {
			sides += sideWords[slices.Index(around[:], side)][:1]
		}
	}
	return engine.Say("saboteur.card." + kind + "-" + sides)
}

// shortPhrase says in a line what a card does.
func shortPhrase(c Card) engine.Phrase {
	f := c.face()
	switch f.family {
	case breakFamily:
		return engine.Say("saboteur.short.break", "tool", toolPhrase(f.tools))
	case mendFamily:
		if c.twoTools() {
			return engine.Say("saboteur.short.mend-two", "choices", toolPhrases(f.tools))
		}
		return engine.Say("saboteur.short.mend", "tool", toolPhrase(f.tools))
	case fallFamily:
		return engine.Say("saboteur.short.fell")
	case mapFamily:
		return engine.Say("saboteur.short.look")
	}
	if f.dead {
		return engine.Say("saboteur.short.dead", "sides", sidePhrases(f.open))
	}
	return engine.Say("saboteur.short.path", "sides", sidePhrases(f.open))
}

func toolPhrase(t Tools) engine.Phrase { return engine.Say("saboteur.tool." + t.String()) }

func toolPhrases(t Tools) []engine.Phrase {
	return engine.Each(t.list(), func(one string) engine.Phrase { return engine.Say("saboteur.tool." + one) })
}

var sideWords = [4]string{"north", "east", "south", "west"}

func sidePhrases(s Sides) []engine.Phrase {
	list := []engine.Phrase{}
	for i, side := range around {
		if s&side != 0 {
			list = append(list, engine.Say("saboteur.side."+sideWords[i]))
		}
	}
	return list
}

func sidePhrase(s Sides) engine.Phrase { return sidePhrases(s)[0] }

// numbers spells values for a sentence.
func numbers(values []int) []string { return engine.Each(values, strconv.Itoa) }

// sorted lists the occupied cells column by column.
func (s *State) sorted() []Cell {
	cells := slices.Clone(s.maze.laid)
	slices.SortFunc(cells, func(a, b Cell) int {
		return cmp.Or(int(a.Col)-int(b.Col), int(a.Row)-int(b.Row))
	})
	return cells
}
