package natural

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"pitpost.example/engine"
)

// Lexicon is what the words of one language mean: those that every game needs and those of one
// game. It is read from files and never changes.
type Lexicon struct {
	// first has the entries by the first letters of their first word, accents dropped.
	first map[string][]*entry
	// mendable are the single words in which a slip is mended.
	mendable []*entry
	joined   map[string]bool // words that hold a hyphen, or end in an apostrophe
	// whole are texts that stand for a plain command as they are.
	whole       map[string]string
	wholly      map[string]bool // the words of those
	stems       map[string]bool // what verbs begin with
	infinitives []*entry
	past        []string        // verbs that are the same where it is over
	inner       map[string]bool // words that stand inside an entry, after its first
	ends        []ending        // what may hang on a verb
	later       []ending        // how verbs end of what will or would be done, and their infinitives
	// shown are plain commands, and words of theirs, as letters print them.
	shown map[string]string
}

// entry is one word, or several that belong together, with what it means.
type entry struct {
	words []string // lower case, with accents
	key   string   // the first of them without accents
	tail  []string // the words that end a parted entry: "werfe ~ ab"
	sense sense
}

// ending is how a verb ends to which pronouns cling, "ponerla", and how it ends without them; words are
// those pronouns, none where the form of the verb alone is another: "poned".
type ending struct {
	with, without string
	words         []string
}

// sense is what an entry means.
type sense struct {
	class  class
	what   string // the concept of a verb, noun or adverb; the number of a number word
	form   form
	role   Role   // of a preposition
	mends  bool   // a slip in it is mended
	denial denial // of a word that denies, 0 where it is any other
}

// count is the number that a word stands for.
func (s sense) count() int { return int(s.what[0] - '0') }

// class says what an entry does in a sentence.
type class uint8

func (c class) in(some ...class) bool { return slices.Contains(some, c) }

const (
	verbClass class = iota
	nounClass
	adverbClass
	subjectClass  // I
	meClass       // me, as somebody who gets something
	reflexClass   // me, as a verb needs it: "je me défausse"
	youClass      // you, as a verb needs it, to whoever is spoken to: "Bo, te rompo la linterna"
	yourClass     // your
	myClass       // my
	articleClass  // the, a
	cardClass     // card, number
	squareClass   // square
	spotClass     // a place by what people call it: the middle goal
	prepClass     // on, to, with
	andClass      // and
	thenClass     // then, which goes on with this turn
	orClass       // otherwise
	itClass       // it
	wishClass     // I'd like to, without its subject
	wishIClass    // I'd like to, with it
	amClass       // I'm, before what one is doing
	countClass    // two, three; one only behind "card"
	nthClass      // second, third, before "card"
	letterClass   // a letter as it is spoken: see, Cäsar
	openerClass   // greetings and "my move": before everything
	closerClass   // thanks, and what ends a letter
	fillerClass   // please, well, now: anywhere
	thanksClass   // thanks: anywhere, and a name may follow
	clauseClass   // a whole remark that says why: "nothing fits"
	reasonClass   // because: the rest of the sentence says why
	soClass       // so, therefore: what stands before it said why
	theirClass    // his, her, their, to them: of whoever was named in the sentence before
	doubtClass    // maybe, if, tomorrow, should: makes a question of a move
	denyClass     // not, never, you, he, was: makes talk of it
	strangerClass // a word that is known and means nothing here
	shownClass    // how letters print a command
	pastClass     // a verb that is the same where it is over: put
	wholeClass    // a whole text that stands for a command, such as a standing order
	clingClass    // how a verb ends to which pronouns cling
	ratherClass   // no wait: what follows stands in place of what is before
	laterClass    // how a verb ends of what will or would be done
)

// keys are those of a file of words, each with what it says of the words behind it.
var keys = map[string]sense{
	"verb": {class: verbClass, mends: true}, "noun": {class: nounClass}, "kind": {class: nounClass, mends: true},
	"adverb": {class: adverbClass, mends: true}, "number": {class: countClass}, "nth": {class: nthClass}, "letter": {class: letterClass},
	"prep": {class: prepClass}, "show": {class: shownClass}, "whole": {class: wholeClass}, "past": {class: pastClass},
	"i": {class: subjectClass}, "me": {class: meClass}, "reflex": {class: reflexClass}, "my": {class: myClass}, "you": {class: youClass},
	"your": {class: yourClass}, "article": {class: articleClass}, "card": {class: cardClass}, "square": {class: squareClass}, "spot": {class: spotClass},
	"and": {class: andClass}, "then": {class: thenClass}, "or": {class: orClass}, "it": {class: itClass},
	"wish": {class: wishClass}, "i-wish": {class: wishIClass}, "i-am": {class: amClass},
	"opener": {class: openerClass}, "closer": {class: closerClass}, "filler": {class: fillerClass}, "thanks": {class: thanksClass},
	"remark": {class: clauseClass}, "because": {class: reasonClass}, "so": {class: soClass}, "their": {class: theirClass},
	"doubt": {class: doubtClass}, "deny": {class: denyClass}, "not": {class: denyClass, denial: negation}, "said": {class: denyClass, denial: telling},
	"stranger": {class: strangerClass}, "cling": {class: clingClass}, "rather": {class: ratherClass}, "later": {class: laterClass},
}

