package command

import (
	"cmp"
	"embed"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"pitpost.example/engine"
	"pitpost.example/house/reading"
)

//go:embed wishes/*.txt
var wishFiles embed.FS

// wishKind is what a word does in a wish. The files of wishes list the words of each kind.
type wishKind string

const (
	asks       wishKind = "asks" // for a match: play, start, a game
	small      wishKind = "small"
	thanks     wishKind = "thanks"
	can        wishKind = "can" // before you
	you        wishKind = "you"
	bots       wishKind = "bots"
	people     wishKind = "people"   // brother, friends: not names
	practice   wishKind = "practice" // asks for a match by itself, in a letter about no match
	inLanguage wishKind = "lang"     // before a language
	absent     wishKind = "away"     // before a time
	past       wishKind = "past"     // says that an absence is over
	elided     wishKind = "elided"   // l', d'
	also       wishKind = "also"     // small, where a match is asked for
	not        wishKind = "not"
)

// wishes returns, by language, the words with which people ask for a match, each with its wishKind, and the sentences
// with which they ask for something else. In these tongues words has the kinds, and lines and near have the sentences.
var wishes = sync.OnceValue(func() map[string]Tongue {
	all := readWishes()
	for lang, t := range all {
		short := map[string]string{}
		for sentence, wish := range t.lines {
			core := t.core(strings.Fields(sentence))
			if words := t.wording(strings.Fields(sentence)); !strings.Contains(core, " ") && len(words) > 1 {
				core = unmarked(strings.Join(words, " ")) // one word alone is in too many sentences: "another match", "your match"
			}
			short[core] = wish
			words, open := strings.Fields(core), strings.Contains(core, gap)
			switch n := len(words); {
			case open && n > 1:
				t.near[words[0]] = append(t.near[words[0]], nearWish{words, 2*n - 2, wish})
			case n > 2: // two words alone are in too many sentences: "how goes"
				t.near[words[0]] = append(t.near[words[0]], nearWish{words, n + n/2, wish})
			}
		}
		t.lines = short
		all[lang] = t
	}
	return all
})

// readWishes reads the files of wishes and puts the rows of words that mean the same into same.
func readWishes() map[string]Tongue {
	all := readTongues(wishFiles)
	for lang, t := range all {
		t.same, t.near = map[string]string{}, map[string][]nearWish{}
		for words, wish := range maps.Clone(t.lines) {
			delete(t.lines, words)
			if one, ok := strings.CutPrefix(wish, "same "); ok {
				t.same[unmarked(words)] = unmarked(engine.Normalise(one))
			} else {
				t.lines[strings.ReplaceAll(words, "…", gap)] = wish
			}
		}
		for word, kind := range maps.Clone(t.words) {
			if bare := unmarked(word); t.words[bare] == "" { // "we're" is not "were"
				t.words[bare] = kind
			}
		}
		all[lang] = t
	}
	return all
}

// unmarked removes apostrophes, which not everybody types.
func unmarked(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "’", ""), "'", "")
}

// gap stands for the open place of a sentence in the files: "I live in …". It is a character that nobody can type.
const gap = "\x01"

// samest is the most words that together mean the same as one.
const samest = 5

// wording returns the words of a sentence, folded. Words that mean the same become one word, and those that mean
// nothing are left out.
func (t Tongue) wording(sentence []string) (words []string) {
	rest := engine.Each(sentence, bareWord)
	for len(rest) > 0 {
		word, n := rest[0], 1
		for many := min(samest, len(rest)); many > 0; many-- {
			if one := t.alike(unmarked(strings.Join(rest[:many], " "))); one != "" {
				word, n = strings.TrimPrefix(one, "-"), many // "-" means nothing
				break
			}
		}
		rest, words = rest[n:], append(words, strings.Fields(word)...)
	}
	return words
}

// bareWord returns a word normalised and without the marks around it.
func bareWord(word string) string {
	return strings.ReplaceAll(engine.Normalise(strings.Trim(word, ",.!?¡¿:…*_()")), "’", "'")
}

// alike returns the word that stands for these words because it means the same, "" if there is none. An entry of the
// files that ends with a star matches words that begin so, and the first word may have an elided "l" or "d" before it.
func (t Tongue) alike(words string) string {
	if one := t.same[words]; one != "" {
		return one
	}
	least := strings.LastIndexByte(words, ' ') + stemLeast
	for n := min(len(words), stemMost); n > least; n-- {
		if one := t.same[words[:n]+"*"]; one != "" {
			return one
		}
	}
	if wishKind(t.words[words[:min(1, len(words))]]) == elided {
		if one := (Tongue{same: t.same}).alike(words[1:]); one != "-" {
			return one
		}
	}
	return ""
}

