package engine

import (
	"slices"
	"strings"
)

// SeatNamed is the place of the seat that bears a name, folded to lower case;
// -1 for none.
func SeatNamed(seats []string, word string) int {
	if i := slices.IndexFunc(seats, func(n string) bool { return strings.ToLower(n) == word }); i >= 0 {
		return i
	}
	return slices.IndexFunc(seats, func(n string) bool { return Fold(n) == word })
}

// SeatBegins is the place of the one seat whose name begins so; -1 for none and
// for several.
func SeatBegins(seats []string, word string) int {
	found := -1
	for i, n := range seats {
		if strings.HasPrefix(Fold(n), word) {
			if found >= 0 {
				return -1
			}
			found = i
		}
	}
	return found
}
