package command

import (
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"pitpost.example/engine"
)

//go:embed topics/*.txt
var topicFiles embed.FS

// topic is a wish that is known by the kinds of words in a clause, in whatever order they stand. The files of topics
// list the words of each kind by language.
type topic struct {
	wish  string // as in the files of wishes, with {seat} and the like for what the clause names
	needs string // kinds of words that must all be there; "see|where" is one of several, "!write" none
	spare int    // the most other words that mean something
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
	topicAgo      topicKind = "ago" // a time in the past
	topicIdle     topicKind = "-"   // means nothing
	topicQuestion topicKind = "question"
	topicIAm      topicKind = "iam"
	topicCannot   topicKind = "cannot"
	topicSeat     topicKind = "seat"
	topicAddress  topicKind = "address"
	topicNumber   topicKind = "number"
	topicHours    topicKind = "hours"
	topicCity     topicKind = "city"
	topicTongue   topicKind = "tongue" // a language
	topicTime     topicKind = "time"   // days of an absence
	topicSpan     topicKind = "span"   // a number of days
	topicAway     topicKind = "away"
	topicMoreTime topicKind = "moretime"
	topicRequire  topicKind = "require"
	topicTogether topicKind = "together"
	topicNamed    topicKind = "named" // a word with a capital that nobody here is called
	topicThing    topicKind = "thing" // a word of the game
)

// topics has the wishes that are known by their kinds of words, the surest first. The kinds "seat", "address",
// "number", "hours", "city", "tongue", "named", "time" and "thing" (a word of the game) stand for what no file lists. A
// clause that names a seat fits only topics with "seat".
var topics = []topic{
	{"meant replace {seat} with {address}", "seat address replace", 4},
	{"meant invite {address}", "address invite", 4},
	{"meant resend {seat}", "seat invitation send|again|lose", 4},
	{"meant kick {seat}", "seat kick", 3},
	{"meant kick {seat}", "seat throw out", 3},
	{"meant nudge", "seat|others remind|poke !remindme", 4},
	{"meant nudge", "seat|others reminder", 4},
	{"meant nudge", "seat telling turn", 2},
	{"meant nudge", "seat|others asking there", 3},
	{"meant name {named}", "callme named !until !time", 3},
	{"meant name {named}", "myname named change|no|ask", 2},
	{"meant quiet {hours}", "mail|write|silence no|silence hours", 4},
	{"meant lang {tongue}", "write tongue", 4},
	{"meant quiet 22-07", "mail|write no night", 1},
	{"meant daily 8", "often mail|write no|cease", 1},
	{"meant daily 8", "fewer mail", 0},
	{"meant daily 8", "fewer mail question", 2},
	{"meant daily 8", "fewer write ask|question", 1},
	{"meant away {time}", "iam at time", 4},
	{"meant away {time}", "cannot time", 4},
	{"meant away {time}", "iam no time", 1},
	{"meant away {time}", "iam away time", 2},
	{"meant zone {city}", "city clock", 4},
	{"meant zone {city}", "city moved", 4},
	{"meant zone {city}", "city iam at now", 2},

	{"meant watch #{number}", "number watch match", 2 + aNumber},
	{"status", "howmany cards seat|others !write !past", 1},
	{"status", "doing seat question|what", 1},
	{"status", "question seat played", 2},
	{"status", "question me|seat|others turn", 2},
	{"status", "waiting question|explain|telling me|seat|who !other", 3},
	{"status", "winning question|who", 0},
	{"status", "nearlydone question", 0},
	{"status", "howmany remain cards|round", 0},
	{"status", "howmany until round", 2},
	{"status", "what round question !past !happened", 1},
	{"status", "running match question", 1},
	{"status", "howmany points mine", 0},
	{"status", "remain round question", 0},
	{"status", "howmanydays due", 3},
	{"status", "who must playing", 0},
	{"status", "arrived question move|mail|write mine", 0},
	{"status", "question others played", 2},
	{"status", "question seat thinking", 0},
	{"status", "who no played", 2},
	{"status", "who turn", 2},
	{"status", "howlong left", 2},
	{"status", "howlong havei", 0},
	{"status", "howstands", 1},
	{"again", "lose mail|board", 1},
	{"again", "again send|see mail|board|hand", 4},
	{"again", "resend mail|board|hand|last", 3},
	{"again", "resend !rules !cards !invitation", 0},
	{"again", "see|what|send legal", 1},
	{"again", "mycards what|see|send question|ask|again", 1},
	{"again", "cards what havei", 1},
	{"again", "board what|how looks", 1},
	{"rules", "rules send|resend|see|where|how|explain|know|read", 4},
	{"rules", "rules exists question", 2},
	{"rules", "rules what question|again", 0},
	{"rules", "points how|howmany|forgot", 3},
	{"rules", "how win !past", 2},
	{"rules", "forgot howplay", 2},
	{"cards", "cards list", 4},
	{"cards", "cards what|explain|see does", 3},
	{"cards", "cards what exists", 2},
	{"cards", "thing what|explain does !yours", 1},
	{"cards", "thing|move happens", 3},
	{"story", "missed what", 2},
	{"story", "meanwhile what others|happened", 2},
	{"story", "catchup ask|question", 2},
	{"story", "happened what question|explain|telling", 3},
	{"help", "helpme", 0},
	{"help", "help turn|move|mail|commands|playing", 1},
	{"help", "lost howworks", 2},
	{"help", "dunno howworks !hand !cards !move !thing", 1},
	{"help", "dunno write", 2},
	{"help", "how send move !again", 0},
	{"help", "what write able|must question|me", 2},
	{"help", "what commands question|ask", 2},
	{"rating", "rating mine|what|see", 1},
	{"matches", "matches what|list|see|howmany mine", 2},
	{"meant resume", "pause lift", 2},
	{"meant resume", "resume match|clock", 3},
	{"meant undo", "undo move|it", 4},
	{"meant undo", "wrong move retract", 3},
	{"meant undo", "undo other", 3},
	{"meant undo", "change move mine ask", 0},
	{"meant undo", "other wanted", 1},
	{"meant undo", "mine move back", 4},
	{"meant undo", "wrong move mine", 0},
	{"meant resume", "resume ask", 0},
	{"meant undo", "undo ask", 0},
	{"meant pause", "pause ask", 3},
	{"meant pause", "pause match", 1},
	{"meant rematch", "samepeople match|again|question", 2},
	{"meant pause", "hold match|all", 3},
	{"meant extend {span}", "span need more", 1},
	{"meant pause", "hold ask until", 3},
	{"meant pictures off", "pictures without send|mail|ask", 0},
	{"meant extend 24h", "moretime ask", 0},
	{"meant extend 24h", "moretime require", 2},
	{"meant extend 24h", "moretime seat asking", 2},
	{"meant extend 24h", "grant time", 2},
	{"meant resign", "leave match ask", 3},
	{"meant resign", "quit", 2},
	{"meant resign", "dropout must|ask", 2},
	{"meant resign", "throw|kick mine out", 1},
	{"meant back", "imback !until", 1},
	{"meant back", "imback playing !until", 4},
	{"meant back", "iam returned !time", 2},
	{"meant back", "home playing", 2},
	{"help", "what able|must todo question", 0},
}

