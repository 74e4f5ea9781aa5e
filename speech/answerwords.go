package speech

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"pitpost.example/engine"
	"pitpost.example/speech/languages"
)

// saying is the kind of a phrase in the files of answers.
type saying string

// The sayings, by their keys in the files.
const (
	sayYes     saying = "yes" // to any question
	sayNo      saying = "no"
	sayJoin    saying = "join" // to an invitation or offer
	sayDecline saying = "decline"
	sayPolite  saying = "polite" // adds nothing to an answer
	sayAye     saying = "aye"    // a yes, even if other words follow
	sayNot     saying = "not"    // makes a yes in the same clause unclear
	sayBut     saying = "but"    // makes a yes before it unclear
	sayUnsure  saying = "unsure" // makes an answer unclear
	sayFirst   saying = "first"  // chooses among several by their order
	saySecond  saying = "second"
	sayThird   saying = "third"
	sayLast    saying = "last"
	sayWhich   saying = "which"    // chooses, but not clearly
	sayOthers  saying = "others"   // somebody else, who may be whom a yes is about
	sayMine    saying = "mine"     // the writer, of whom a yes goes on to tell
	sayMeant   saying = "meant"    // adds nothing to a choice
	sayAhead   saying = "ahead"    // a move for the next turn follows
	sayLater   saying = "later"    // the same, but only behind a move: alone it only tells of another time
	sayNow     saying = "thisturn" // a move is for this turn, so that "then" behind it is the next
	sayThen    saying = "then"     // another move follows, later
	sayOnTurn  saying = "onturn"   // a move follows for when it is the writer's turn, which may be now
)

// phrase is a phrase that has the meaning of a saying.
type phrase struct {
	of    saying
	words []string
}

// answers holds the phrases of one language: begin has them by their first word, alone has the texts of whole phrases
// by saying, and within has all words that occur in the phrases of a saying.
type answers struct {
	begin         map[string][]phrase
	alone, within map[saying]map[string]bool
}

// add adds a phrase, in the form that plainAnswer returns.
func (a *answers) add(of saying, text string) {
	words := strings.Fields(text)
	if of != sayNow && of != sayThen && of != sayOthers && of != sayMine { // no answer has them
		a.begin[words[0]] = append(a.begin[words[0]], phrase{of, words})
	}
	for _, in := range []map[saying]map[string]bool{a.alone, a.within} {
		if in[of] == nil {
			in[of] = map[string]bool{}
		}
	}
	for _, word := range words {
		a.within[of][word] = true
	}
	a.alone[of][text] = true
}

var allAnswers = sync.OnceValue(func() map[string]*answers {
	all := map[string]*answers{}
	files := languages.Files("answers")
	for lang := range files {
		all[lang] = &answers{begin: map[string][]phrase{}, alone: map[saying]map[string]bool{}, within: map[saying]map[string]bool{}}
	}
	for lang, text := range files {
		for kind, phrases := range engine.TableRows(text) {
			for p := range strings.SplitSeq(phrases, ",") {
				of, with, plain := saying(kind), plainAnswer(accented.Replace(p)), plainAnswer(p)
				if with == plain || of != sayAye { // without its accent, "si Bo juega" is an "if"
					all[lang].add(of, plain)
				}
				if with != plain {
					all[lang].add(of, with)
				}
				if lang == "en" && pictures.MatchString(p) { // pictures are the same in all languages
					for other := range all {
						all[other].add(of, plain)
					}
				}
			}
		}
	}
	return all
})

// pictures matches emoji and other symbols.
var pictures = regexp.MustCompile(`\p{So}+`)

// IsPicturesOnly reports whether a text consists of pictures only. They can answer a question, and otherwise mean nothing.
func IsPicturesOnly(text string) bool {
	return strings.TrimSpace(pictures.ReplaceAllString(plainAnswer(text), "")) == ""
}

// plainAnswer returns a text in the form in which answers are compared: without accents, marks and odd spaces, and
// without drawn-out letters. Pictures stay, as words of their own without skin colours, and a repeated one stays once.
func plainAnswer(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune(",.!;:-–…\"()¡*", r):
			return ' '
		case '🏻' <= r && r <= '🏿', unicode.Is(unicode.Mn, r), r == '\u200d': // skin colours, and what joins pictures
			return -1
		}
		return r
	}, strings.ReplaceAll(engine.NormaliseText(text), "’", "'"))
	text = pictures.ReplaceAllStringFunc(text, func(row string) string {
		return " " + strings.Join(slices.Compact(strings.Split(row, "")), " ") + " "
	})
	return strings.Join(engine.MapList(strings.Fields(text), calm), " ")
}

// calm shortens drawn-out letters in a word: "yesss", "jaa", "siii".
func calm(word string) string {
	letters := []rune(word)
	out := letters[:0]
	for i := 0; i < len(letters); {
		n := 1
		for i+n < len(letters) && letters[i+n] == letters[i] {
			n++
		}
		if unicode.IsLetter(letters[i]) && (n >= 3 || n == 2 && i+n == len(letters) && strings.ContainsRune("aeious", letters[i])) {
			out = append(out, letters[i])
		} else {
			out = append(out, letters[i:i+n]...)
		}
		i += n
	}
	return string(out)
}

// accented marks a yes whose accent is all that tells it from an "if", before accents are removed.
var accented = strings.NewReplacer("sí", "sisi", "sì", "sisi")
