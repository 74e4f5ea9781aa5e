package grammar

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"pitpost.example/engine"
)

// Lexicon says what words mean in one language: the common ones and those of one game. It is read from files
// (see read) and never changes afterwards.
type Lexicon struct {
	lang string
	// first has the entries by their first word, normalised (lower case, no accents).
	first map[string][]*entry
	// mendable has the entries of one word in which slips are corrected.
	mendable []*entry
	joined   map[string]bool // words with a hyphen or an apostrophe, which are not split
	// whole maps texts to the plain command that they mean as they stand.
	whole       map[string]string
	wholeWords  map[string]bool // all words in keys of whole
	with        string          // the first word for "with"
	stems       map[string]bool // verbs without their last two letters
	infinitives []*entry
	forms       []string              // endings, and beginnings, of verbs that say what others do or what was
	about       map[string][][]string // the words by which a text is known to mean a command, of which it must have one of each list
	calm        map[string]calm       // words and phrases of denyClass and doubtClass that speak against no move beside them
	past        []string              // verb forms that can also be the past: "put"
	inner       map[string]bool       // words of entries, except their first
	endings     []ending              // pronouns attached to verbs
	short       map[string]string     // what people type on phones, and the words it stands for
	later       []ending              // endings of the future and the conditional, and the infinitives' instead
	// shown has plain commands, and words of commands, as letters print them.
	shown map[string]string
}

// entry is a word or phrase with what it means. A word with several meanings has several entries.
type entry struct {
	words []string   // lower case, with accents
	forms []spelling // of words
	key   string     // the first of them, normalised
	tail  []spelling // the second half of a verb, which comes later in the sentence: "ab" of "werfe ~ ab"
	sense sense
}

// spelling has a word of the lexicon in all forms in which it may be typed. They are worked out when the lexicon is
// read, because each word of a letter is compared with many.
type spelling struct {
	word     string // lower case, with accents
	key      string // normalised
	unmarked string // without the apostrophe inside it, "" if it has none
	umlauts  string // with German letters spelled out
	ascii    bool
}

// wording is a text of the lexicon: its words, and their forms.
type wording struct {
	words []string
	forms []spelling
}

// wordings has each text once, since the same verb stands in many entries and in the lexicons of all games.
var wordings = struct {
	sync.Mutex
	of map[string]wording
}{of: map[string]wording{}}

// wordingOf returns the words of a text and their forms, which nobody may change.
func wordingOf(text string) wording {
	wordings.Lock()
	defer wordings.Unlock()
	if known, ok := wordings.of[text]; ok {
		return known
	}
	text = strings.Clone(text) // not the file that it stands in
	words := strings.Fields(text)
	w := wording{words, engine.MapList(words, func(word string) spelling {
		key := engine.NormaliseText(word)
		if key == word {
			key = word // one string in memory
		}
		return spelling{word, key, unmarked(word), umlauts.Replace(word), engine.IsASCII(word)}
	})}
	wordings.of[text] = w
	return w
}

// ending is an ending of verbs and what stands in the lexicon instead: with "d" for "poned" and without "r" for
// "poner". words are the pronouns that the ending stands for, such as "la" in "ponerla"; none if it only makes
// another form of the verb.
type ending struct {
	with, without string
	words         []string
}

// lexicons returns a lexicon for each language that the folders have files for, such as de.txt. It joins the
// files of a language when the lexicon is first used, and then panics if one is broken: they are part of the
// program.
func lexicons(folders ...iter.Seq2[string, string]) map[string]func() *Lexicon {
	texts := map[string][]string{}
	for _, files := range folders {
		for lang, text := range files {
			texts[lang] = append(texts[lang], text)
		}
	}
	all := map[string]func() *Lexicon{}
	for lang, texts := range texts {
		all[lang] = sync.OnceValue(func() *Lexicon {
			l := &Lexicon{lang: lang, first: map[string][]*entry{}, joined: map[string]bool{}, whole: map[string]string{}, wholeWords: map[string]bool{}, shown: map[string]string{}, inner: map[string]bool{}, short: map[string]string{}, calm: map[string]calm{}, stems: map[string]bool{}, about: map[string][][]string{}}
			for _, text := range texts {
				if err := l.read(text); err != nil {
					panic(fmt.Sprintf("grammar: the words of %s: %v", lang, err))
				}
			}
			l.settle()
			return l
		})
	}
	return all
}

