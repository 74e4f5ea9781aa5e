package speech

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"pitpost.example/engine"
	"pitpost.example/speech/grammar"
	"pitpost.example/speech/languages"
)

// Language is a language that the house understands and writes.
type Language struct {
	Code  string
	Words map[string][]string // by the kinds in language.txt: "names", "small", "prefixes", …
	small map[string]bool     // has the small words
}

// Has reports whether a folded word is a common one of the language.
func (l Language) Has(word string) bool { return l.small[word] }

// SaysInstead reports whether a line says in a language that what it asks for replaces what was sent before it: "dig s2 instead".
func SaysInstead(raw, lang string) bool {
	text := " " + strings.Join(strings.FieldsFunc(engine.NormaliseText(raw), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), " ") + " "
	return slices.ContainsFunc(known, func(l Language) bool {
		return l.Code == lang && slices.ContainsFunc(l.Words["instead"], func(words string) bool { return strings.Contains(text, " "+words+" ") })
	})
}

// Languages returns all languages, English first. Callers must not change them.
func Languages() []Language { return known }

// known has what the files language.txt say, and inAll the words of each kind in all languages.
var known, inAll = func() (all []Language, joined map[string][]string) {
	joined = map[string][]string{}
	for code, table := range languages.Files("language") {
		l := Language{code, map[string][]string{}, map[string]bool{}}
		for kind, list := range engine.TableRows(table) {
			words := strings.Split(strings.TrimSpace(list), ", ")
			l.Words[kind], joined[kind] = words, append(joined[kind], words...)
		}
		all = append(all, l)
	}
	for _, l := range all {
		for _, word := range l.Words["small"] {
			l.small[word] = true
		}
	}
	return all, joined
}()

// regions maps names of regional languages to their codes. Letters in one say some things differently, but the house
// reads them like the language itself.
var regions = map[string]string{"pt-pt": "pt-PT", "pt_pt": "pt-PT", "pt-br": "pt", "pt_br": "pt", "brasileiro": "pt"}

// RegionOfText returns the regional language of a text in a language: "pt-PT" if a word shows it, otherwise code itself.
func RegionOfText(code, text string) string {
	if code == "pt" && slices.ContainsFunc(engine.SplitWords(engine.NormaliseText(text)), func(word string) bool { return slices.Contains(inAll["european"], word) }) {
		return "pt-PT"
	}
	return code
}

// FindLanguage returns the code of the language with this code or name, "" if the house does not know it.
func FindLanguage(word string) string {
	if code := regions[word]; code != "" {
		return code
	}
	for _, l := range known {
		if word == l.Code || slices.Contains(l.Words["names"], word) {
			return l.Code
		}
	}
	return ""
}

// Tongues returns the command words of the house by language. English has none, because it needs no translation.
var Tongues = sync.OnceValue(func() map[string]Tongue { return readTongues("commands") })

// SpellCommand returns a plain command of the house or the game as letters in a language print it. game is nil if there is
// no match.
func SpellCommand(line, lang string, game engine.Game) string {
	tongue := Tongues()[engine.BaseLanguage(lang)]
	first, rest, more := strings.Cut(line, " ")
	switch r := ReadCommand(line, game); {
	case (first == "next" || first == "check") && more:
		return tongue.Shows(first) + " " + SpellCommand(rest, lang, game)
	case line == "yes" || line == "no" || r.Kind == HouseWord && !r.Order:
		return tongue.Shows(line)
	case game != nil:
		return grammar.SpellCommand(game, line, lang)
	}
	return line
}

// FindGames returns the games with these names and leaves out unknown ones.
func FindGames(games func(string) engine.Game, names []string) []engine.Game {
	return engine.FilterList(engine.MapList(names, games), func(g engine.Game) bool { return g != nil })
}

// Ear reads the text of a letter, with what it must know for that: the writer's language, and the table.
type Ear struct {
	// Lang is the writer's language.
	Lang string
	// Fold makes a line comparable (see Line.Folded). Clean replaces odd spaces, quotes and digits by plain ones;
	// nil if the text has none.
	Fold, Clean func(string) string
	// Games are the games that a line may be meant for if it is about no match.
	Games []engine.Game
	// At returns the table of a match, where 0 stands for the match that the letter is about. It may be nil.
	At func(match int64) Place
	// Ours reports whether an address is the house's own. It is nil if that is not known.
	Ours func(address string) bool
	// Effort is how much work is left for the letter; nil for a text that has an effort of its own.
	Effort *engine.Effort

	surely bool // nothing is heard but sure moves

	times map[string]measured // caches what Wish finds in words, which are looked at in several clauses
}

// Place is the table that a line is about. Game is nil if there is none.
type Place struct {
	Game  engine.Game
	Seats []string
	Me    string     // the writer's name
	Hand  func() int // how many cards the writer holds; nil if that is not known
	Over  bool       // its match has ended
}

