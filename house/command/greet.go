package command

import (
	"strings"

	"pitpost.example/engine/natural"
)

// greetings open a letter in seven languages: en de fr nl es it pt, folded.
var greetings = []string{"hi", "hello", "hey", "dear", "good morning", "good evening", "hallo", "servus", "moin", "liebe", "lieber", "guten tag",
	"guten morgen", "guten abend", "gruss gott", "bonjour", "bonsoir", "salut", "coucou", "chere", "cher", "hoi", "beste", "dag", "goedemorgen",
	"goedenavond", "hola", "buenas", "buenos dias", "querida", "querido", "ciao", "buongiorno", "buonasera", "salve", "cara", "caro", "ola", "oi",
	"bom dia", "boa tarde", "boa noite"}

const greetedMost = 3 // names after a greeting: "Hello dear Ana Maria,"

// Ungreeted is a folded line without the greeting it begins with; "" for a line
// that only greets, the line itself where it does not greet.
func Ungreeted(folded string) string {
	for _, greeting := range greetings {
		rest, ok := strings.CutPrefix(folded, greeting)
		if !ok || rest != "" && !strings.ContainsRune(" ,!.", rune(rest[0])) {
			continue
		}
		greeted := rest
		if end := strings.IndexAny(rest, ",!."); end >= 0 {
			greeted, rest = rest[:end], strings.TrimLeft(rest[end:], " ,!.")
		} else {
			rest = ""
		}
		if len(strings.Fields(greeted)) > greetedMost {
			return folded
		}
		return rest
	}
	return folded
}

// Idle says whether a text holds nothing but greetings, thanks, farewells and names.
func Idle(text, lang string) bool { return natural.Idle(text, lang) }
