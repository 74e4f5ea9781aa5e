package engine

import (
	"iter"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// Asked is a Game that answers questions about itself: its rules and cards at any time, and the
// position of a match. The house reads what a question is about, and answers those about turns,
// letters and itself.
type Asked interface {
	Game
	// Subjects returns the words for what a question can be about, by language.
	Subjects() map[string]Subjects
	// Answer answers a question from what a seat may know of a position, or nil. Without a match the
	// state is nil, and only the rules can be told. It must not depend on anything the seat's view
	// hides: the answer is the same, whatever the others hold.
	Answer(s Setup, at State, seat string, q Question) *Told
}

// Glossed is a Game with a glossary: a sentence for each term that a player meets.
type Glossed interface {
	// Terms returns the sentences, each with its term first.
	Terms() []Phrase
}

// Question is a question as far as it is understood: what its words are about, and the values that
// it names.
type Question struct {
	Lang    string
	Words   []string // that say what it is about, without those that every question has
	Loose   int      // how many of them no table knows
	About   map[string]bool
	Seats   []string // in the order in which they are named
	Numbers []string // "3"
	Places  []string // "c5", "h2"
}

// Told is the answer to a question.
type Told struct {
	Says    []Phrase
	Section string   // of the rule book, to read on
	Events  []string // kinds of events: what the seat heard of them is the answer
	None    *Phrase  // what to say if there was no such event
}

// Fits reports whether the question is about all of these subjects. "a|b" is one of several and "!a"
// none.
func (q Question) Fits(needs []string) bool {
	for _, need := range needs {
		if not, ok := strings.CutPrefix(need, "!"); ok {
			if q.anyOf(not) {
				return false
			}
		} else if !q.anyOf(need) {
			return false
		}
	}
	return true
}

func (q Question) anyOf(subjects string) bool {
	for s := range strings.SplitSeq(subjects, "|") {
		if q.About[s] {
			return true
		}
	}
	return false
}

// AnswerRow is a row of a table of answers: what is told if a question is about something.
type AnswerRow struct {
	Tells string
	Needs []string
}

// AnswerRows reads a table of answers, the surest first: "pass: may discard" in each row. Rows may
// tell the same.
func AnswerRows(table string) func() []AnswerRow {
	return sync.OnceValue(func() (rows []AnswerRow) {
		for tells, needs := range TableRows(table) {
			rows = append(rows, AnswerRow{Tells: tells, Needs: strings.Fields(needs)})
		}
		return rows
	})
}

// FirstAnswer returns what the first row tells that a question fits; "" if there is none.
func FirstAnswer(rows []AnswerRow, q Question) string {
	for _, r := range rows {
		if q.Fits(r.Needs) {
			return r.Tells
		}
	}
	return ""
}

// QuestionWords splits a text into words without accents and capitals, parted at hyphens and
// apostrophes too.
func QuestionWords(text string) []string {
	return strings.FieldsFunc(strings.ReplaceAll(NormaliseText(text), "’", "'"), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}

// Subjects has the words of a language for what a question can be about, by subject.
type Subjects map[string][]SubjectWords

// SubjectWords are words that stand together. If Stem is true, the last one stands for all that begin so.
type SubjectWords struct {
	Words []string
	Stem  bool
}

// ReadSubjects reads a table of subjects for each language: a row has a subject, a colon, and
// words with commas between. "goal*" stands for all words that begin so.
func ReadSubjects(files iter.Seq2[string, string]) map[string]Subjects {
	all := map[string]Subjects{}
	for lang, table := range files {
		all[lang] = Subjects{}
		for subject, list := range TableRows(table) {
			for phrase := range strings.SplitSeq(list, ",") {
				if words := QuestionWords(phrase); len(words) > 0 {
					stem := strings.HasSuffix(strings.TrimSpace(phrase), "*")
					all[lang][subject] = append(all[lang][subject], SubjectWords{Words: words, Stem: stem})
				}
			}
		}
	}
	return all
}

// Mark adds the subjects that words are about to a question, and returns which of the words say so.
func (q Question) Mark(words []string, subjects Subjects) (marked [][]string) {
	marked = make([][]string, len(words))
	for subject, phrases := range subjects {
		for _, p := range phrases {
			for i := range words {
				if p.begins(words[i:]) {
					q.About[subject] = true
					for k := range p.Words {
						marked[i+k] = append(marked[i+k], subject)
					}
				}
			}
		}
	}
	return marked
}

// begins reports whether the phrase stands at the beginning of words.
func (p SubjectWords) begins(words []string) bool {
	last := len(p.Words) - 1
	if last >= len(words) || !slices.Equal(words[:last], p.Words[:last]) {
		return false
	}
	return words[last] == p.Words[last] || p.Stem && strings.HasPrefix(words[last], p.Words[last])
}