// read adds the rows of a file to the lexicon. A row has a key, a colon, and words or phrases with commas between
// them. Some keys need more behind them:
//
//	article: der, die
//	verb lay i: lege, spiele          the concept, then the forms
//	verb drop i: werfe ~ ab           what comes between the halves stands at the ~
//	noun cart: Lore                   the concept
//	prep on to: auf                   the roles
//	number 2: zwei                    also nth 2: zweite, nth last: letzte, nth -1: vorletzte, letter c: Cäsar
//	spot i1: oberes|oberste Ziel      two phrases in one
//	whole pass all: alles passen      a text and the command that it means
//	about pass all: till|until, pass   what a text has words of that means the command: one of each, "!never" none
//	show pass: passen                 how letters print a command
//	show pick #: nehmen #             the same for a word and a number
//	cling: la, d=r, á-la=ar -la       endings: what stands instead, and the pronouns
//	short: nn=non                     what people type on phones, and the word
//	later: ré=r                       the ending of the future and the infinitive's
//
// A row that begins with # is a comment. A row that begins with a blank continues the one before.
func (l *Lexicon) read(text string) error {
	var key sense
	for n, row := range strings.Split(text, "\n") {
		if strings.TrimSpace(row) == "" || row[0] == '#' {
			continue
		}
		entries := row
		if row[0] != ' ' {
			head, rest, ok := strings.Cut(row, ":")
			if !ok {
				return fmt.Errorf("row %d: no colon behind the key", n+1)
			}
			var err error
			if key, err = readKey(strings.Fields(head)); err != nil {
				return fmt.Errorf("row %d: %w", n+1, err)
			}
			entries = rest
		}
		for _, e := range strings.Split(entries, ",") {
			switch e = strings.TrimSpace(e); {
			case e == "":
			case key.class == wholeClass: // the first is printed
				if l.shown[key.what] == "" {
					l.shown[key.what] = e
				}
				for _, one := range alternatives(e) {
					l.addWhole(wholeKey(one), key.what)
				}
			case key.class == aboutClass:
				l.about[key.what] = append(l.about[key.what], strings.Split(e, "|"))
			case key.class == pastClass:
				l.past = append(l.past, e)
			case key.class == calmClass:
				l.calm[strings.ToLower(e)] = key.calm
			case key.class == formClass:
				l.forms = append(l.forms, e)
			case key.class == shownClass:
				l.shown[key.what] = e
			case key.class == shortClass:
				typed, word, _ := strings.Cut(e, "=")
				l.short[typed] = word
			case key.class == laterClass:
				with, without, _ := strings.Cut(e, "=")
				l.later = append(l.later, ending{with: with, without: without})
			case key.class == clingClass:
				with, rest, other := strings.Cut(e, "=")
				end := ending{with: with, words: []string{with}}
				if other {
					end.without, rest, _ = strings.Cut(rest, " ")
					end.words = strings.Fields(rest)
				}
				l.endings = append(l.endings, end)
			default:
				for _, one := range alternatives(e) {
					l.add(one, key)
				}
			}
		}
	}
	return nil
}

// addWhole adds a text, given as its wholeKey, that stands for a command.
func (l *Lexicon) addWhole(text, command string) {
	l.whole[text] = command
	for _, word := range strings.Fields(text) {
		l.wholeWords[word] = true
	}
}

