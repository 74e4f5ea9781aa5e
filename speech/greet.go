package speech

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"pitpost.example/engine"
	"pitpost.example/speech/grammar"
)

const greetedMost = 3 // names after a greeting: "Hello dear Ana Maria,"

// StripGreeting removes the greeting from the front of a folded line. It returns "" if the line is only a greeting, and
// the whole line if it begins with none.
func StripGreeting(folded string) string {
	for _, greeting := range inAll["greetings"] {
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

// IsSmallTalk reports whether a text contains nothing but greetings, thanks, farewells and names.
func IsSmallTalk(text, lang string) bool { return grammar.IsSmallTalk(text, lang) }

// IsGreeting is like IsSmallTalk, but takes only words with a capital for names.
func IsGreeting(text, lang string) bool { return grammar.IsGreeting(text, lang) }

// nameMost is the most bytes of a text that is looked at as a name.
const nameMost = 200

// IsNameOrPart reports whether a text is a name or some words of it.
func IsNameOrPart(text, name string) bool {
	if len(text) > nameMost {
		return false
	}
	of := nameWords(engine.NormaliseText(name))
	words := nameWords(engine.NormaliseText(text))
	return len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(of, w) })
}

// IsSignedBy reports whether a row is a name or some words of it with capitals, perhaps with a farewell or thanks:
// "Ciao, Otto". Without this, Otto would be read as the number eight in Italian.
func IsSignedBy(row, name, lang string) bool {
	of := nameWords(engine.NormaliseText(name))
	words := strings.Fields(row)
	rest := slices.DeleteFunc(slices.Clone(words), func(w string) bool {
		r, _ := utf8.DecodeRuneInString(w)
		return unicode.IsUpper(r) && slices.Contains(of, engine.NormaliseText(strings.TrimRight(w, ".,!")))
	})
	return len(rest) < len(words) && (len(rest) == 0 || IsGreeting(strings.Join(rest, " "), lang))
}

func nameWords(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' })
}

// signedMost is the most words of a signature.
const signedMost = 4

// IsSignature reports whether a row can be a name at the end of a letter: a few words, each with a capital or a
// bracket, or a small word of a surname such as "van".
func IsSignature(row string) bool {
	words := strings.Fields(row)
	capital := false
	for _, w := range words {
		r, _ := utf8.DecodeRuneInString(strings.TrimLeft(w, "-–—*_~"))
		switch {
		case strings.ContainsAny(w, "0123456789?!;:"):
			return false
		case unicode.IsUpper(r):
			capital = true
		case r == '(' || slices.Contains([]string{"de", "da", "do", "dos", "del", "della", "di", "du", "la", "le", "van", "von", "zu", "den", "der", "ten"}, w):
		case r != utf8.RuneError:
			return false
		}
	}
	return capital && len(words) <= signedMost
}

// MeansIn reports whether a word means something in sentences about a game, in one of the languages.
func MeansIn(g engine.Game, word string, langs ...string) bool {
	return grammar.Means(g, word, langs...)
}
