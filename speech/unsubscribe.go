package speech

import (
	"slices"
	"strings"
	"unicode"

	"pitpost.example/engine"
)

// unsubscribesMost is the most bytes of a text that only asks for no more mail, with blanks around it.
const unsubscribesMost = 1000

// IsUnsubscribe reports whether a text asks for no more mail and says nothing else.
func IsUnsubscribe(text string) bool {
	if len(text) > unsubscribesMost {
		return false
	}
	words := strings.FieldsFunc(engine.NormaliseText(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' })
	plain := strings.Join(slices.DeleteFunc(words, func(w string) bool {
		return slices.Contains([]string{"please", "bitte", "pls", "merci", "alsjeblieft", "graag", "favor", "por", "per", "favore", "prego"}, w)
	}), " ")
	return slices.Contains(inAll["unsubscribes"], plain)
}