// alternatives returns the phrases that an entry with | stands for: "top goal" and "upper goal" for "top|upper
// goal".
func alternatives(entry string) []string {
	all := []string{""}
	for _, word := range strings.Fields(entry) {
		var longer []string
		for _, begun := range all {
			for other := range strings.SplitSeq(word, "|") {
				longer = append(longer, strings.TrimSpace(begun+" "+other))
			}
		}
		all = longer
	}
	return all
}

// settle adds what depends on all words having been read: futures and conditionals, which verb forms can be past,
// and words typed without their apostrophe, as on phones ("dont"), unless that is another word by itself: "well" for
// "we'll".
func (l *Lexicon) settle() {
	l.addFutures()
	bare := map[string][]*entry{}
	for _, es := range l.first {
		for _, e := range es {
			if e.sense.class == verbClass && slices.Contains(l.past, e.words[0]) {
				e.sense.form |= pastForm
			}
			if e.sense.class.in(denyClass, doubtClass) {
				e.sense.calm = l.calm[strings.Join(e.words, " ")]
			}
			key := engine.NormaliseText(unmarked(e.words[0]))
			if key != "" && !slices.Contains(bare[key], e) && !slices.ContainsFunc(l.first[key], func(e *entry) bool { return len(e.words) == 1 }) {
				bare[key] = append(bare[key], e)
			}
		}
	}
	for key, es := range bare {
		l.first[key] = append(l.first[key], es...)
	}
}

// unmarked returns a word without the apostrophe inside it, "" if it has none.
func unmarked(word string) string {
	at := strings.IndexByte(word, '\'')
	if at <= 0 || at == len(word)-1 {
		return ""
	}
	return word[:at] + word[at+1:]
}

// addFutures adds the future and conditional forms of verbs that are one word, and those of "we" that propose something,
// made from their infinitives. Each is a verb, and also a word of doubtClass for the sentences that the verb does not
// fit, unless it is a word of its own.
func (l *Lexicon) addFutures() {
	doubts := map[string]bool{}
	for _, e := range l.infinitives {
		for _, end := range l.later {
			stem, ok := strings.CutSuffix(e.words[0], end.without)
			if !ok {
				continue
			}
			word, sense := stem+end.with, e.sense
			if !doubts[word] && slices.ContainsFunc(l.first[engine.NormaliseText(word)], func(e *entry) bool { return len(e.words) == 1 }) {
				doubts[word] = true // it says something of its own: "vediamo"
			}
			sense.form, sense.mends = firstForm|laterForm, false
			l.add(strings.Join(append([]string{word}, e.words[1:]...), " "), sense)
			if !doubts[word] {
				l.add(word, keys["doubt"])
			}
			doubts[word] = true
		}
	}
}

// readKey parses the part of a row before the colon: a key, and a concept, command, forms or roles.
func readKey(words []string) (s sense, err error) {
	if len(words) == 0 {
		return s, fmt.Errorf("an empty key")
	}
	s, known := keys[words[0]]
	rest := words[1:]
	switch {
	case !known:
		return s, fmt.Errorf("no such key: %s", words[0])
	case s.class.in(shownClass, wholeClass, aboutClass):
		s.what, rest = strings.Join(rest, " "), nil
	case s.class.in(verbClass, nounClass, adverbClass, countClass, nthClass, letterClass, spotClass):
		if len(rest) == 0 {
			return s, fmt.Errorf("%s lacks its concept", words[0])
		}
		s.what, rest = rest[0], rest[1:]
	}
	for _, w := range rest {
		if s.class == verbClass && forms[w] != 0 {
			s.form |= forms[w]
		} else if s.class == prepClass && roles[w] != 0 {
			s.role |= roles[w]
		} else {
			return s, fmt.Errorf("%s takes no %q", words[0], w)
		}
	}
	return s, nil
}