// stemLeast is the least letters of the last word in an entry with a star, and stemMost the most bytes of the whole
// entry: a word may be as long as a letter.
const stemLeast, stemMost = 3, 64

// core returns a sentence in the form in which wishes are compared: as wording returns it, without small words and
// thanks at the end.
func (t Tongue) core(sentence []string) string { return t.kept(t.wording(sentence)) }

// kept is core for words that wording has returned.
func (t Tongue) kept(words []string) string {
	core := make([]string, 0, len(words))
	for _, word := range words {
		word = unmarked(word)
		switch wishKind(t.words[word]) {
		case small, can, you:
		default:
			core = append(core, word)
		}
	}
	for len(core) > 1 && wishKind(t.words[core[len(core)-1]]) == thanks {
		core = core[:len(core)-1]
	}
	return strings.Join(core, " ")
}

// Wish returns the plain command that a sentence of a text asks for, "Can you send me the board again?", and "" if
// there is none. meant is true if the command must be offered and not simply carried out, because it changes
// something or the sentence only comes near it.
func (e Ear) Wish(text string) (plain string, meant bool) {
	if len(text) > openingMost || strings.ContainsAny(text, quoting+"|") || strings.HasPrefix(text, ">") {
		return "", false
	}
	for _, sentence := range sentences(text, nil) {
		for _, lang := range []string{engine.Tongue(e.Lang), "en"} {
			t := wishes()[lang]
			core := t.core(sentence)
			if how, plain, ok := strings.Cut(e.asked(t, sentence), " "); ok {
				return plain, how == "meant"
			}
			if word := cmp.Or(Tongues()[lang].Means(core), core); slices.Contains(told, word) {
				return word, false // the word alone: "The rules?"
			}
			if named := t.language(strings.Fields(core)); named != "" {
				return "lang " + named, true
			}
			if plain := e.filled(t, sentence); plain != "" {
				return plain, true
			}
			if span := e.absence(t, sentence); span != "" {
				return "away " + span, true
			}
			if how, plain, ok := strings.Cut(e.timed(t, sentence), " "); ok {
				return plain, how == "meant"
			}
			if _, plain, ok := strings.Cut(e.near(t, sentence), " "); ok {
				return plain, true
			}
		}
	}
	return "", false
}

// asked returns the wish that a whole sentence is, or a part of it between commas: "Sorry, what are the rules?" If
// one of the parts is a name, the sentence is said to that person and is no wish. A part of one word counts only in a
// question.
func (e Ear) asked(t Tongue, sentence []string) (wish string) {
	if wish := t.wish(sentence); wish != "" {
		return wish
	}
	asks := strings.HasSuffix(sentence[len(sentence)-1], "?")
	for first := true; len(sentence) > 0; first = false {
		n := 1 + slices.IndexFunc(sentence, func(word string) bool { return strings.HasSuffix(word, ",") })
		if n == 0 {
			n = len(sentence)
		}
		name := strings.Trim(sentence[0], ",.!?")
		if r, _ := utf8.DecodeRuneInString(name); n == 1 && (slices.Contains(e.place(0).Seats, name) || !first && unicode.IsUpper(r)) {
			return ""
		}
		if asks || strings.Contains(t.core(sentence[:n]), " ") {
			wish = cmp.Or(wish, t.wish(sentence[:n]))
		}
		sentence = sentence[n:]
	}
	return wish
}

// wish returns the wish of a whole sentence, found by its core or by all its words; "" if it is none.
func (t Tongue) wish(sentence []string) string { return t.worded(t.wording(sentence)) }

// worded is wish for words that wording has returned.
func (t Tongue) worded(words []string) string {
	return cmp.Or(t.lines[t.kept(words)], t.lines[unmarked(strings.Join(words, " "))])
}

// timedMost is the most words of a sentence that timed and filled read, because they try all parts of it.
const timedMost = 16

// timed returns a wish for a pause if a sentence is one apart from a time that it names: "Could we pause until Monday?"
func (e Ear) timed(t Tongue, sentence []string) string {
	words := t.wording(sentence)
	if len(words) > timedMost {
		return ""
	}
	for from := range words {
		for to := len(words); to > from; to-- {
			switch t.worded(slices.Concat(words[:from], words[to:])) {
			case "meant pause", "meant resign": // to stop for some time is a pause
				if e.span(words[from:to]) != "" {
					return "meant pause"
				}
			}
		}
	}
	return ""
}

