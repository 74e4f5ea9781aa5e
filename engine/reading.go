package engine

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// SplitWords splits a line into words at blanks and punctuation, and drops full stops around a word.
func SplitWords(line string) []string {
	fields := strings.FieldsFunc(line, func(r rune) bool {
		return strings.ContainsRune(" ,;:!?()[]\"#=>\t", r)
	})
	words := fields[:0]
	for _, f := range fields {
		if f = strings.Trim(f, "."); f != "" {
			words = append(words, f)
		}
	}
	return words
}

// CommonMeaning returns the meaning that all words of a vocabulary beginning with start have in common;
// start has at least three letters. ok is false if there is no such word or if they differ. Words
// whose meaning satisfies whole cannot be shortened.
func CommonMeaning[S comparable](vocabulary map[string]S, start string, whole func(S) bool) (meaning S, ok bool) {
	if len(start) < 3 {
		return meaning, false
	}
	for word, m := range vocabulary {
		if !strings.HasPrefix(word, start) || whole(m) || ok && m == meaning {
			continue
		}
		if ok {
			return meaning, false
		}
		meaning, ok = m, true
	}
	return meaning, ok
}

// FindSeat returns the index of the seat with a name, given in lower case; -1 if there is none.
func FindSeat(seats []string, word string) int {
	if i := slices.IndexFunc(seats, func(n string) bool { return strings.ToLower(n) == word }); i >= 0 {
		return i
	}
	return slices.IndexFunc(seats, func(n string) bool { return NormaliseText(n) == word })
}

// FindSeatBeginning returns the index of the only seat whose name begins with word; -1 if there is none or
// more than one.
func FindSeatBeginning(seats []string, word string) int {
	found := -1
	for i, n := range seats {
		if strings.HasPrefix(NormaliseText(n), word) {
			if found >= 0 {
				return -1
			}
			found = i
		}
	}
	return found
}

// CardPrintedAt finds the card that a letter printed at a number, counted from 1, and returns its index
// in the hand now. places holds the codes as the letter printed them, or is nil for the hand as it
// is now. Cards drawn since then come after the printed ones, and their numbers continue from
// those. It refuses a card that is no longer held with <game>.card-gone, and a number beyond all
// cards with <game>.no-place. name returns the name of a card.
func CardPrintedAt(game string, hand, places []string, number int, name func(code string) Phrase) (int, *Refusal) {
	if places == nil {
		places = hand
	}
	if number <= len(places) {
		code := places[number-1]
		if number <= len(hand) && hand[number-1] == code {
			return number - 1, nil
		}
		if at := slices.Index(hand, code); at >= 0 {
			return at, nil
		}
		return 0, Refuse(game+".card-gone", "place", number, "card", name(code))
	}
	old, next := 0, 0 // printed cards that are still held
	for old < len(hand) {
		i := slices.Index(places[next:], hand[old])
		if i < 0 {
			break
		}
		next += i + 1
		old++
	}
	if at := old + number - len(places) - 1; at < len(hand) {
		return at, nil
	}
	return 0, Refuse(game+".no-place", "place", number, "cards", len(hand))
}

// SetOnce stores what a word of a line means, or refuses the line if an earlier word meant something
// else.
func SetOnce[T comparable](said *T, now, unsaid T, key, line string) *Refusal {
	if *said != unsaid && *said != now {
		return Refuse(key, "line", line)
	}
	*said = now
	return nil
}

// RefuseAmbiguous refuses a line that could mean any of several commands, with <game>.ambiguous.
func RefuseAmbiguous(game string, commands []string) *Refusal {
	refusal := Refuse(game+".ambiguous", "commands", commands)
	refusal.Nearest = commands[:min(3, len(commands))]
	return refusal
}

// ClosestCommands returns up to three commands with the smallest distances, in alphabetical order among
// equals.
func ClosestCommands(away map[string]int) []string {
	commands := slices.SortedFunc(maps.Keys(away), func(a, b string) int {
		return cmp.Or(away[a]-away[b], cmp.Compare(a, b))
	})
	return commands[:min(3, len(commands))]
}
