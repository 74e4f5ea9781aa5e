package enginetest

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pitpost.example/engine"
)

// bookFile is the catalogue with the texts of a rule book.
const bookFile = "book.en.toml"

// shortLines is the most lines of a book in short, answerSentences the most sentences of an answer.
const shortLines, answerSentences = 10, 3

var sectionID = regexp.MustCompile(`^[a-z]+$`)

// tellsItsRules checks the rule book of a game (engine.Ruled): sections that can be asked for
// in each of its languages, each of which begins with an answer, and a short form.
func tellsItsRules(t T, g engine.Game, all []table) {
	words := ReadCatalogue(t, g.Strings(), "en.toml")
	maps.Copy(words, anyForms(t, g.Strings(), bookFile))
	maps.Copy(words, anyForms(t, g.Strings(), "house.en.toml"))
	terms := termsOf(t, g.Strings())
	for _, at := range all {
		open := at.setup
		open.Seats = nil
		for _, s := range []engine.Setup{at.setup, open} {
			bookIsWhole(t, at.name, g.RuleBook(s), words, terms)
		}
		canBeAskedFor(t, g, g.RuleBook(at.setup))
		for term := range terms {
			failIf(t, strings.HasPrefix(term, g.Name()+".") && g.RuleBook(at.setup).Explaining(term) == nil,
				"%s: no section of the rule book explains %q, which is in the glossary", at.name, term)
		}
	}
}

func bookIsWhole(t T, name string, book engine.RuleBook, words map[string]Message, terms map[string]bool) {
	failIf(t, len(book.Sections) < 2, "%s: the rule book has %d sections; it has one for each thing that people ask about", name, len(book.Sections))
	ids := engine.MapList(book.Sections, func(s engine.Section) string { return s.ID })
	for i, s := range book.Sections {
		failIf(t, !sectionID.MatchString(s.ID) || slices.Contains(ids[:i], s.ID),
			"%s: sections are called %q; each ID is one word of small letters and stands once", name, ids)
		prints(t, words, s.Title)
		prints(t, words, s.Text()...)
		answers := len(s.Answer())
		leading := slices.IndexFunc(s.Rules, func(r engine.Rule) bool { return r.Marks&engine.Answering == 0 })
		failIf(t, answers == 0 || leading >= 0 && leading < answers,
			"%s: section %s has %d rules that answer, and %d of them first; it begins with its answer", name, s.ID, answers, leading)
		said := 0
		for _, p := range s.Answer() {
			text, _ := PrintPhrase(words, p)
			said += sentencesIn(text)
		}
		failIf(t, said > answerSentences, "%s: the answer of section %s has %d sentences; it has one to three", name, s.ID, said)
		for _, term := range s.Terms {
			failIf(t, !terms[term], "%s: section %s explains %q, which is in no glossary of the game", name, s.ID, term)
		}
	}
	short := len(book.Marked(engine.Short))
	failIf(t, short < 2 || short > shortLines, "%s: the rules in short have %d lines; they have at most ten", name, short)
}

// canBeAskedFor checks that each section has words in each language that the game brings, and no word
// two sections.
func canBeAskedFor(t T, g engine.Game, book engine.RuleBook) {
	known := g.SectionWords()
	for _, lang := range languages {
		if _, err := fs.Stat(g.Strings(), lang+".toml"); err != nil {
			continue
		}
		of := map[string]string{}
		for _, s := range book.Sections {
			failIf(t, len(known[lang][s.ID]) == 0, "people cannot ask for section %s in %s: SectionWords has no word for it", s.ID, lang)
			for _, w := range known[lang][s.ID] {
				failIf(t, of[engine.NormaliseText(w)] != "", "%q asks for sections %s and %s in %s", w, of[engine.NormaliseText(w)], s.ID, lang)
				failIf(t, engine.NormaliseText(w) == g.Name(), "%q asks for section %s in %s; a game’s name asks for its rules", w, s.ID, lang)
				of[engine.NormaliseText(w)] = s.ID
				if got := engine.FindSection(g, w, lang); got != s.ID {
					t.Fatalf("%q asks for section %s in %s and finds %q", w, s.ID, lang, got)
				}
			}
		}
		for id := range known[lang] {
			failIf(t, book.Section(id) == nil, "SectionWords has words for section %q in %s, which the book lacks", id, lang)
		}
	}
}

// termsOf returns the rows of all glossaries of a game.
func termsOf(t T, files fs.FS) map[string]bool {
	terms := map[string]bool{}
	names, err := fs.Glob(files, "glossary/*.toml")
	failIf(t, err != nil, "%v", err)
	for _, name := range names {
		for term := range wordsIn[any](t, files, name) {
			terms[term] = true
		}
	}
	return terms
}

var sentenceEnd = regexp.MustCompile(`[.!?…][”»“]?(\s|$)`)