// Leans returns how much a text looks like wishes in a language: one for each word that is used in wishes, and three
// more for each sentence that is a wish.
func Leans(lang, text string) (n int) {
	t := wishes()[lang]
	for _, sentence := range sentences(text, nil) {
		if t.wish(sentence) != "" {
			n += 3
		}
		for _, word := range sentence {
			word = unmarked(bareWord(word))
			if t.words[word] != "" || t.alike(word) != "" {
				n++
			}
		}
	}
	return n
}

// nearMost is the most words of a sentence that can come near a wish.
const nearMost = 12

// near returns the wish that a sentence, or a part of it between commas, comes near to: all words of the wish are in
// it in the same order, with fewer other words between them, as in "send me the picture of the board again". It
// returns "" if there is none, if several are equally near, or if somebody is named. A wish that is only near must be
// offered.
func (e Ear) near(t Tongue, sentence []string) (wish string) {
	most := 0
	for _, part := range parts(sentence) {
		words := t.wording(part)
		r, _ := utf8.DecodeRuneInString(part[0])
		named := len(words) == 1 && unicode.IsUpper(r)
		if named || slices.ContainsFunc(words, func(word string) bool { return engine.SeatNamed(e.place(0).Seats, word) >= 0 }) {
			return ""
		}
		switch n, one := e.nearest(t, words, func(wish string) string { return wish }); {
		case n > most:
			most, wish = n, one
		case n == most && one != wish:
			wish = ""
		}
	}
	return wish
}

// nearest looks for the wish with the most words that are all among these, and returns how many and what fits makes of
// it. fits returns "" for a wish that does not fit. If equally long wishes give different results, plain is "". Words
// with an "and" or a digit come near no wish, and there must be no more negations than in the wish.
func (e Ear) nearest(t Tongue, words []string, fits func(wish string) string) (most int, plain string) {
	if len(words) > nearMost || slices.ContainsFunc(words, func(word string) bool {
		return e.and(word) || strings.ContainsAny(word, "0123456789") // "One more match and I quit"
	}) {
		return 0, ""
	}
	said := strings.Fields(t.kept(words))
	for _, word := range said {
		for _, asked := range t.near[word] {
			n := len(asked.words)
			if n < most || len(said) > asked.most || !within(asked.words, said) || t.denials(said) > t.denials(asked.words) {
				continue
			}
			switch one := fits(asked.wish); {
			case one == "":
			case n > most:
				most, plain = n, one
			case one != plain:
				plain = ""
			}
		}
	}
	return most, plain
}

// and reports whether a word means "and" in the writer's language or in English.
func (e Ear) and(word string) bool {
	return word == "and" || Tongues()[engine.Tongue(e.Lang)].Means(word) == "and"
}

// denials counts the negations among words.
func (t Tongue) denials(words []string) (n int) {
	for _, word := range words {
		if wishKind(t.words[word]) == not {
			n++
		}
	}
	return n
}

// within reports whether all words are among others, in the same order.
func within(words, among []string) bool {
	for _, word := range among {
		if len(words) > 0 && words[0] == word {
			words = words[1:]
		}
	}
	return len(words) == 0
}

// parts splits a sentence at commas.
func parts(sentence []string) (all [][]string) {
	for part := range strings.SplitSeq(strings.Join(sentence, " "), ",") {
		if words := strings.Fields(part); len(words) > 0 {
			all = append(all, words)
		}
	}
	return all
}

// told lists the commands that only tell something. A sentence that is just such a word is a wish for it. "again" is
// not one of them: "Hello again?" asks for no letter.
var told = []string{"help", "rules", "cards", "status", "story", "matches"}

// absence is the time for which somebody says that they will be away, "" for none. "We were away until Sunday" and
// "I have two days of holiday left" give none.
func (e Ear) absence(t Tongue, sentence []string) string {
	for _, part := range append([][]string{sentence}, parts(sentence)...) {
		if slices.ContainsFunc(t.wording(part), func(word string) bool { return wishKind(t.words[word]) == past }) {
			continue
		}
		left := false // "I have two days of holiday left"
		for _, words := range [][]string{part, t.wording(part)} {
			for at, word := range words {
				if wishKind(t.words[t.core([]string{word})]) != absent {
					continue
				}
				before := e.span(words[:at]) // "ich bin bis Freitag im Urlaub"
				if left = left || ofDays.MatchString(before); left {
					before = ""
				}
				if span := cmp.Or(e.span(words[at+1:]), before); span != "" {
					return span
				}
			}
		}
	}
	return ""
}