// add adds a word or phrase, in which "~" marks where a verb is split.
func (l *Lexicon) add(text string, s sense) {
	head, tail, parted := strings.Cut(strings.ToLower(text), "~")
	first := wordingOf(head)
	e := &entry{sense: s, words: first.words, forms: first.forms}
	var second []string
	if parted {
		after := wordingOf(tail)
		second, e.tail = after.words, after.forms
	}
	for _, w := range append(slices.Clone(e.words), second...) {
		if strings.ContainsAny(w, "-'") {
			l.joined[engine.NormaliseText(w)] = true
		}
	}
	e.key = engine.NormaliseText(e.words[0])
	for _, was := range l.first[e.key] { // one entry holds all roles of a preposition, all forms of a verb, or all that a remark does
		same := was.sense.class == s.class && was.sense.what == s.what && slices.Equal(was.words, e.words) && slices.Equal(was.tail, e.tail)
		if same && s.class.in(prepClass, verbClass, clauseClass) {
			was.sense.role |= s.role
			was.sense.form |= s.form
			was.sense.denial |= s.denial
			return
		}
	}
	for _, w := range append(slices.Clone(e.words[1:]), second...) {
		for _, key := range append(keysOf(w), engine.NormaliseText(unmarked(w))) {
			l.inner[key] = true
		}
	}
	if s.role == engine.With && l.with == "" && len(e.words) == 1 {
		l.with = e.words[0]
	}
	if s.form&bare != 0 && e.tail == nil {
		l.infinitives = append(l.infinitives, e)
	}
	if s.class == verbClass && len(e.key) >= 5 {
		l.stems[e.key[:len(e.key)-2]] = true
	}
	for _, key := range keysOf(e.words[0]) {
		l.first[key] = append(l.first[key], e)
	}
	if len(e.words) == 1 && utf8.RuneCountInString(e.words[0]) >= 3 && s.mends {
		l.mendable = append(l.mendable, e)
	}
}

// mostEndings is how many endings of a verb are taken off one after the other: "mettetemela" has "la", "me" and
// that of its form.
const mostEndings = 4

// parted splits a verb with attached pronouns, given normalised. It returns the pronouns as they are written
// before a verb, and the verb as it is in the lexicon, "" if the word is no such verb. most limits how many
// endings are taken off.
func (l *Lexicon) parted(key string, most int) (pronouns []string, verb string) {
	for _, end := range l.endings {
		stem, ok := strings.CutSuffix(key, end.with)
		if !ok || len(stem)+len(end.without) < 2 {
			continue
		}
		stem += end.without
		for _, e := range l.first[stem] {
			apart := end.with[0] == '-' // "ponho-a", "vou-te"
			if e.sense.class == verbClass && (apart || e.sense.form&(bare|orderForm|goingForm) != 0) || apart && e.sense.class == wishClass {
				return end.words, e.words[0]
			}
		}
		if most > 1 {
			if before, verb := l.parted(stem, most-1); verb != "" {
				return append(slices.Clip(before), end.words...), verb
			}
		}
	}
	return nil, ""
}

// inflects reports whether an unknown word begins like a known verb, so that it is likely to be another person or
// tense of it.
func (l *Lexicon) inflects(key string) bool {
	for n := 3; n < len(key); n++ {
		if l.stems[key[:n]] {
			return true
		}
	}
	return false
}

// otherForm reports whether an unknown word looks like a verb that says what somebody else does, or what was: it has an
// ending such as "-ed", or a beginning and an ending such as "ge-t".
func (l *Lexicon) otherForm(word string) bool {
	return slices.ContainsFunc(l.forms, func(form string) bool {
		begins, ends, _ := strings.Cut(form, "-")
		return len(word) > len(form)+1 && strings.HasPrefix(word, begins) && strings.HasSuffix(word, ends)
	})
}

