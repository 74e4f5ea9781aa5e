package engine

import (
	"maps"
	"slices"
	"strings"
)

// Ruled is the part of a Game that brings the book of its rules. Letters, pages, the terminal and the
// API all print this one book, and answers to questions are taken from it, so that no two texts can
// differ. Package enginetest checks it.
type Ruled interface {
	// RuleBook returns the rules as a match with this setup plays them. Each number in it comes from
	// what the code plays by, and each choice of words from the value of an option. A setup without
	// seats stands for any number of players.
	RuleBook(Setup) RuleBook
	// SectionWords returns the words by which people ask for a section: by language, then by the
	// section's ID. Letters print the first of them: "rules gold".
	SectionWords() map[string]map[string][]string
}

// RuleBook has the rules of a game as one match plays them, by section.
type RuleBook struct {
	Sections []Section
}

// Section is a part of a rule book about one thing, such as the set-up or the pay.
type Section struct {
	ID    string // as programs and addresses name it, such as "gold"
	Title Phrase
	// Rules has the text. The first one to three are marked as an answer.
	Rules []Rule
	// Terms lists the terms of the game's glossary that this section explains, such as "saboteur.goal".
	Terms []string
}

// Rule is a statement of a rule book: one to three short sentences.
type Rule struct {
	Phrase
	Marks RuleMarks
}

// RuleMarks says where a rule is printed besides its section.
type RuleMarks uint8

const (
	// Answering rules begin a section. Without the rest they are an answer to a question about it.
	Answering RuleMarks = 1 << iota
	// Short rules are the book in at most ten lines: enough to begin.
	Short
	// Opening rules stand in the letter that begins a match: what is in the deal, and what each side gets.
	Opening
	// Differing rules are those in which editions differ. They make up the section about the edition.
	Differing
)

// Section returns the section with an ID, or nil.
func (b RuleBook) Section(id string) *Section {
	at := slices.IndexFunc(b.Sections, func(s Section) bool { return s.ID == id })
	if at < 0 {
		return nil
	}
	return &b.Sections[at]
}

// Explaining returns the first section that explains a term of the game's glossary, or nil.
func (b RuleBook) Explaining(term string) *Section {
	at := slices.IndexFunc(b.Sections, func(s Section) bool { return slices.Contains(s.Terms, term) })
	if at < 0 {
		return nil
	}
	return &b.Sections[at]
}

// Marked returns the rules of the whole book with a mark, in order.
func (b RuleBook) Marked(mark RuleMarks) (all []Phrase) {
	said := map[string]bool{} // a rule that an edition changes stands in two sections
	for _, s := range b.Sections {
		for _, r := range s.Rules {
			if r.Marks&mark != 0 && !said[r.Key] {
				said[r.Key] = true
				all = append(all, r.Phrase)
			}
		}
	}
	return all
}

// Answer returns the one to three rules that begin a section and are an answer by themselves.
func (s Section) Answer() []Phrase {
	return phrasesOf(FilterList(s.Rules, func(r Rule) bool { return r.Marks&Answering != 0 }))
}

// Text returns the rules of a section, the answer first.
func (s Section) Text() []Phrase { return phrasesOf(s.Rules) }

func phrasesOf(rules []Rule) []Phrase { return MapList(rules, func(r Rule) Phrase { return r.Phrase }) }

// FindSection returns the ID of the section that words ask for, in the given language or in any
// other, or by its ID; "" if they ask for none.
func FindSection(g Ruled, words, lang string) string {
	words = NormaliseText(words)
	in := func(sections map[string][]string) string {
		for _, id := range slices.Sorted(maps.Keys(sections)) {
			if slices.ContainsFunc(sections[id], func(w string) bool { return NormaliseText(w) == words }) {
				return id
			}
		}
		return ""
	}
	known := g.SectionWords()
	if id := in(known[BaseLanguage(lang)]); id != "" {
		return id
	}
	if _, ok := known["en"][words]; ok {
		return words
	}
	for _, other := range slices.Sorted(maps.Keys(known)) {
		if id := in(known[other]); id != "" {
			return id
		}
	}
	return ""
}

// PrintSectionWord returns the word that letters in a language print for a section. English stands in for
// a language that the game does not speak.
func PrintSectionWord(g Ruled, id, lang string) string {
	known := g.SectionWords()
	for _, l := range []string{BaseLanguage(lang), "en"} {
		if words := known[l][id]; len(words) > 0 {
			return strings.ToLower(words[0])
		}
	}
	return id
}