func sentencesIn(text string) int { return max(1, len(sentenceEnd.FindAllString(text, -1))) }

// here has the word that begins each ruling on what the printed rulebooks leave open, by language.
var here = map[string]string{"en": "Here", "de": "Hier", "fr": "Ici", "nl": "Hier", "es": "Aquí", "it": "Qui", "pt": "Aqui"}

// sentence is a row of a file of sentences: what rulebooks state, and the texts that tell it.
type sentence struct {
	id, section, text string
	when              map[string][]string // values by option, "edition", "rules" or "players"; each has to fit
	keys              []string
	numbers           []string // that stand in it as figures
	open              bool     // the printed rulebooks leave it open
}

var figures = regexp.MustCompile(`[0-9]+`)

// readSentences reads a file of sentences: id, when it holds, section, keys and the sentence, with
// tabs between.
func readSentences(t *testing.T, file string) (all []sentence) {
	t.Helper()
	data, err := os.ReadFile(file)
	failIf(t, err != nil, "%v", err)
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		cells := strings.Split(strings.TrimRight(line, "\n"), "\t")
		failIf(t, len(cells) != 5, "%s: a row has five cells: %q", file, line)
		s := sentence{id: cells[0], when: map[string][]string{}, section: cells[2], keys: strings.Fields(cells[3]), text: cells[4]}
		if cells[1] != "all" {
			for condition := range strings.FieldsSeq(cells[1]) {
				name, values, _ := strings.Cut(condition, "=")
				s.when[name] = strings.Split(values, "|")
			}
		}
		s.numbers, s.open = figures.FindAllString(s.text, -1), strings.HasPrefix(s.text, "Here:")
		all = append(all, s)
	}
	return all
}

// CheckRuleSentences checks the rule book of a game against a file of the sentences that its
// rulebooks state. In every edition, with every value of every option and two options at a time: a
// sentence that holds is told by its texts in its section, and each text of the book tells a sentence
// that holds. In every language: the figures of a sentence stand in its texts, and what the rulebooks
// leave open is said to be a ruling. The books of two values of an option differ. No text is unused.
func CheckRuleSentences(t *testing.T, g engine.Game, e engine.Editions, file string) {
	all := readSentences(t, file)
	catalogues := cataloguesOf(t, g)
	used := map[string]bool{}
	printedIn := map[string]map[string]bool{} // by language: the sentences that were found there
	for _, s := range ruledSetups(g, e) {
		book := g.RuleBook(s.Setup)
		sections, rules := map[string]string{}, map[string]engine.Phrase{}
		for _, section := range book.Sections {
			use(used, section.Title)
			for _, r := range section.Rules {
				use(used, r.Phrase)
				if _, again := sections[r.Key]; !again {
					sections[r.Key], rules[r.Key] = section.ID, r.Phrase
				}
			}
		}
		telling := map[string]bool{}
		for _, one := range all {
			if !one.holds(e, s.Setup) {
				continue
			}
			for _, key := range one.keys {
				key = g.Name() + ".rule." + key
				telling[key] = true
				errorIf(t, sections[key] != one.section, "%v: %s is told by %s in section %s, but that stands in %q: %s", s, one.id, key, one.section, sections[key], one.text)
			}
			if !s.printed {
				continue
			}
			for lang, words := range catalogues {
				if printedIn[lang] == nil {
					printedIn[lang] = map[string]bool{}
				}
				printedIn[lang][one.id] = true
				one.isPrinted(t, g.Name(), lang, words, rules)
			}
		}
		for key := range sections {
			errorIf(t, !telling[key], "%v: %s tells no sentence that holds", s, key)
		}
		if t.Failed() {
			return
		}
	}
	for _, lang := range slices.Sorted(maps.Keys(printedIn)) {
		t.Logf("%s: %d sentences told, of %d", lang, len(printedIn[lang]), len(all))
		errorIf(t, len(printedIn[lang]) < len(all), "%s: only %d of %d sentences are ever told", lang, len(printedIn[lang]), len(all))
	}
	for key := range wordsIn[any](t, g.Strings(), bookFile) {
		errorIf(t, !used[key], "no match prints %s", key)
	}
	valuesDiffer(t, g, e)
}

// use notes the keys of a phrase and of those among its arguments.
func use(used map[string]bool, p engine.Phrase) {
	used[p.Key] = true
	for _, arg := range p.Args {
		switch arg := arg.(type) {
		case engine.Phrase:
			use(used, arg)
		case []engine.Phrase:
			for _, p := range arg {
				use(used, p)
			}
		}
	}
}