// wholeKey returns a text in the form in which whole has it: normalised, only letters and digits, single spaces.
func wholeKey(text string) string {
	return strings.Join(strings.FieldsFunc(engine.NormaliseText(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), " ")
}

// wholeOf returns the plain command that a text, given as its wholeKey, stands for, perhaps with greetings, thanks and
// fillers added. It returns "" for other texts.
func (l *Lexicon) wholeOf(key string) string {
	if line := l.whole[key]; line != "" || len(l.whole) == 0 {
		return line
	}
	var words []string
	for rest := strings.Fields(key); len(rest) > 0; {
		n := 1
		if l.wholeWords[rest[0]] {
			words = append(words, rest[0])
		} else if n = l.front(rest, fillerClass, thanksClass, openerClass); n == 0 {
			return ""
		}
		rest = rest[n:]
	}
	return l.whole[strings.Join(words, " ")]
}

// front returns how many words at the front of some are the longest entry of these classes; 0 if none are.
func (l *Lexicon) front(words []string, some ...class) (most int) {
	plain := func(typed string) string {
		return strings.ReplaceAll(engine.NormaliseText(strings.TrimRight(typed, ",:")), "’", "'")
	}
	for _, e := range l.first[plain(words[0])] {
		n := len(e.words)
		if e.sense.class.in(some...) && n > most && n <= len(words) && slices.EqualFunc(words[:n], e.words, func(typed, word string) bool { return plain(typed) == engine.NormaliseText(word) }) {
			most = n
		}
	}
	return most
}

// keysOf returns the keys under which a word is found: without accents, and with German letters spelled out
// ("ä" as "ae").
func keysOf(word string) []string {
	keys := []string{engine.NormaliseText(word)}
	if spelled := umlauts.Replace(word); spelled != word {
		keys = append(keys, engine.NormaliseText(spelled))
	}
	return keys
}

var umlauts = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss")

// typed reports whether a typed word, which is also given normalised, is this word of the lexicon. Accents may be
// missing from what was typed, but none may be added.
func (w *spelling) typed(typed, key string) bool {
	switch {
	case typed == w.word, typed == w.unmarked:
		return true
	case w.ascii:
		return false
	case typed == w.umlauts:
		return true
	case key != w.key:
		return false
	}
	ts, ws := []rune(typed), []rune(w.word)
	if len(ts) != len(ws) {
		return key == typed // "oe" for one letter, all accents missing
	}
	for i, t := range ts {
		if t != ws[i] && t >= 0x80 {
			return false
		}
	}
	return true
}

// aboutMost is how many words a text may have that is known by a few of them.
const aboutMost = 40

// aboutOf returns the plain command that a text, given as its wholeKey, is known to mean by some of its words, in whatever
// order they stand: a standing order in somebody's own words. It returns "" for other texts.
func (l *Lexicon) aboutOf(key string) string {
	words := strings.Fields(key)
	if len(words) > aboutMost {
		return ""
	}
	for _, command := range slices.Sorted(maps.Keys(l.about)) {
		if !slices.ContainsFunc(l.about[command], func(list []string) bool { return !hasOne(words, list) }) {
			return command
		}
	}
	return ""
}

// hasOne reports whether words have a phrase of a list among them, or, if the list begins with "!", none. "fix*" stands for
// all words that begin so.
func hasOne(words, list []string) bool {
	for n, phrase := range list {
		phrase, not := strings.CutPrefix(phrase, "!")
		if not && n == 0 {
			return !hasOne(words, append([]string{phrase}, list[1:]...))
		}
		parts := strings.Fields(engine.NormaliseText(phrase))
		for at := 0; at+len(parts) <= len(words); at++ {
			if startsWith(words[at:], parts) {
				return true
			}
		}
	}
	return false
}

// startsWith reports whether words begin with these, of which one that ends in "*" stands for all that begin so.
func startsWith(words, parts []string) bool {
	for i, part := range parts {
		stem, open := strings.CutSuffix(part, "*")
		if words[i] != part && !(open && strings.HasPrefix(words[i], stem)) {
			return false
		}
	}
	return true
}
