package command

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"pitpost.example/engine"
)

// openingMost is how many bytes a wish for a match has at most, and openingRows how many rows.
const (
	openingMost = 600
	openingRows = 6
)

// Opening is the plain command of a text that asks for a match in a sentence, "I'd like to play Saboteur
// with bo@example.org, please", and false for any other. All its words are ones by which people ask
// for a match, but for a game, addresses with their names, and options. What else the text says is
// left aside, if it holds no address.
func (e Ear) Opening(text string) (plain string, ok bool) {
	if len(text) > openingMost || strings.ContainsAny(text, quoting+"|;") || strings.HasPrefix(text, ">") {
		return "", false
	}
	said := sentences(text, e.games())
	for i, one := range said {
		if plain, ok = e.asksForMatch(one); !ok {
			continue
		}
		others := slices.Concat(said[:i], said[i+1:])
		return plain, !slices.ContainsFunc(others, func(words []string) bool { return strings.Contains(strings.Join(words, ""), "@") })
	}
	return "", false
}

// opening reads a wish for a match from the first of some rows on; joined is how many more of them
// belong to it, "" and 0 where there is none.
func (c *cutter) opening(rows []string, first string) (plain string, joined int) {
	rows = rows[:min(len(rows), openingRows)]
	if end := slices.Index(rows, ""); end >= 0 {
		rows = rows[:end]
	}
	address := slices.ContainsFunc(rows, func(row string) bool { return strings.Contains(row, "@") })
	if !slices.ContainsFunc(strings.Fields(first), func(word string) bool {
		word = engine.Normalise(strings.Trim(word, ",.!?¡¿"))
		kind := c.ear.asking(word)
		return kind == bots || kind == practice || address && (kind == asks || slices.Contains(c.ear.games(), word))
	}) {
		return "", 0
	}
	text := first
	for n := range rows {
		if n > 0 {
			if _, another := c.ear.Opening(rows[n]); another {
				break
			}
			text += " " + rows[n]
		}
		switch longer, ok := c.ear.Opening(text); {
		case ok && longer != plain:
			plain, joined = longer, n
		case plain != "":
			return plain, joined
		}
	}
	return plain, joined
}

// games are the names of the games that may be asked for.
func (e Ear) games() (names []string) {
	for _, g := range e.Games {
		names = append(names, g.Name())
	}
	return names
}

var (
	anAddress = regexp.MustCompile(`^[<(]?(?:mailto:)?[^\s<>()@,]+@[^\s<>()@,]+\.[^\s<>()@,]+[>)]?$`)
	anOption  = regexp.MustCompile(`^[a-z_]+=\S+$`)
)

// asksForMatch reads one sentence.
func (e Ear) asksForMatch(words []string) (plain string, ok bool) {
	var game, person string
	var kind wishKind
	var guests, options []string
	said := map[wishKind]bool{}
	for i, word := range words {
		word = strings.Trim(word, ",.!?¡¿:…*_")
		folded := engine.Normalise(word)
		before := kind
		kind = e.asking(folded)
		switch {
		case strings.Contains(word, "@"):
			if !anAddress.MatchString(word) {
				return "", false
			}
			address := strings.TrimPrefix(strings.Trim(word, "<>()"), "mailto:")
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
		case kind == you && before != can:
			return "", false
		case kind != "", !strings.ContainsFunc(word, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }):
			said[kind] = true
		case isName(word) && i+1 < len(words) && strings.ContainsAny(words[i+1][:1], "<("): // "Bo (bo@example.org)"
			person = word
			continue
		default:
			return "", false
		}
		if person != "" {
			return "", false
		}
	}
	switch {
	case len(guests) > 0 && game != "" && said[asks]:
		plain = "new " + game + " with " + strings.Join(guests, ", ")
	case len(guests) == 0 && (said[practice] && e.place(0).Game == nil || (said[practice] || said[bots]) && (said[asks] || game != "")):
		plain = strings.TrimSpace("new practice " + game)
	default:
		return "", false
	}
	return strings.Join(append([]string{plain}, options...), " "), true
}

// isName says whether a word may be what somebody is called.
func isName(word string) bool {
	return word != "" && unicode.IsUpper([]rune(word)[0]) && !strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' && r != '\'' && r != '’' })
}
