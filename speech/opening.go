package speech

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"pitpost.example/engine"
	"pitpost.example/speech/dates"
)

// openingMost is the most bytes of a wish for a match, and openingRows the most rows.
const (
	openingMost = 600
	openingRows = 6
)

// FindOpening returns the plain command of a text in which a sentence asks for a match, "I'd like to play Saboteur with
// bo@example.org, please", and "" for other texts. It is sure if people use all words of the sentence to ask for a
// match, apart from the game, addresses with names, options, and a question at the end. Other sentences do not
// matter, unless they have an address in them.
func (e Ear) FindOpening(text string) (plain string, sure bool) {
	if len(text) > openingMost || strings.ContainsAny(text, quoting+"|;") || strings.HasPrefix(text, ">") {
		return "", false
	}
	said := e.words(dates.JoinPlaysAt(text, engine.BaseLanguage(e.Lang)))
	short, alone, pace := false, true, ""
	for i := range said {
		if others, option := e.paced(said[i]); option != "" {
			said[i], pace = others, " "+option
		}
		cut, plainly := e.shortened(said[i])
		if len(cut) < len(said[i]) {
			said[i], short, alone = cut, true, alone && plainly
		}
	}
	usual := sync.OnceValue(func() string { return e.gameOf(text) })
	for i, one := range said {
		asked, known := e.asksForMatch(e.unasked(one), usual)
		if asked == "" || plain != "" && !known {
			continue
		}
		others := slices.Concat(said[:i], said[i+1:])
		if slices.ContainsFunc(others, func(words []string) bool { return strings.Contains(strings.Join(words, ""), "@") }) {
			plain = ""
			break
		}
		if plain, sure = asked, known; sure {
			break
		}
	}
	if plain == "" { // "Can we play Clonk here, too? With bo@example.org"
		plain, _ = e.asksForMatch(slices.Concat(said...), usual)
		sure = false
	}
	if plain == "" {
		return "", false
	}
	if game := e.games(); short {
		at := slices.IndexFunc(game, func(name string) bool { return slices.Contains(strings.Fields(plain), name) })
		plain, sure = plain+e.shortest(max(at, 0), plain), sure && (alone || len(said) == 1)
	}
	return dates.SplitPlaysAt(plain) + pace, sure
}

// paced removes the words that say how much time there is for a move, "three days per move", and returns the option for
// it, "" if there are none.
func (e Ear) paced(words []string) (others []string, option string) {
	for from := range words {
		for to := from + 1; to < len(words) && to-from <= spanMost; to++ {
			span, is := dates.ReadSpan(strings.Join(words[from:to], " "))
			for end := min(len(words), to+samest); is && end > to; end-- {
				if e.same(words[to:end], "paced") {
					return slices.Concat(words[:from], words[end:]), "pace=" + shortSpan.Replace(span.String())
				}
			}
		}
	}
	return words, ""
}

// spanMost is the most words of a length of time: "one and a half days".
const spanMost = 5

// same reports whether words mean the same as one word of the wishes, in the writer's language or in English.
func (e Ear) same(words []string, one string) bool {
	return slices.ContainsFunc([]string{engine.BaseLanguage(e.Lang), "en"}, func(lang string) bool {
		return slices.Equal(wishes()[lang].wording(words), []string{one})
	})
}

// shortened replaces the words that ask for a short match, such as "only one round", by one word. known reports
// whether all words of the sentence are known from wishes for a match.
func (e Ear) shortened(words []string) (others []string, known bool) {
	known = true
	for len(words) > 0 {
		n, word := 1, words[0]
		for many := min(samest, len(words)); many > 1; many-- {
			if e.same(words[:many], "shortest") {
				n, word = many, "match"
				break
			}
		}
		kind := e.asking(engine.NormaliseText(strings.Trim(word, ",.!?¡¿:…*_")))
		known = known && kind != "" && kind != not
		words, others = words[n:], append(others, word)
	}
	return others, known
}

// shortest returns the option that makes a match of a game (an index in Games) shortest, with a space before it. It
// returns "" if there is no such option, or if plain already sets it.
func (e Ear) shortest(game int, plain string) string {
	if lasting, ok := e.Games[game].(engine.Lasting); ok {
		_, option := lasting.Turns(engine.Setup{}, 0)
		name, _, _ := strings.Cut(option, "=")
		if option != "" && !strings.Contains(plain, " "+name+"=") {
			return " " + option
		}
	}
	return ""
}

// gameOf returns the first game that a text names. If it names none, it is the first of Games; in a letter about a
// match it is the game of that match, but only if the text asks for a rematch: "let's play again with …".
func (e Ear) gameOf(text string) string {
	words := strings.Fields(text)
	for _, word := range words {
		if word = engine.NormaliseText(strings.Trim(word, ",.!?¡¿:…*_")); slices.Contains(e.games(), word) {
			return word
		}
	}
	at := e.place(0).Game
	switch {
	case at == nil && len(e.Games) > 0:
		return e.games()[0]
	case at != nil:
		if wish, _ := e.FindWish(strings.Join(slices.DeleteFunc(words, func(word string) bool {
			return strings.Contains(word, "@") || e.and(engine.NormaliseText(word))
		}), " ")); wish == "rematch" {
			return at.Name()
		}
	}
	return ""
}

