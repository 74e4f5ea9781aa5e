package command

import (
	"embed"
	"slices"
	"strings"
	"sync"

	"pitpost.example/engine"
)

// language is one in which the house can be talked with.
type language struct {
	Code  string
	Names []string // folded, as people call it
	// small words that letters in it hold and others rarely do, folded.
	Small []string
	// prefixes that its mail programs put before the subject of an answer.
	Prefixes []string
}

// Languages are all of them, English first.
func Languages() []language {
	return []language{
		{Code: "en", Names: []string{"english", "englisch", "anglais", "engels", "ingles", "inglese", "anglaise", "inglesa"},
			Small: []string{"the", "and", "you", "is", "my", "this", "with", "it", "for", "please", "thanks", "hello", "hi", "would", "like", "let's", "i'm"}},
		{Code: "de", Names: []string{"deutsch", "german", "allemand", "duits", "aleman", "tedesco", "alemao", "allemande", "alemana", "tedesca", "alema"}, Prefixes: []string{"aw:"},
			Small: []string{"ich", "und", "der", "das", "die", "ist", "nicht", "mit", "bitte", "danke", "hallo", "gerne", "ein", "eine", "auf", "ja", "nein", "liebe", "lieber", "grusse", "noch"}},
		{Code: "fr", Names: []string{"francais", "french", "franzosisch", "frans", "frances", "francese", "francaise", "francesa"},
			Small: []string{"je", "et", "le", "les", "une", "est", "pas", "avec", "merci", "bonjour", "salut", "oui", "non", "des", "pour", "s'il", "d'accord", "moi", "tu", "vous"}},
		{Code: "nl", Names: []string{"nederlands", "dutch", "niederlandisch", "neerlandais", "neerlandes", "holandes", "olandese", "neerlandaise", "neerlandesa", "holandesa", "neerlandese"}, Prefixes: []string{"antw:", "antwoord:"},
			Small: []string{"ik", "en", "het", "een", "niet", "met", "graag", "dank", "bedankt", "hallo", "ja", "nee", "voor", "mijn", "alsjeblieft", "groetjes", "jij", "wil"}},
		{Code: "es", Names: []string{"espanol", "castellano", "spanish", "spanisch", "espagnol", "spaans", "spagnolo", "espanola", "castellana", "espanhol", "espanhola", "espagnole", "spagnola"},
			Small: []string{"yo", "y", "el", "los", "una", "es", "con", "por", "gracias", "hola", "si", "para", "muy", "quiero", "saludos", "que", "juego", "claro"}},
		{Code: "it", Names: []string{"italiano", "italian", "italienisch", "italien", "italiaans", "italiana", "italienne"}, Prefixes: []string{"r:", "rif:", "i:"},
			Small: []string{"io", "e", "il", "gli", "una", "non", "con", "per", "grazie", "ciao", "si", "sono", "voglio", "saluti", "che", "gioco", "va", "bene"}},
		{Code: "pt", Names: []string{"portugues", "portuguese", "portugiesisch", "portugais", "portugees", "portoghese", "portuguesa", "portugaise"}, Prefixes: []string{"res:", "enc:"},
			Small: []string{"eu", "e", "os", "uma", "nao", "com", "obrigado", "obrigada", "ola", "oi", "sim", "para", "muito", "quero", "abraco", "que", "jogo", "voce"}},
	}
}

// LanguageNamed is the code of a language by its code or by what people call it, "" for
// one the house does not speak.
func LanguageNamed(word string) string {
	for _, l := range Languages() {
		if word == l.Code || slices.Contains(l.Names, word) {
			return l.Code
		}
	}
	return ""
}

//go:embed words/*.txt
var wordFiles embed.FS

// HouseTongues are the house's words in each language.
var HouseTongues = sync.OnceValue(func() map[string]engine.Tongue { return engine.Tongues(wordFiles) })

// WithOrders adds the standing orders of other games, for a line may be meant for another match.
func WithOrders(t engine.Tongue, lang string, games []engine.Game) engine.Tongue {
	for _, g := range games {
		if spoken, ok := g.(engine.Spoken); ok {
			if orders := spoken.Tongue(lang).Whole(); !orders.Empty() {
				t = t.With(orders)
			}
		}
	}
	return t
}

// AllGames are the games of some names.
func AllGames(games func(string) engine.Game, names []string) []engine.Game {
	var all []engine.Game
	for _, name := range names {
		if g := games(name); g != nil {
			all = append(all, g)
		}
	}
	return all
}

// TongueOf is what words of command mean in a language: those of the house and of some games.
func TongueOf(lang string, games ...engine.Game) engine.Tongue {
	t := HouseTongues()[lang]
	for _, g := range games {
		if spoken, ok := g.(engine.Spoken); ok {
			t = t.With(spoken.Tongue(lang))
		}
	}
	return t
}

// IntoEnglish puts a folded line into English. What follows "lang" stays as it is: there "en"
// is a language, and not the Dutch "and".
func IntoEnglish(t engine.Tongue, line string, ear engine.Ear) string {
	first, rest, more := strings.Cut(line, " ")
	if word := strings.TrimRight(t.English(first, ear), ",:"); more && len(word) >= 3 && strings.HasPrefix("lang", word) {
		return word + " " + rest
	}
	return t.English(line, ear)
}

// Ear says what is English already, and what is never cut short.
func Ear(game engine.Game) engine.Ear {
	var gameWords []string
	if game != nil {
		gameWords = game.Words()
	}
	return engine.Ear{
		Known: func(word string) bool { return Find(word) != nil || slices.Contains(gameWords, word) },
		Full: func(word string) bool {
			w := Find(word)
			return w == nil && !slices.Contains(gameWords, word) || w != nil && w.Full
		},
		Kept: func(string) bool { return false },
	}
}

// InEnglish folds lines and puts them into English as the reader of letters does for a
// player of that language. Whoever writes to them must know what they could be read as. Of the
// other games the standing orders alone are known.
func InEnglish(lang string, game engine.Game, fold func(string) string, others ...engine.Game) func(line string) string {
	t := WithOrders(TongueOf(lang, game), lang, others)
	if t.Empty() {
		return fold
	}
	ear := Ear(game)
	return func(line string) string { return IntoEnglish(t, fold(line), ear) }
}