// denial is how a word makes talk of what it stands beside.
type denial uint8

const (
	negation denial = iota + 1 // it only says no
	telling                    // it tells what somebody said
)

// form is the form of a verb that a word can be.
type form uint8

const (
	bare      form = 1 << iota // infinitive
	firstForm                  // I play
	orderForm                  // play!, to one person or politely
	goingForm                  // playing
	thirdForm                  // card 3 goes to C5
	alone                      // enough!: whole as it is, without a subject
	pastForm                   // I put, which may be over
	laterForm                  // I'll play, or I'd play
)

var forms = map[string]form{"inf": bare, "i": firstForm, "order": orderForm, "going": goingForm, "third": thirdForm, "alone": alone, "later": firstForm | laterForm}

// Role is what a preposition makes of what follows it. One word may have several.
type Role uint8

// The roles.
const (
	On      Role = 1 << iota // on, at, to a place
	To                       // to, for somebody
	Against                  // against somebody
	Of                       // of somebody: whose
	From                     // out of a place
	With                     // by means of
	Under                    // under
	Into                     // into
)

var roles = map[string]Role{"on": On, "to": To, "against": Against, "of": Of, "from": From, "with": With, "under": Under, "into": Into}

// lexicons are the languages that some folders have files for, such as de.txt; what the folders say
// of one language is put together when it is first wanted. A broken file panics: those stand in the
// program itself.
func lexicons(folders ...fs.FS) map[string]func() *Lexicon {
	texts := map[string][]string{}
	for _, files := range folders {
		for lang, text := range engine.ByLanguage(files) {
			texts[lang] = append(texts[lang], text)
		}
	}
	all := map[string]func() *Lexicon{}
	for lang, texts := range texts {
		all[lang] = sync.OnceValue(func() *Lexicon {
			l := &Lexicon{first: map[string][]*entry{}, joined: map[string]bool{}, whole: map[string]string{}, wholly: map[string]bool{}, shown: map[string]string{}, inner: map[string]bool{}, stems: map[string]bool{}}
			for _, text := range texts {
				if err := l.read(text); err != nil {
					panic(fmt.Sprintf("natural: the words of %s: %v", lang, err))
				}
			}
			l.settle()
			return l
		})
	}
	return all
}

// read adds the rows of a file: "verb lay i: lege, spiele", "noun cart: Lore", "prep on to: auf",
// "number 2: zwei", "nth 2: zweite", "letter c: Cäsar", "article: der, die", "spot i1: oberes|oberste Ziel",
// "whole pass all: alles passen", "show pass: passen",
// "show pick #: nehmen #" for a command that is a word and a number; "cling: la, d=r, á-la=ar -la" for what hangs on verbs, "later: ré=r" for
// how they end of what will or would be done. Rows that begin with # are remarks; a row that begins
// with a blank goes on with the one before.
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
				l.whole[wholeKey(e)] = key.what
				for _, word := range strings.Fields(wholeKey(e)) {
					l.wholly[word] = true
				}
				if l.shown[key.what] == "" {
					l.shown[key.what] = e
				}
			case key.class == pastClass:
				l.past = append(l.past, e)
			case key.class == shownClass:
				l.shown[key.what] = e
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
				l.ends = append(l.ends, end)
			default:
				for _, one := range alternatives(e) {
					l.add(one, key)
				}
			}
		}
	}
	return nil
}

// alternatives are the entries that one stands for in which words have others beside them: "top|upper goal" is two.
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

// settle adds what is known of words only when all have been read: what verbs are of that which will or would be done, those
// that are the same where it is over, and words whose apostrophe nobody types on a phone, where they are none without it.
func (l *Lexicon) settle() {
	l.putOff()
	bare := map[string][]*entry{}
	for _, es := range l.first {
		for _, e := range es {
			if e.sense.class == verbClass && slices.Contains(l.past, e.words[0]) {
				e.sense.form |= pastForm
			}
			if key := engine.Normalise(unmarked(e.words[0])); key != "" && len(l.first[key]) == 0 && !slices.Contains(bare[key], e) {
				bare[key] = append(bare[key], e)
			}
		}
	}
	maps.Copy(l.first, bare)
}

// unmarked is a word without the apostrophe inside it; "" where it has none.
func unmarked(word string) string {
	at := strings.IndexByte(word, '\'')
	if at <= 0 || at == len(word)-1 {
		return ""
	}
	return word[:at] + word[at+1:]
}