func (e Ear) place(match int64) Place {
	if e.At == nil {
		return Place{}
	}
	return e.At(match)
}

// English folds a line and puts the house's words in it into English, as ReadCommand takes it. What follows "lang" stays as
// it is, because there "en" is a language and not the Dutch "and".
func (e Ear) English(raw string, match int64) string {
	line, tongue := e.Fold(raw), Tongues()[engine.BaseLanguage(e.Lang)]
	if words := MemoWords(raw); words != "" {
		return "memo " + e.Fold(words)
	}
	first, rest, more := strings.Cut(line, " ")
	if to := e.whisper(raw, first, match); to != "" {
		return "tell " + to
	}
	if slices.Contains(telling[engine.BaseLanguage(e.Lang)], strings.TrimRight(first, "'’")) && e.sendsToAll(line) {
		return "say" + e.asSaid(raw, line)[len(first):]
	}
	if said := cmp.Or(tongue.Means(first), first); said == "say" || said == "tell" {
		if line = e.asSaid(raw, line); e.toHouse(line, raw, said, match) {
			return "explain" + line[len(first):] // not one of our words
		}
		if said == "tell" && e.toAll(line) {
			line = "say" + line[len(first):]
		}
		_, rest, more = strings.Cut(line, " ")
	}
	if more && isLang(first) && (FindLanguage(rest) != "" || FindCommand(first) != nil) {
		return "lang " + rest
	}
	if next, _, _ := strings.Cut(rest, " "); slices.Contains(inAll["articles"], first) && (next == "new" || tongue.Means(next) == "new") {
		line = rest // "ein neues Spiel Saboteur mit …"
	}
	if tongue.Empty() {
		return line
	}
	at := e.place(match)
	kept := func(word string) bool { return engine.FindSeat(at.Seats, word) >= 0 }
	known := func(word string) bool { return FindCommand(word) != nil || slices.Contains(wordsOf(at.Game), word) }
	if word := strings.TrimRight(tongue.English(first, known, kept), ",:"); more && len(word) >= 3 && strings.HasPrefix("lang", word) {
		return word + " " + rest
	}
	return forAllInEnglish(tongue.English(line, known, kept))
}

// forAllInEnglish puts "for all" behind "mute" into English.
func forAllInEnglish(line string) string {
	if !strings.HasPrefix(line, "mute ") {
		return line
	}
	for _, words := range forAll {
		line = strings.Replace(line, " "+words, " for all", 1)
	}
	return line
}

// asSaid returns a folded line that begins with "say" or "tell" with all its words, because the words that fold takes
// off the end belong to what is said: "say thanks".
func (e Ear) asSaid(raw, line string) string {
	first, _, _ := strings.Cut(line, " ")
	whole := strings.Join(strings.Fields(engine.NormaliseText(raw)), " ")
	_, words, found := strings.Cut(whole, first+" ")
	if words = strings.TrimRight(words, " .!,;"); found && strings.Count(words, " ") >= strings.Count(line, " ") {
		return strings.TrimSpace(first + " " + words)
	}
	return line
}

// toHouse reports whether a line that begins with "say" or "tell" passes no words on: "tell me what happened" asks the
// house, "tell you what" names nobody, "say hi to your mother" is said to a player, and "say nothing" wants nothing
// said. "say me too" does, as it is no wish.
func (e Ear) toHouse(line, raw, said string, match int64) bool {
	words := strings.Fields(line)
	if len(words) < 3 {
		return false
	}
	word := strings.TrimRight(words[1], ":,")
	kinds, _ := allTopics()[engine.BaseLanguage(e.Lang)].kinds([]string{word})
	me := slices.Contains(kinds, topicToMe)
	if slices.ContainsFunc(e.place(match).Seats, func(seat string) bool {
		seat = engine.NormaliseText(seat)
		return seat == word || strings.HasPrefix(seat, word) && !me
	}) {
		return false
	}
	wish := func() bool { plain, _ := e.FindWish(raw); return plain != "" }
	switch {
	case said == "tell":
		return !e.toAll(line) && (kinds != nil || e.asking(word) != "") || wish()
	case me:
		return engine.BaseLanguage(e.Lang) != "en" || wish() // "sag mir" passes nothing on
	}
	yours := slices.Contains([]string{"deiner", "deinem", "eurer", "eurem"}, word) // "sag deiner Mutter hallo"
	if len(words) > 3 && slices.Contains(whom, words[2]) {                         // "say hi to your mother"
		kinds, _ := allTopics()[engine.BaseLanguage(e.Lang)].kinds(words[3:4])
		yours = yours || slices.Contains(kinds, topicYours)
	}
	return yours || slices.Contains(kinds, topicNothing)
}

// toAll reports whether a line that begins with "tell" is for the whole table: "tell the others …".
func (e Ear) toAll(line string) bool {
	kinds, _ := allTopics()[engine.BaseLanguage(e.Lang)].kinds(tokensOf(line)[1:])
	return slices.Contains(kinds, topicOthers)
}

