package speech

import (
	_ "embed"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"pitpost.example/engine"
	"pitpost.example/speech/languages"
)

//go:embed topics.txt
var topicTable string

// topic is a wish that is known by the kinds of words in a clause (see topics.txt). The clause must have one kind of each
// list in all, and none of those in none.
type topic struct {
	wish  string
	needs string // the kinds as they stand in the file
	all   [][]topicKind
	none  []topicKind
	spare int // the most other words that mean something
}

// topicKind is what words are about: the key of a row in the files of topics, or one of those below that no file has.
type topicKind string

const (
	topicBecause  topicKind = "because" // begins a reason
	topicAnd      topicKind = "and"     // parts clauses
	topicSaid     topicKind = "said"    // before what somebody else said
	topicToMe     topicKind = "tome"    // behind "say", its writer
	topicNothing  topicKind = "nothing" // behind "say", so that nothing is said
	topicYours    topicKind = "yours"
	topicOthers   topicKind = "others"
	topicNo       topicKind = "no"
	topicPast     topicKind = "past"
	topicIdle     topicKind = "-" // means nothing
	topicQuestion topicKind = "question"
	topicIAm      topicKind = "iam"
	topicSeat     topicKind = "seat"
	topicAddress  topicKind = "address"
	topicNumber   topicKind = "number"
	topicHours    topicKind = "hours"
	topicCity     topicKind = "city"
	topicTongue   topicKind = "tongue" // a language
	topicTime     topicKind = "time"   // days of an absence
	topicDay      topicKind = "day"    // of the week
	topicSpan     topicKind = "span"   // a number of days
	topicMore     topicKind = "more"
	topicMoreTime topicKind = "moretime"
	topicRequire  topicKind = "require"
	topicTogether topicKind = "together"
	topicNamed    topicKind = "named" // a word with a capital that nobody here is called
	topicThing    topicKind = "thing" // a word of the game
	topicOver     topicKind = "over"  // the match has ended
)

// topics returns the topics, the surest first.
var topics = sync.OnceValue(func() (all []topic) {
	for wish, rest := range engine.TableRows(topicTable) {
		needs, most, _ := strings.Cut(strings.TrimSpace(rest), ", ")
		spare, err := strconv.Atoi(most)
		if err != nil {
			panic("command: no number behind " + wish)
		}
		t := topic{wish: wish, needs: needs, spare: spare}
		for need := range strings.FieldsSeq(needs) {
			if kind, not := strings.CutPrefix(need, "!"); not {
				t.none = append(t.none, topicKind(kind))
			} else {
				t.all = append(t.all, engine.MapList(strings.Split(need, "|"), func(kind string) topicKind { return topicKind(kind) }))
			}
		}
		all = append(all, t)
	}
	return all
})

// topicWords has the phrases of a language by how their first word begins.
type topicWords map[string][]topicPhrase

// topicPhrase is one phrase of a kind. stem is true if its last word stands for all words that begin so.
type topicPhrase struct {
	tokens []string
	stem   bool
	kind   topicKind
}

// topicKey is how many bytes of its first word a phrase is found by.
const topicKey = 3

// allTopics returns the words of topics by language. A row of their files is a kind, a colon, and phrases with commas
// between.
var allTopics = sync.OnceValue(func() map[string]topicWords {
	all := map[string]topicWords{}
	for lang, table := range languages.Files("topics") {
		words := topicWords{}
		for kind, phrases := range engine.TableRows(table) {
			for phrase := range strings.SplitSeq(phrases, ",") {
				one := topicPhrase{tokensOf(phrase), strings.HasSuffix(phrase, "*"), topicKind(kind)}
				if len(one.tokens) == 0 || len(one.tokens) > phraseLongest || one.stem && len(one.tokens[len(one.tokens)-1]) < topicKey {
					panic(fmt.Sprintf("command: the topics of %s: %q is too short or too long", lang, phrase))
				}
				first := one.tokens[0]
				words[first[:min(len(first), topicKey)]] = append(words[first[:min(len(first), topicKey)]], one)
			}
		}
		all[lang] = words
	}
	return all
})