// unasked removes a question to the house after the last comma of a sentence: "…, how does it work?"
func (e Ear) unasked(words []string) []string {
	for i := len(words) - 1; i > 0; i-- {
		if strings.HasSuffix(words[i-1], ",") {
			if plain, meant := e.FindWish(strings.Join(words[i:], " ")); plain != "" && !meant {
				return words[:i]
			}
			break
		}
	}
	return words
}

// opening reads a wish for a match that begins at the first of the rows, where first is that row without its "#42".
// joined is how many more rows belong to it. If there is no wish, plain is "".
func (c *cutter) opening(rows []string, first string) (plain string, sure bool, joined int) {
	rows = rows[:min(len(rows), openingRows)]
	if end := slices.Index(rows, ""); end >= 0 {
		rows = rows[:end]
	}
	address := slices.ContainsFunc(rows, func(row string) bool { return strings.Contains(row, "@") })
	if !slices.ContainsFunc(strings.Fields(first), func(word string) bool {
		word = engine.NormaliseText(strings.Trim(word, ",.!?¡¿"))
		kind := c.ear.asking(word)
		return kind == bots || kind == practice || address && (kind == asks || slices.Contains(c.ear.games(), word))
	}) {
		return "", false, 0
	}
	text := first
	for n := range rows {
		if n > 0 {
			if another, _ := c.ear.FindOpening(rows[n]); another != "" {
				break
			}
			text += " " + rows[n]
		}
		switch longer, known := c.ear.FindOpening(text); {
		case longer != plain && (known || !sure && longer != ""):
			plain, sure, joined = longer, known, n
		case plain != "":
			return plain, sure, joined
		}
	}
	return plain, sure, joined
}

// games returns the names of the games that can be asked for.
func (e Ear) games() []string { return engine.MapList(e.Games, engine.Game.Name) }

var (
	anAddress = regexp.MustCompile(`^[<(]?(?:mailto:)?[^\s<>()@,]+@[^\s<>()@,]+\.[^\s<>()@,]+[>)]?$`)
	anOption  = regexp.MustCompile(`^[a-z_]+=\S+$`)
)

// asksForMatch reads one sentence as a wish for a match. usual returns the game if the sentence names none. sure is false
// in that case, and if there are unknown words. A sentence with "not" asks for no match, and one with "you" asks
// somebody else. One that names our own address is no wish: mail programs leave our sender's name above what they quote.
func (e Ear) asksForMatch(words []string, usual func() string) (plain string, sure bool) {
	sure = true
	var game, person string
	var kind wishKind
	var guests, options []string
	said := map[wishKind]bool{}
	for i, word := range words {
		word = strings.Trim(word, ",.!?¡¿:…*_")
		folded := engine.NormaliseText(word)
		before := kind
		kind = e.asking(folded)
		switch {
		case strings.Contains(word, "@"):
			if !anAddress.MatchString(word) {
				return "", false
			}
			address := strings.TrimPrefix(strings.Trim(word, "<>()"), "mailto:")
			if e.Ours != nil && e.Ours(address) {
				return "", false
			}
			if person != "" {
				address = person + " <" + address + ">"
			}
			guests, person = append(guests, address), ""
		case slices.Contains(e.games(), folded):
			if game != "" && game != folded {
				return "", false
			}
			game, said[asks] = folded, said[asks] || i == 0 // "Saboteur with bo@example.org"
		case anOption.MatchString(folded):
			options = append(options, strings.TrimRight(word, ","))
		case kind == not, kind == you && before != can:
			return "", false
		case kind != "", !strings.ContainsFunc(word, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }):
			said[kind] = true
		case isName(word) && i+1 < len(words) && strings.ContainsAny(words[i+1][:1], "<("): // "Bo (bo@example.org)"
			person = word
			continue
		default:
			sure = false
		}
		if person != "" {
			return "", false
		}
	}
	if game == "" && len(guests) > 0 {
		game, sure = usual(), false
	}
	switch {
	case len(guests) > 0 && game != "" && said[asks]:
		plain = "new " + game + " with " + strings.Join(guests, ", ")
	case len(guests) == 0 && (said[practice] && e.place(0).Game == nil || (said[practice] || said[bots]) && (said[asks] || game != "")):
		plain = strings.TrimSpace("new practice " + game)
	}
	if plain == "" || len(guests) == 0 && !sure {
		return "", false
	}
	return strings.Join(append([]string{plain}, options...), " "), sure
}

// isName reports whether a word can be somebody's name.
func isName(word string) bool {
	return word != "" && unicode.IsUpper([]rune(word)[0]) && !strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' && r != '\'' && r != '’' })
}