// sendsToAll reports whether "to all" stands near the front of a line: "di hola a todos".
func (e Ear) sendsToAll(line string) bool {
	tokens := tokensOf(line)
	for i := 2; i < min(len(tokens), phrasesMost); i++ {
		if kinds, _ := allTopics()[engine.BaseLanguage(e.Lang)].kinds(tokens[i:]); slices.Contains(whom, tokens[i-1]) && slices.Contains(kinds, topicOthers) {
			return true
		}
	}
	return false
}

// telling lists, by language, the words with which people ask that something be told to one player: "sag Bo danke". They
// are no words of the house, or mean "say" without a name behind them. Only German, Dutch and French do without a "to" before the name.
var telling = map[string][]string{
	"de": {"sag", "sage", "sagt", "sagen"}, "nl": {"zeg", "zegt", "vertel"}, "fr": {"dis", "dites", "dire"}, "en": {"say"},
	"es": {"di", "dile", "decile", "diga", "digale", "diganle", "decirle", "decidle"}, "it": {"di", "digli", "dille", "dica", "dite", "ditegli"},
	"pt": {"diz", "diga", "digam", "dizer", "fala", "fale"},
}

// whom lists what stands between such a word and the name.
var whom = []string{"to", "a", "ad", "al", "au", "ao", "pro", "pra", "para", "aan", "tegen", "dem", "der", "zu"}

// whisper returns the name of the player to whom a line asks that something be told, and what; "" if it is no such line.
// Without it the words would go to all. first is the line's first word, folded.
func (e Ear) whisper(raw, first string, match int64) string {
	lang := engine.BaseLanguage(e.Lang)
	if !slices.Contains(telling[lang], strings.TrimRight(first, "'’")) {
		return ""
	}
	words := strings.Fields(raw)
	if len(words) < 3 {
		return ""
	}
	at := 1
	for at+1 < len(words) && slices.Contains(inAll["alone-to"], engine.NormaliseText(words[at])) {
		at++
	}
	if only := at > 1; slices.Contains(whom, engine.NormaliseText(words[at])) {
		at++
	} else if !only && (lang == "en" || lang == "it" || lang == "es" || lang == "pt") {
		return ""
	}
	if at == len(words) {
		return ""
	}
	name := strings.TrimRight(words[at], ",:")
	if at+1 == len(words) || !slices.ContainsFunc(e.place(match).Seats, func(seat string) bool { return engine.NormaliseText(seat) == engine.NormaliseText(name) }) {
		return ""
	}
	return strings.TrimRight(engine.NormaliseText(strings.Join(words[at:], " ")), " .!,;")
}

// isLang reports whether a word means "lang" in any language, because people who get letters in the wrong language
// ask for another one in their own.
func isLang(word string) bool {
	if word == "lang" || word == "language" {
		return true
	}
	for _, t := range Tongues() {
		if t.Means(word) == "lang" {
			return true
		}
	}
	return false
}

// HearMoves reads a text as moves in the game of a match, or in any of Games if there is no match.
func (e Ear) HearMoves(text string, match int64) engine.Understood {
	return e.hear(text, match, paragraph{})
}

// heardMost is the most bytes of a text that can be a move.
const heardMost = 400

// hear is Hear with the text around, which may take the move back.
func (e Ear) hear(text string, match int64, round paragraph) engine.Understood {
	if len(text) > heardMost {
		return engine.Understood{}
	}
	at, clean := e.place(match), e.Clean
	if clean == nil {
		clean = strings.TrimSpace
	}
	speech := engine.Speech{Text: clean(text), Lang: e.Lang, Seats: at.Seats, Me: at.Me, Hand: at.Hand, Before: clean(round.before), After: clean(round.after), Surely: e.surely, Effort: e.Effort}
	if round.rows != nil {
		speech.Beside = engine.MapList(round.rows, clean)
	}
	if at.Game != nil {
		return grammar.HearSentences(at.Game, speech)
	}
	var maybe engine.Understood
	for _, g := range e.Games {
		heard := grammar.HearSentences(g, speech)
		if heard.Kind == engine.SureMove {
			return heard
		}
		near := maybe.Near || heard.Near
		if maybe.Kind == engine.NoMove {
			maybe = heard
		}
		maybe.Near = near
	}
	return maybe
}

// Strangers returns the words of a line that have no digit and that no command of Games begins with.
func (e Ear) Strangers(raw string) []string {
	return engine.FilterList(engine.SplitWords(e.Fold(raw)), func(word string) bool {
		return !strings.ContainsAny(word, "0123456789") && !slices.ContainsFunc(e.Games, func(g engine.Game) bool {
			return slices.ContainsFunc(g.Words(), func(w string) bool { return w == word || len(word) >= 3 && strings.HasPrefix(w, word) })
		})
	})
}