// cataloguesOf reads the texts of a game in each of its languages.
func cataloguesOf(t *testing.T, g engine.Game) map[string]map[string]Message {
	t.Helper()
	all := map[string]map[string]Message{}
	for _, lang := range languages {
		if _, err := fs.Stat(g.Strings(), "book."+lang+".toml"); err != nil {
			continue
		}
		words := map[string]Message{}
		for _, kind := range []string{"", "book.", "house."} {
			maps.Copy(words, anyForms(t, g.Strings(), kind+lang+".toml"))
		}
		all[lang] = words
	}
	return all
}

// anyForms reads a catalogue whose texts have plural forms or none.
func anyForms(t T, files fs.FS, name string) map[string]Message {
	out := map[string]Message{}
	for key, value := range wordsIn[any](t, files, name) {
		switch value := value.(type) {
		case string:
			out[key] = Message{"other": value}
		case map[string]any:
			out[key] = Message{}
			for form, text := range value {
				out[key][form], _ = text.(string)
			}
		}
	}
	return out
}

// isPrinted checks the texts of a sentence in a language.
func (one sentence) isPrinted(t *testing.T, game, lang string, words map[string]Message, rules map[string]engine.Phrase) {
	t.Helper()
	var said []string
	for _, key := range one.keys {
		text, err := PrintPhrase(words, rules[game+".rule."+key])
		errorIf(t, err != nil, "%s: %s: %v", lang, one.id, err)
		errorIf(t, one.open && !strings.HasPrefix(text, here[lang]), "%s: %s is our ruling, and its text does not begin with %q: %s", lang, one.id, here[lang], text)
		errorIf(t, !one.open && one.id[0] != 'H' && strings.HasPrefix(text, here[lang]), "%s: %s stands in a rulebook, and its text begins with %q: %s", lang, one.id, here[lang], text)
		said = append(said, text)
	}
	left := figures.FindAllString(strings.Join(said, " "), -1)
	for _, n := range one.numbers {
		at := slices.Index(left, n)
		if at < 0 {
			t.Errorf("%s: %s says %s, and its text does not: %s", lang, one.id, n, strings.Join(said, " "))
			continue
		}
		left = slices.Delete(left, at, at+1)
	}
}

// holds reports whether a sentence holds in a match.
func (one sentence) holds(e engine.Editions, s engine.Setup) bool {
	for name, values := range one.when {
		value := ""
		switch name {
		case "edition":
			value = s.Edition
		case "rules":
			value = strconv.Itoa(s.Rules)
		case "players":
			value = strconv.Itoa(len(s.Seats))
		default:
			value = e.Value(s, name)
		}
		if !slices.Contains(values, value) {
			return false
		}
	}
	return true
}

// ruledSetup is a setup for which a rule book is read. Only those with at most one option of their own
// are printed, because two say nothing more.
type ruledSetup struct {
	engine.Setup
	printed bool
}

func (s ruledSetup) String() string {
	return fmt.Sprintf("%s by rules %d with %d and %v", s.Edition, s.Rules, len(s.Seats), s.Options)
}

// ruledSetups returns every edition by all rules with every number of players and with none, and with
// every two values of options.
func ruledSetups(g engine.Game, e engine.Editions) (all []ruledSetup) {
	least, most := g.Seats()
	for _, edition := range e.Names() {
		for _, rules := range []int{engine.FirstRules, engine.NewestRules} {
			for n := least - 1; n <= most; n++ {
				s := engine.Setup{Edition: edition, Rules: rules}
				if n >= least {
					s.Seats = players[:n]
				}
				all = append(all, ruledSetup{s, true})
			}
		}
		for i, o := range e.Options {
			for _, value := range o.Values {
				for _, other := range e.Options[i:] {
					for _, second := range other.Values {
						options := map[string]string{other.Name: second, o.Name: value}
						all = append(all, ruledSetup{engine.Setup{Edition: edition, Rules: engine.NewestRules, Options: options, Seats: players[:least]}, len(options) == 1})
					}
				}
			}
		}
	}
	return all
}

// valuesDiffer checks that two values of an option have different books, in one edition at least: what
// is to the left is next in turn, unless play goes the other way.
func valuesDiffer(t *testing.T, g engine.Game, e engine.Editions) {
	t.Helper()
	said := func(edition, option, value string) string {
		var out strings.Builder
		for _, section := range g.RuleBook(engine.Setup{Edition: edition, Rules: engine.NewestRules, Options: map[string]string{option: value}}).Sections {
			fmt.Fprintln(&out, section.Text())
		}
		return out.String()
	}
	for _, o := range e.Options {
		for i, value := range o.Values {
			for _, other := range o.Values[:i] {
				differ := slices.ContainsFunc(e.Names(), func(edition string) bool {
					return said(edition, o.Name, value) != said(edition, o.Name, other)
				})
				errorIf(t, !differ, "%s=%s and %s=%s have the same book in every edition", o.Name, value, o.Name, other)
			}
		}
	}
}
