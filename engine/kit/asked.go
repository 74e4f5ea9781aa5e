package kit

import (
	"cmp"
	"embed"
	"io/fs"
	"strings"

	"pitpost.example/engine"
)

//go:embed questions/*.txt
var common embed.FS

// ReadSubjects reads the words for what a question can be about, in the folder "questions" of a game's
// texts: a file for each language. What all games have, such as a draw and a winner, stands in this package.
func ReadSubjects(files fs.FS) map[string]engine.Subjects {
	all := engine.ReadSubjects(engine.FilesByLanguage(onlyQuestions{files}))
	for lang, subjects := range engine.ReadSubjects(engine.FilesByLanguage(common)) {
		if all[lang] == nil {
			continue
		}
		for subject, words := range subjects {
			all[lang][subject] = append(all[lang][subject], words...)
		}
	}
	return all
}

// onlyQuestions is a file tree in which no other folder is looked into.
type onlyQuestions struct{ fs.FS }

func (o onlyQuestions) Glob(string) ([]string, error) { return fs.Glob(o.FS, "questions/*.txt") }

// TellAnswerRow carries out what a row of a table of answers tells, or returns nil if it tells nothing here.
// "book" and a section come before rules of it; those that do not hold in this match are left out.
// "event" comes before kinds of events. Every other word is told by the game itself.
func TellAnswerRow(tells string, book engine.RuleBook, live func(what string) []engine.Phrase) *engine.Told {
	told, section := &engine.Told{}, ""
	words := strings.Fields(tells)
	for i := 0; i < len(words); i++ {
		switch word := words[i]; {
		case word == "event":
			told.Events = words[i+1:]
			return told
		case word == "book":
			i++
			section = words[i]
			told.Section = cmp.Or(told.Section, section)
		case section != "" && holdsRule(book, section, word):
			told.Says = append(told.Says, ruleIn(book, section, word)...)
		default:
			told.Says = append(told.Says, live(word)...)
		}
	}
	return filled(told)
}

func filled(told *engine.Told) *engine.Told {
	if len(told.Says) == 0 {
		return nil
	}
	return told
}

// holdsRule reports whether a section has a rule in this match.
func holdsRule(book engine.RuleBook, section, key string) bool {
	return len(ruleIn(book, section, key)) > 0
}

func ruleIn(book engine.RuleBook, section, key string) (says []engine.Phrase) {
	s := book.Section(section)
	if s == nil {
		return nil
	}
	for _, r := range s.Rules {
		if strings.HasSuffix(r.Key, ".rule."+key) && len(says) == 0 {
			says = append(says, r.Phrase)
		}
	}
	return says
}