// putOff adds what infinitives are where a thing will or would be done: a verb, and a word that makes a question of a move.
func (l *Lexicon) putOff() {
	doubts := map[string]bool{}
	for _, e := range l.infinitives {
		for _, end := range l.later {
			stem, ok := strings.CutSuffix(e.words[0], end.without)
			if !ok {
				continue
			}
			word, sense := stem+end.with, e.sense
			sense.form, sense.mends = firstForm|laterForm, false
			l.add(strings.Join(append([]string{word}, e.words[1:]...), " "), sense)
			if !doubts[word] {
				l.add(word, keys["doubt"])
			}
			doubts[word] = true
		}
	}
}

// readKey reads a key with what it is about: a concept, a plain command, the forms of a verb, roles.
func readKey(words []string) (s sense, err error) {
	if len(words) == 0 {
		return s, fmt.Errorf("an empty key")
	}
	s, known := keys[words[0]]
	rest := words[1:]
	switch {
	case !known:
		return s, fmt.Errorf("no such key: %s", words[0])
	case s.class.in(shownClass, wholeClass):
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

func (l *Lexicon) add(text string, s sense) {
	e := &entry{sense: s}
	head, tail, parted := strings.Cut(strings.ToLower(text), "~")
	e.words = strings.Fields(head)
	if parted {
		e.tail = strings.Fields(tail)
	}
	for _, w := range append(slices.Clone(e.words), e.tail...) {
		if strings.ContainsAny(w, "-'") {
			l.joined[engine.Normalise(w)] = true
		}
	}
	e.key = engine.Normalise(e.words[0])
	for _, was := range l.first[e.key] { // all roles, and all forms, of a word in one entry
		same := was.sense.class == s.class && was.sense.what == s.what && slices.Equal(was.words, e.words) && slices.Equal(was.tail, e.tail)
		if same && (s.class == prepClass || s.class == verbClass) {
			was.sense.role |= s.role
			was.sense.form |= s.form
			return
		}
	}
	for _, w := range append(slices.Clone(e.words[1:]), e.tail...) {
		for _, key := range keysOf(w) {
			l.inner[key] = true
		}
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

// mostEndings is how many endings may hang on one verb: "mettetemela" has three, and an infinitive's own.
const mostEndings = 4

// parted takes a word apart that is a verb with pronouns behind it: those, as they would stand before it, and the verb
// as the lexicon spells it; "" for any other word.
func (l *Lexicon) parted(key string, most int) (pronouns []string, verb string) {
	for _, end := range l.ends {
		stem, ok := strings.CutSuffix(key, end.with)
		if stem += end.without; !ok || len(stem) < 2 {
			continue
		}
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

// inflects says whether an unknown word is likely to be another form of a known verb: another
// person's, or another time's.
func (l *Lexicon) inflects(key string) bool {
	for n := 3; n < len(key); n++ {
		if l.stems[key[:n]] {
			return true
		}
	}
	return false
}

// wholeKey is a text without accents, marks and odd spaces.
func wholeKey(text string) string {
	return strings.Join(strings.FieldsFunc(engine.Normalise(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), " ")
}

// wholeOf is the plain command that a text stands for as it is, with small words beside those of the command or without;
// "" for any other text, and where it is asked.
func (l *Lexicon) wholeOf(text string) string {
	if strings.Contains(text, "?") {
		return ""
	}
	key := wholeKey(text)
	if line := l.whole[key]; line != "" || len(l.whole) == 0 {
		return line
	}
	words := slices.DeleteFunc(strings.Fields(key), func(word string) bool {
		return !l.wholly[word] && slices.ContainsFunc(l.first[word], func(e *entry) bool {
			return len(e.words) == 1 && e.sense.class.in(fillerClass, thanksClass, openerClass)
		})
	})
	return l.whole[strings.Join(words, " ")]
}

// keysOf are the forms in which a word may be looked up: without accents, and with German
// letters spelled out.
func keysOf(word string) []string {
	keys := []string{engine.Normalise(word)}
	if keys[0] == word {
		return keys
	}
	if spelled := umlauts.Replace(word); spelled != word {
		keys = append(keys, engine.Normalise(spelled))
	}
	return keys
}

var umlauts = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss")

// spells says whether a word as typed is one of the lexicon's: a missing accent is forgiven, a
// written one must be there.
func spells(typed, word string) bool {
	if typed == word {
		return true
	}
	// Most words that are held beside each other differ in their first letter, which is cheap to see.
	if typed != "" && word != "" && typed[0] < 0x80 && word[0] < 0x80 && typed[0]|0x20 != word[0]|0x20 {
		return false
	}
	if typed == umlauts.Replace(word) || typed == unmarked(word) {
		return true
	}
	if engine.Normalise(typed) != engine.Normalise(word) {
		return false
	}
	ts, ws := []rune(typed), []rune(word)
	if len(ts) != len(ws) {
		return engine.Normalise(typed) == typed // "oe" for one letter, all accents missing
	}
	for i, t := range ts {
		if t != ws[i] && t >= 0x80 {
			return false
		}
	}
	return true
}