// tokensOf returns the words of a text, folded, parted at hyphens and apostrophes too: "envoyez-la-moi", "l'hier".
func tokensOf(text string) []string {
	return strings.FieldsFunc(strings.ReplaceAll(engine.NormaliseText(text), "’", "'"), func(r rune) bool {
		return r == '\'' || r == '-' || r == '_' || !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}

// phraseLongest is the most words of a phrase of a topic, and clauseMost of a clause that is looked at.
const phraseLongest, clauseMost = 7, 24

// kinds returns the kinds of all phrases that tokens begin with, and how many words the longest has.
func (w topicWords) kinds(tokens []string) (kinds []topicKind, most int) {
	if len(tokens) == 0 {
		return nil, 0
	}
	for _, p := range w[tokens[0][:min(len(tokens[0]), topicKey)]] {
		last := len(p.tokens) - 1
		if last < len(tokens) && slices.Equal(p.tokens[:last], tokens[:last]) && (tokens[last] == p.tokens[last] || p.stem && strings.HasPrefix(tokens[last], p.tokens[last])) {
			kinds, most = append(kinds, p.kind), max(most, last+1)
		}
	}
	return kinds, most
}

// clause is what the words of a clause are about.
type clause struct {
	kinds  map[topicKind]bool
	values map[topicKind]string // what the words are that no file lists, by kind
	spare  int                  // words that mean something and have no kind
	things int                  // how many of those are words of the game
	whole  bool                 // it is a sentence with several clauses, or with its reasons
}

// about returns the wish that a clause of a text comes near to by what its words are about, "" if there is none. A
// sentence that calls somebody by name is talk.
func (e Ear) about(lang string, said [][]string) (wish string) {
	named := e.named(said)
	for _, sentence := range said {
		clauses, several := e.clauses(lang, sentence)
		if e.calls(lang, sentence) {
			continue
		}
		asks := strings.HasSuffix(sentence[len(sentence)-1], "?")
		for i, words := range clauses {
			c := e.clauseOf(lang, words, asks)
			next := clauses[min(i+1, len(clauses)-1)]
			c.whole = i == 0 && several || len(clauses) > 1 && len(words) == len(sentence) || len(words) > len(next) && slices.Equal(words[:len(next)], next)
			if wish = e.topic(c, named); wish != "" {
				return wish
			}
		}
	}
	return ""
}

// topic returns the wish of the first topic that a clause fits, filled with what the clause names. named is the only
// seat that the text names: "Bo sleeps, wake him up".
func (e Ear) topic(c clause, named string) string {
	for _, t := range topics() {
		with := c
		if named != "" && !c.kinds[topicSeat] && pronouned.MatchString(t.needs) {
			with.kinds, with.values = maps.Clone(c.kinds), maps.Clone(c.values)
			with.kinds[topicSeat], with.values[topicSeat] = true, named
		}
		if with.fits(t) {
			wish := t.wish
			for kind, value := range with.values {
				wish = strings.ReplaceAll(wish, "{"+string(kind)+"}", value)
			}
			return wish
		}
	}
	return ""
}

// pronouned matches the kinds of topics whose seat may be named in another clause.
var pronouned = regexp.MustCompile(`\b(kick|throw|poke|remind|invitation|asking|replace)\b`)

// named returns the seat that a text names, "" if it names none or several.
func (e Ear) named(said [][]string) (seat string) {
	for _, sentence := range said {
		for _, word := range sentence {
			if one := e.seat(word); one != "" && one != seat {
				if seat != "" {
					return ""
				}
				seat = one
			}
		}
	}
	return seat
}

// seat returns the seat of another player that a word with a capital names, perhaps behind a small one: "l'Ana", "Bo's".
func (e Ear) seat(word string) string {
	at := e.place(0)
	for _, part := range strings.FieldsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' }) {
		if i := slices.Index(at.Seats, part); i >= 0 && part != at.Me {
			return at.Seats[i]
		}
	}
	return ""
}

// calls reports whether a sentence is said to somebody: a part between commas is only a name.
func (e Ear) calls(lang string, sentence []string) bool {
	for i, part := range parts(sentence) {
		part = slices.DeleteFunc(part, func(word string) bool { return strings.Trim(word, ".,!?;:") == "" })
		if len(part) == 0 {
			continue
		}
		switch word := strings.Trim(part[0], ",.!?;:"); {
		case len(part) > 1:
		case e.seat(word) != "":
			return true
		case i > 0 && capital(lang, word):
			if kinds, _ := allTopics()[lang].kinds(tokensOf(word)); kinds == nil && !wishes()[lang].idle(tokensOf(word)[:1]) {
				return true
			}
		}
	}
	return false
}

// capital reports whether a word begins with a capital as names do. In German all nouns do, so that it tells nothing.
func capital(lang, word string) bool {
	r, _ := utf8.DecodeRuneInString(word)
	return unicode.IsUpper(r) && lang != "de"
}
