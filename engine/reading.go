package engine

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// Tokens cuts a line into words: blanks and marks part them, a full stop at an end falls off.
func Tokens(line string) []string {
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

// Beginning is the one meaning of all words of a vocabulary that begin so, of three letters
// and more; ok is false for none and for several. Words that are whole are never cut short.
func Beginning[S comparable](vocabulary map[string]S, start string, whole func(S) bool) (meaning S, ok bool) {
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

// SeatNamed is the place of the seat that bears a name, in lower case; -1 for none.
func SeatNamed(seats []string, word string) int {
	if i := slices.IndexFunc(seats, func(n string) bool { return strings.ToLower(n) == word }); i >= 0 {
		return i
	}
	return slices.IndexFunc(seats, func(n string) bool { return Normalise(n) == word })
}

// SeatBegins is the place of the one seat whose name begins so; -1 for none and
// for several.
func SeatBegins(seats []string, word string) int {
	found := -1
	for i, n := range seats {
		if strings.HasPrefix(Normalise(n), word) {
			if found >= 0 {
				return -1
			}
			found = i
		}
	}
	return found
}

// Printed finds the card that a letter printed at a number, counted from 1: its place in the
// hand now, from 0. Places are the codes as they were printed, nil for the hand as it is.
// Cards drawn since then lie behind those and are numbered on. A card that is no longer held
// and a number that is no place are refused with <game>.card-gone and .no-place; name words a
// card.
func Printed(game string, hand, places []string, number int, name func(code string) Phrase) (int, *Refusal) {
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
	old, next := 0, 0 // cards still held of those printed
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

// Once notes what a word of a line says, or refuses a line that has said something else
// before.
func Once[T comparable](said *T, now, unsaid T, key, line string) *Refusal {
	if *said != unsaid && *said != now {
		return Refuse(key, "line", line)
	}
	*said = now
	return nil
}

// Ambiguous refuses with <game>.ambiguous a line that could mean each of some commands.
func Ambiguous(game string, commands []string) *Refusal {
	refusal := Refuse(game+".ambiguous", "commands", commands)
	refusal.Nearest = commands[:min(3, len(commands))]
	return refusal
}

// Closest are up to three commands, those least away from what was meant, by spelling
// among equals.
func Closest(away map[string]int) []string {
	commands := slices.SortedFunc(maps.Keys(away), func(a, b string) int {
		return cmp.Or(away[a]-away[b], cmp.Compare(a, b))
	})
	return commands[:min(3, len(commands))]
}