// ofDays matches a number of days with what they are of: "two days of".
var ofDays = regexp.MustCompile(`\b(day|week)s? `)

// span returns the time in words for which somebody can be away, as the command "away" takes it; "" if there is none.
// Up to two words before and after it may be something else.
func (e Ear) span(words []string) string {
	for from := range min(len(words), 3) {
		for to := len(words); to > max(from, len(words)-3); to-- {
			span := e.English(strings.TrimRight(strings.Join(words[from:to], " "), ".,!?"), 0)
			if _, _, no := reading.Away(span, time.Unix(0, 0), time.UTC); no == nil || no.Key != "house.away-form" {
				return span // whether it is too long is checked later, when today's date is known
			}
		}
	}
	return ""
}

// openMost is the most words that fill the open place of a sentence.
const openMost = 11

// filled returns the command of a sentence, or of a part between commas, that comes near a sentence of the files with
// an open place, if the words in that place fit: "I live in New York", "two days more, please".
func (e Ear) filled(t Tongue, sentence []string) string {
	tried := parts(sentence)
	if len(tried) > 1 {
		tried = append(tried, sentence)
	}
	for _, part := range tried {
		words := t.wording(part)
		if strings.Contains(strings.Join(words, " "), "@") { // "add my friend …"
			words = slices.DeleteFunc(words, func(word string) bool { return wishKind(t.words[word]) == people })
		}
		if len(words) > timedMost {
			continue
		}
		for from := range words {
			for to := min(len(words), from+openMost); to > from; to-- {
				_, plain := e.nearest(t, slices.Concat(words[:from], []string{gap}, words[to:]), func(wish string) string {
					return e.fill(wish, strings.Join(words[from:to], " "))
				})
				if plain != "" {
					return plain
				}
			}
		}
	}
	return ""
}

// fill returns the command of a wish with what was written in its open place, "" if that does not fit the command.
func (e Ear) fill(wish, what string) string {
	value, ok := "", false
	word := strings.TrimPrefix(wish, "meant ")
	if (word == "nudge" || word == "remind") && engine.SeatNamed(e.place(0).Seats, what) >= 0 {
		return "nudge"
	}
	switch word {
	case "zone":
		value = reading.CityZone(what)
		ok = value != ""
	case "invite":
		value, ok = strings.TrimPrefix(what, "mailto:"), anAddress.MatchString(what)
	case "remind", "extend":
		var span time.Duration
		span, ok = reading.Span(e.English(what, 0))
		value = strings.NewReplacer("h0m0s", "h", "m0s", "m").Replace(span.String())
	case "quiet":
		value, ok = reading.Quiet(e.English(what, 0))
	}
	if !ok {
		return ""
	}
	return word + " " + value
}

// language returns the name of the language that words ask for, "switch to German"; "" if they say anything else.
func (t Tongue) language(words []string) (named string) {
	for _, word := range words {
		switch {
		case wishKind(t.words[word]) == inLanguage, wishKind(t.words[word]) == asks: // "put the game into German"
		case named == "" && len(word) > 2 && LanguageNamed(word) != "":
			named = word
		default:
			return ""
		}
	}
	return named
}

// sentences splits a text into sentences of words. An exclamation mark that belongs to the name of one of the games, or
// the full stop of an ordinal, ends no sentence.
func sentences(text string, games []string) (said [][]string) {
	var one []string
	for _, word := range strings.Fields(text) {
		one = append(one, word)
		bare := strings.TrimRight(word, ".!?…")
		if ordinal := strings.HasSuffix(word, ".") && strings.Trim(word, "0123456789.") == "" && len(one) > 1; ordinal {
			continue // "bis 5. Dezember"
		}
		if bare != word && !(strings.HasSuffix(word, "!") && slices.Contains(games, engine.Normalise(bare))) {
			said, one = append(said, one), nil
		}
	}
	if len(one) > 0 {
		said = append(said, one)
	}
	return said
}

// asking returns the kind of a word in the writer's language or English, "" if it has none.
func (e Ear) asking(word string) wishKind {
	word = strings.ReplaceAll(word, "’", "'")
	for _, lang := range []string{engine.Tongue(e.Lang), "en"} {
		if kind := wishKind(wishes()[lang].Means(word)); kind != "" {
			return kind
		}
		letter, rest, cut := strings.Cut(word, "'")
		if before := wishKind(wishes()[lang].Means(letter)); cut && (before == elided || before == small) { // "contre l'ordinateur"
			if kind := wishKind(wishes()[lang].Means(rest)); kind != "" {
				return kind
			}
		}
	}
	return ""
}
