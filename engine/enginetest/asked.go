package enginetest

import (
	"bytes"
	"io/fs"
	"maps"
	"slices"

	"pitpost.example/engine"
)

// answersLeast is the least number of different answers that a game has which answers questions.
const answersLeast = 5

// askedForms are the forms of questions with which each subject of a game is tried.
var askedForms = []string{"what", "howmany", "who", "why", "where", "when", "may", "must", "mean", "does", "question", "mine", "seat", "place", "left", "have"}

// answersQuestions checks a game that answers questions (engine.Asked): it has words for what they are about in each
// of its languages, every answer can be printed and names a section of the book, and no answer depends on what the
// seat that asks may not know.
func answersQuestions(t T, g engine.Game, all []table) {
	asked, ok := g.(engine.Asked)
	if !ok {
		return
	}
	subjects := asked.Subjects()
	for _, lang := range languages {
		if _, err := fs.Stat(g.Strings(), lang+".toml"); err == nil {
			failIf(t, len(subjects[lang]) == 0, "the game speaks %s and has no words for questions in it", lang)
			for subject := range subjects["en"] {
				failIf(t, len(subjects[lang][subject]) == 0, "questions about %q cannot be known in %s", subject, lang)
			}
		}
	}
	words := ReadCatalogue(t, g.Strings(), "en.toml")
	maps.Copy(words, anyForms(t, g.Strings(), bookFile))
	maps.Copy(words, anyForms(t, g.Strings(), "house.en.toml"))
	if _, glossed := g.(engine.Glossed); glossed {
		maps.Copy(words, anyForms(t, g.Strings(), "terms.en.toml"))
	}
	answers := map[string]bool{}
	tables := []table{all[0], all[len(all)-1]}
	for _, at := range tables {
		for _, q := range questionsAbout(subjects["en"], at.setup.Seats[0]) {
			answerIsWhole(t, g, at, words, asked.Answer(at.setup, nil, "", q), answers)
		}
	}
	visit(t, g, tables, 61, func(at table, s step) {
		if s.n%askedEach != 0 {
			return
		}
		for _, seat := range []string{"", s.seat} {
			other, differs := s.anew(t, g, at, seat)
			two := s.state
			if differs {
				two = g.Blank(at.setup)
				for _, f := range other {
					two.Apply(f)
				}
			}
			for _, q := range questionsAbout(subjects["en"], at.setup.Seats[0]) {
				told := asked.Answer(at.setup, s.state, seat, q)
				answerIsWhole(t, g, at, words, told, answers)
				again := asked.Answer(at.setup, two, seat, q)
				failIf(t, !bytes.Equal(asJSON(t, told), asJSON(t, again)), "%s: the answer to %q about %v depends on hidden cards: %v, %v", at.name, seat, q.About, told, again)
			}
		}
	})
	failIf(t, len(answers) < answersLeast, "the game has %d different answers to questions; it has at least %d", len(answers), answersLeast)
}

// askedEach says of how many positions one is asked about.
const askedEach = 29

// questionsAbout returns a question of each form about each subject, and about it alone.
func questionsAbout(subjects engine.Subjects, seat string) (all []engine.Question) {
	for _, subject := range slices.Sorted(maps.Keys(subjects)) {
		for _, form := range askedForms {
			q := engine.Question{Lang: "en", About: map[string]bool{subject: true, form: true}}
			switch form {
			case "seat":
				q.Seats = []string{seat}
			case "place":
				q.Places = []string{"c3"}
			}
			all = append(all, q)
		}
	}
	return all
}

// answerIsWhole checks that an answer can be printed, and that the section to read on stands in the book.
func answerIsWhole(t T, g engine.Game, at table, words map[string]Message, told *engine.Told, answers map[string]bool) {
	if told == nil {
		return
	}
	prints(t, words, told.Says...)
	if told.None != nil {
		prints(t, words, *told.None)
	}
	failIf(t, told.Section != "" && g.RuleBook(at.setup).Section(told.Section) == nil, "%s: an answer sends to section %q, which the book lacks", at.name, told.Section)
	failIf(t, len(told.Says) == 0 && len(told.Events) == 0, "%s: an answer says nothing; without an answer Answer returns nil", at.name)
	for _, p := range told.Says {
		answers[p.Key] = true
	}
}