// wanted has the topics with what they need taken apart.
var wanted = engine.Each(topics, func(t topic) (w want) {
	w.topic = t
	for need := range strings.FieldsSeq(t.needs) {
		if kind, not := strings.CutPrefix(need, "!"); not {
			w.none = append(w.none, topicKind(kind))
		} else {
			w.all = append(w.all, engine.Each(strings.Split(need, "|"), func(kind string) topicKind { return topicKind(kind) }))
		}
	}
	return w
})

// want is a topic whose clause has one kind of each list in all, and none in none.
type want struct {
	topic
	all  [][]topicKind
	none []topicKind
}

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

// allTopics returns the words of topics by language.
var allTopics = sync.OnceValue(func() map[string]topicWords {
	all, err := readTopics(topicFiles)
	if err != nil {
		panic(fmt.Sprintf("command: %v", err))
	}
	return all
})

// readTopics reads a folder with a table for each language. A row is a kind, a colon, and phrases with commas between.
func readTopics(files fs.FS) (map[string]topicWords, error) {
	all := map[string]topicWords{}
	for lang, table := range engine.ByLanguage(files) {
		words := topicWords{}
		for n, row := range strings.Split(table, "\n") {
			if row = strings.TrimSpace(row); row == "" || row[0] == '#' {
				continue
			}
			kind, phrases, ok := strings.Cut(row, ":")
			if !ok {
				return nil, fmt.Errorf("topics of %s, row %d: no colon behind the kind", lang, n+1)
			}
			for phrase := range strings.SplitSeq(phrases, ",") {
				one := topicPhrase{tokensOf(phrase), strings.HasSuffix(phrase, "*"), topicKind(kind)}
				if len(one.tokens) == 0 || len(one.tokens) > phraseLongest || one.stem && len(one.tokens[len(one.tokens)-1]) < topicKey {
					return nil, fmt.Errorf("topics of %s, row %d: %q is too short or too long", lang, n+1, phrase)
				}
				first := one.tokens[0]
				words[first[:min(len(first), topicKey)]] = append(words[first[:min(len(first), topicKey)]], one)
			}
		}
		all[lang] = words
	}
	return all, nil
}

// tokensOf returns the words of a text, folded, parted at hyphens and apostrophes too: "envoyez-la-moi", "l'hier".
func tokensOf(text string) []string {
	return strings.FieldsFunc(strings.ReplaceAll(engine.Normalise(text), "’", "'"), func(r rune) bool {
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
	for _, t := range wanted {
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
