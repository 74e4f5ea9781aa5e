package command

import (
	"embed"
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"pitpost.example/engine"
	"pitpost.example/house/reading"
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

// topics has the wishes that are known by their kinds of words, the surest first. The kinds "seat", "address",
// "number", "hours", "city", "tongue", "time" and "thing" (a word of the game) stand for what no file lists. A clause
// that names a seat fits only topics with "seat" or "anyone".
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
	{"meant quiet {hours}", "mail|write|silence no|silence hours", 4},
	{"meant lang {tongue}", "write tongue", 4},
	{"meant away {time}", "iam at time", 4},
	{"meant away {time}", "cannot time", 4},
	{"meant away {time}", "iam no time", 1},
	{"meant away {time}", "iam away time", 2},
	{"meant zone {city}", "city clock", 4},
	{"meant zone {city}", "city moved", 4},

	{"meant watch #{number}", "number watch match", 2 + aNumber},
	{"status", "howmany cards seat|others !write !past", 1},
	{"status", "doing seat question|what", 1},
	{"status", "question seat played", 2},
	{"status", "question me|seat|others turn", 2},
	{"status", "waiting me|seat|who", 3},
	{"status", "question others played", 2},
	{"status", "question seat thinking", 0},
	{"status", "who no played", 2},
	{"status", "who turn", 2},
	{"status", "howlong left", 2},
	{"status", "howstands", 1},
	{"again", "lose mail|board", 1},
	{"again", "again send|see mail|board|hand", 4},
	{"again", "resend mail|board|hand|last", 3},
	{"again", "resend !rules !cards !invitation", 0},
	{"rules", "rules send|resend|see|where|how|explain|know|read", 4},
	{"rules", "rules exists question", 2},
	{"rules", "points how|forgot", 3},
	{"rules", "how win !past", 2},
	{"rules", "forgot howplay", 2},
	{"cards", "cards list", 4},
	{"cards", "cards what|explain|see does", 3},
	{"cards", "cards what exists", 2},
	{"cards", "thing what|explain does !yours", 1},
	{"cards", "thing|move happens", 3},
	{"story", "missed what", 2},
	{"story", "catchup ask|question", 2},
	{"story", "happened what", 3},
	{"help", "helpme", 0},
	{"help", "help turn|move|mail|commands|playing", 1},
	{"help", "lost howworks", 2},
	{"help", "dunno write", 2},
	{"help", "what write able", 2},
	{"help", "what commands", 2},
	{"rating", "rating mine|what|see", 1},
	{"matches", "matches what|list|see|howmany mine", 2},
	{"meant resume", "pause lift", 2},
	{"meant resume", "resume match|clock", 3},
	{"meant undo", "undo move|it", 4},
	{"meant undo", "wrong move retract", 3},
	{"meant undo", "undo other", 3},
	{"meant undo", "other wanted", 1},
	{"meant undo", "mine move back", 4},
	{"meant undo", "wrong move mine", 0},
	{"meant resume", "resume ask", 0},
	{"meant undo", "undo ask", 0},
	{"meant pause", "pause ask", 3},
	{"meant pause", "pause match", 1},
	{"meant pause", "hold match|all", 3},
	{"meant extend {span}", "span need more", 1},
	{"meant extend 24h", "moretime ask", 0},
	{"meant extend 24h", "moretime seat asking", 2},
	{"meant extend 24h", "grant time", 2},
	{"meant resign", "leave match ask", 3},
	{"meant resign", "quit", 2},
	{"meant resign", "dropout must|ask", 2},
	{"meant resign", "throw|kick mine out", 1},
	{"meant back", "imback", 2},
	{"meant back", "imback playing", 4},
	{"meant back", "iam returned !time", 2},
	{"meant back", "home playing", 2},
	{"help", "what able|must todo", 0},
}

// topicWords has the phrases of a language by how their first word begins.
type topicWords map[string][]topicPhrase

// topicPhrase is one phrase of a kind. stem is true if its last word stands for all words that begin so.
type topicPhrase struct {
	tokens []string
	stem   bool
	kind   string
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
				one := topicPhrase{tokensOf(phrase), strings.HasSuffix(phrase, "*"), kind}
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
func (w topicWords) kinds(tokens []string) (kinds []string, most int) {
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
	kinds  map[string]bool
	values map[string]string // what the words are that no file lists, by kind
	spare  int               // words that mean something and have no kind
	things int               // how many of those are words of the game
	whole  bool              // it is a sentence with several clauses, or with its reasons
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
	for _, t := range topics {
		with := c
		if named != "" && !c.kinds["seat"] && pronouned.MatchString(t.needs) {
			with.kinds, with.values = maps.Clone(c.kinds), maps.Clone(c.values)
			with.kinds["seat"], with.values["seat"] = true, named
		}
		if with.fits(t) {
			wish := t.wish
			for kind, value := range with.values {
				wish = strings.ReplaceAll(wish, "{"+kind+"}", value)
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
		r, _ := utf8.DecodeRuneInString(part[0])
		switch word := strings.Trim(part[0], ",.!?;:"); {
		case len(part) > 1:
		case e.seat(word) != "":
			return true
		case i > 0 && unicode.IsUpper(r):
			if kinds, _ := allTopics()[lang].kinds(tokensOf(word)); kinds == nil && !wishes()[lang].idle(tokensOf(word)[:1]) {
				return true
			}
		}
	}
	return false
}

// clauses returns the parts of a sentence between its marks, without the reasons, and of each the pieces between "and".
// If there are several parts, the first clause is all of them.
func (e Ear) clauses(lang string, sentence []string) (all [][]string, several bool) {
	var whole, part, piece []string
	reason, reasons, pieces := false, false, 0
	cut := func() {
		if len(piece) > 0 && len(piece) < len(part) {
			all = append(all, piece)
			pieces++
		}
		piece = nil
	}
	end := func() {
		cut()
		if len(part) > 0 {
			all = slices.Insert(all, len(all)-pieces, part)
		}
		if kinds := e.clauseOf(lang, part, false).kinds; len(part) > 2 || !kinds["no"] { // "Oh no, …"
			whole = append(whole, part...)
		}
		part, pieces, reason = nil, 0, false
	}
	for i, word := range sentence {
		kinds, _ := allTopics()[lang].kinds(tokensOf(strings.Join(sentence[i:min(len(sentence), i+3)], " ")))
		switch {
		case slices.Contains(kinds, "because"):
			end()
			reason, reasons = true, true
		case reason:
		case slices.Contains(kinds, "and") && i+1 < len(sentence) && !strings.ContainsAny(sentence[i+1][:1], "0123456789"):
			part = append(part, word)
			cut()
			continue
		case strings.Trim(word, "-–—") == "":
			end()
			continue
		}
		if !reason {
			part, piece = append(part, word), append(piece, word)
		}
		if strings.HasSuffix(word, ":") {
			if c := e.clauseOf(lang, part, false); c.kinds["said"] || c.kinds["seat"] && len(part) == 1 {
				return nil, false
			}
		}
		if strings.ContainsAny(word[len(word)-1:], ",;:)") {
			end()
		}
	}
	end()
	if len(all) == 0 {
		return nil, false
	}
	if several = len(whole) > 0 && len(whole) != len(all[0]); several {
		all = slices.Insert(all, 0, whole)
	}
	if reasons { // "let's pause because of Christmas" is in some languages "let's because of Christmas pause"
		all = append(all, sentence)
	}
	return all, several
}

// runMost is the most words of a time.
const runMost = 8

// clauseOf returns what the words of a clause are about. asks is whether it belongs to a question.
func (e Ear) clauseOf(lang string, words []string, asks bool) clause {
	c := clause{kinds: map[string]bool{"question": asks}, values: map[string]string{}}
	if len(words) > clauseMost {
		c.spare = len(words)
		return c
	}
	lexicon, small := allTopics()[lang], wishes()[lang]
	set := func(kind, value string) {
		c.kinds[kind], c.values[kind] = true, value
	}
	covered, skipped := 0, 0 // how many tokens belong to a phrase that began before, and to one that parts clauses
	for at := 0; at < len(words); {
		if kind, value, n := e.measure(words[at:]); n > 0 {
			if was := c.values["time"]; kind == "time" && was != "" {
				value = lasting(was, value)
			}
			set(kind, value)
			if covered = len(tokensOf(strings.Join(words[at:at+n], " "))); kind == "hours" || !aDuration.MatchString(value) {
				at, covered = at+n, 0
				continue
			}
			set("span", days(value))
		}
		word := strings.Trim(words[at], ",.;:!?¡¿()*_")
		seat := e.seat(word)
		switch {
		case anAddress.MatchString(word):
			set("address", strings.TrimPrefix(strings.Trim(word, "<>()"), "mailto:"))
			at++
			continue
		case seat != "" && c.kinds["seat"]:
			c.spare++
			at++
			continue
		case seat != "":
			set("seat", seat)
			at++
			continue
		}
		at++
		rest := words[at-1 : min(len(words), at-1+phraseLongest)]
		if end := slices.IndexFunc(rest[1:], func(word string) bool { return e.seat(word) != "" }); end >= 0 {
			rest = rest[:1+end]
		}
		tokens := tokensOf(strings.Join(rest, " "))
		for n := range tokensOf(rest[0]) {
			if n < skipped {
				continue
			}
			kinds, long := lexicon.kinds(tokens[n:])
			if slices.Contains(kinds, "and") || slices.Contains(kinds, "because") {
				skipped = n + long
			}
			for _, kind := range kinds {
				if kind != "iam" || c.spare == 0 { // "the children are …" is in Italian "the children am …"
					c.kinds[kind] = true
				}
			}
			if covered = max(covered, n+long); covered <= n {
				e.word(&c, lang, rest[0], tokens[n], small)
			} else if !slices.Contains(kinds, "-") && e.thing(lang, tokens[n]) {
				c.kinds["thing"] = true
			}
		}
		covered = max(0, covered-len(tokensOf(rest[0])))
		skipped = max(0, skipped-len(tokensOf(rest[0])))
	}
	return c
}

// word adds a token that is in no list to a clause.
func (e Ear) word(c *clause, lang, word, token string, small Tongue) {
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(word, "(¿¡"))
	switch {
	case wishKind(small.words[token]) == absent, wishKind(small.words[small.alike(token)]) == absent:
		c.kinds["away"] = true
	case small.idle([]string{token}):
	case strings.Trim(token, "0123456789") == "":
		c.kinds["number"], c.values["number"] = true, strings.TrimLeft(token, "0")
		c.spare += aNumber
	case len(token) > 2 && LanguageNamed(token) != "":
		c.kinds["tongue"], c.values["tongue"] = true, token
		c.spare++
	case unicode.IsUpper(r) && reading.CityZone(token) != "":
		c.kinds["city"], c.values["city"] = true, reading.CityZone(token)
		c.spare++
	case e.thing(lang, token):
		c.kinds["thing"] = true
		c.things++
		c.spare++
	default:
		c.spare++
	}
}

// aNumber is for how many spare words a number counts: what is told with a number is seldom a wish.
const aNumber = 4

// thing reports whether a word means something in the game of the letter, or in one that can be asked for.
func (e Ear) thing(lang, word string) bool {
	if g := e.place(0).Game; g != nil {
		return engine.MeansIn(g, word, lang)
	}
	return slices.ContainsFunc(e.Games, func(g engine.Game) bool { return engine.MeansIn(g, word, lang) })
}

// bygone matches the kinds of topics that may tell of the past.
var bygone = regexp.MustCompile(`\b(undo|wrong|invitation)\b`)

// denied matches the kinds of topics in which something may be denied.
var denied = regexp.MustCompile(`\b(no|lose|cannot|dunno|forgot|quit|reminder)\b`)

// idle reports whether all words are small words of wishes.
func (t Tongue) idle(words []string) bool {
	return !slices.ContainsFunc(words, func(word string) bool {
		kind := wishKind(t.words[word])
		return kind != small && kind != can && kind != you && kind != thanks && kind != also && kind != elided && t.alike(word) != "-"
	})
}

// measure returns the time that words begin with: hours of a day, or days on which somebody can be away, as commands
// take them. n is how many words it has, 0 if there is none.
func (e Ear) measure(words []string) (kind, value string, n int) {
	if !reading.BeginsTime(strings.TrimLeft(e.English(words[0], 0), "(")) {
		return "", "", 0
	}
	for n := min(len(words), runMost); n > 0; n-- {
		text := e.English(strings.TrimRight(strings.Join(words[:n], " "), ".,;:!?"), 0)
		if hours, ok := reading.Quiet(text); ok && n > 1 {
			return "hours", hours, n
		}
		first, _, _ := strings.Cut(text, " ")
		plain := reading.PlainAway(text)
		if strings.HasSuffix(plain, "now") { // "to do now"
			continue
		}
		if !(n > 1 && ranging.MatchString(first)) && first != "tomorrow" && !aDuration.MatchString(plain) && plain != weekend {
			continue
		}
		if _, _, no := reading.Away(text, time.Unix(0, 0), time.UTC); no == nil || no.Key != "house.away-form" {
			return "time", plain, n
		}
	}
	return "", "", 0
}

// days returns the length of an absence as "extend" takes it.
func days(value string) string {
	length, _ := reading.Span(value)
	return strconv.Itoa(int(length.Hours())) + "h"
}

// weekend is how an absence at the weekend reads.
var weekend = reading.PlainAway("weekend")

// lasting returns the time of an absence for which two are named: "from tomorrow I'm in Rome until Friday".
func lasting(one, other string) string {
	switch {
	case strings.HasPrefix(other, "to ") && !strings.Contains(one, "to ") && !aDuration.MatchString(one):
		return strings.TrimPrefix(one, "from ") + " " + other
	case aDuration.MatchString(one) || strings.Contains(one, "to "):
		return one
	}
	return other
}

// ranging matches the word with which a time for an absence begins.
var ranging = regexp.MustCompile(`^(from|to|until|till|through|for|of|von|van|de|du|di|da|fino|jusqu.*|entre|tra|fra)$`)

// fits reports whether a clause is about a topic.
func (c clause) fits(t topic) bool {
	for need := range strings.FieldsSeq(t.needs) {
		if kind, not := strings.CutPrefix(need, "!"); not {
			if c.kinds[kind] {
				return false
			}
			continue
		}
		if !slices.ContainsFunc(strings.Split(need, "|"), func(kind string) bool { return c.kinds[kind] }) {
			return false
		}
	}
	if c.whole && strings.Contains(t.needs, "time") {
		return false // the time may belong to something else
	}
	if c.kinds["no"] && !denied.MatchString(t.needs) {
		return false
	}
	if c.kinds["past"] && strings.HasPrefix(t.wish, "meant ") && !bygone.MatchString(t.needs) {
		return false
	}
	spare := c.spare
	if strings.Contains(t.needs, "thing") {
		spare -= c.things
	}
	return spare <= t.spare && (!c.kinds["seat"] || strings.Contains(t.needs, "seat"))
}
