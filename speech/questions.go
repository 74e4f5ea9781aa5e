package speech

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"pitpost.example/engine"
	"pitpost.example/speech/languages"
)

//go:embed questions.txt
var questionTable string

// QuestionRows returns what the house tells, the surest first.
var QuestionRows = engine.AnswerRows(questionTable)

var questionWords = sync.OnceValue(func() map[string]engine.Subjects { return engine.ReadSubjects(languages.Files("questions")) })

// questionMost is the most bytes of a line that is looked at for questions.
const questionMost = 300

// Asking is a line as a question: whole, and each of its clauses. "Is Bo blocked? And what's at C3?" has two.
type Asking struct {
	Whole engine.Question
	Parts []engine.Question
}

// ReadQuestion reads a line as a question to the house, in a language, with the words of a game if there is one. Sentences
// that ask nothing are left out. ok is false if none asks, or if the line is said to somebody else.
func ReadQuestion(raw, lang string, at Place) (a Asking, ok bool) {
	if len(raw) > questionMost || strings.HasPrefix(strings.TrimSpace(raw), ">") || toSomebody(raw, at) {
		return a, false
	}
	r := questioner{engine.BaseLanguage(lang), at}
	var whole []string
	for _, sentence := range sentenceMark.FindAllString(raw, -1) {
		if r.asks(sentence) {
			whole = append(whole, sentence)
			for _, part := range r.joined(r.clauses(sentence)) {
				a.Parts = append(a.Parts, r.question(part))
			}
		}
	}
	a.Whole = r.question(strings.Join(whole, " "))
	return a, len(whole) > 0
}

// toSomebody reports whether a line is said to somebody at the table: "Bo, what was that?", "@Bo why?"
func toSomebody(raw string, at Place) bool {
	named := func(name string) bool {
		return slices.ContainsFunc(at.Seats, func(seat string) bool { return strings.EqualFold(seat, strings.TrimSpace(name)) })
	}
	first, _, ok := strings.Cut(raw, ",")
	end := strings.TrimRight(raw, " ?!.")
	return ok && named(first) || strings.HasPrefix(strings.TrimSpace(raw), "@") || named(end[strings.LastIndex(end, ",")+1:])
}

// sentenceMark parts sentences, and clauseMark their clauses; the words between clauses do too.
var (
	sentenceMark = regexp.MustCompile(`[^.?!？]+[.?!？]*`)
	clauseMark   = regexp.MustCompile(`[,;:–]+| - `)
)

var clauseWords = map[string]string{"en": " and n ", "de": " und u ", "nl": " en ", "fr": " et pis ", "es": " y e ", "it": " e ed ", "pt": " e "}

// questioner reads questions in a language.
type questioner struct {
	lang string
	at   Place
}

// asks reports whether a sentence asks: by its mark, or since one of its clauses begins or ends as questions do. One
// without a mark that names a card and a place is about a move.
func (r questioner) asks(sentence string) bool {
	if strings.ContainsAny(sentence, "?？") {
		return true
	}
	if q := r.question(sentence); strings.HasSuffix(sentence, "!") && !q.About["why"] || q.Fits([]string{"toyou", "!wrote"}) || q.Fits([]string{"number", "place", "!why"}) {
		return false
	}
	return slices.ContainsFunc(clauseMark.Split(sentence, -1), r.begins)
}

// begins reports whether a clause begins or ends as questions do. Words that say nothing may stand before: "ok so what now".
func (r questioner) begins(clause string) bool {
	words := engine.QuestionWords(clause)
	marked := r.mark(words)
	if slices.ContainsFunc(marked, func(subjects []string) bool { return slices.Contains(subjects, "asksanywhere") }) {
		return true
	}
	begin := slices.IndexFunc(marked, func(subjects []string) bool { return !only(subjects, idleSubject+" say") })
	if begin < 0 {
		return false
	}
	asks := asksAtBeginning
	if strings.Contains(conjunctions, " "+words[begin]+" ") && !accentedWord.MatchString(clause) {
		asks = asksInItself
	}
	short := len(words) <= shortQuestion && slices.ContainsFunc(marked[begin], asksIfShort)
	return short || slices.ContainsFunc(marked[begin], asks) || len(words) > 1 && slices.Contains(marked[len(words)-1], "askslast")
}

// conjunctions are words that ask and also join clauses, unless an accent tells them apart: "cuando llegue", "como Bo pase".
const conjunctions = " que qu cuando como quando quand comme come si se faut tiene tenho devo e es est ha o y a "

var accentedWord = regexp.MustCompile(`(?i)(^|[^\pL])(qué|cuándo|cómo|quién|cuál|perché|è|é|où)($|[^\pL])`)

// shortQuestion is how many words a question without a mark has that begins with what it is about: "è gratis".
const shortQuestion = 4

func asksIfShort(subject string) bool {
	return strings.Contains(" cost robot winning turn ", " "+subject+" ")
}

// asksInItself reports whether words ask that are more than a conjunction.
func asksInItself(subject string) bool {
	return strings.Contains(" howmany howto turn until advice wrote mean happened happens order ", " "+subject+" ")
}

func asksAtBeginning(subject string) bool {
	return asksInItself(subject) || strings.Contains(" what who why where when question may must how ", " "+subject+" ")
}

// joined puts clauses that ask nothing by themselves behind those before them: "what happens, if I am late".
func (r questioner) joined(clauses []string) (parts []string) {
	for _, clause := range clauses {
		if n := len(parts); n > 0 && !(r.begins(clause) && r.begins(parts[n-1])) {
			parts[n-1] += " " + clause
			continue
		}
		parts = append(parts, clause)
	}
	return parts
}

// idleSubject is the row of words that say nothing, and formSubjects are those that every question has.
const idleSubject = "-"

const formSubjects = " - what howmany who why where when how howto may must question mean does mine everybody have say lies left askslast asksanywhere toyou happens "

// only reports whether words have no other subjects than those in a list; a word without subjects says something.
func only(subjects []string, in string) bool {
	return len(subjects) > 0 && !slices.ContainsFunc(subjects, func(s string) bool { return !strings.Contains(" "+in+" ", " "+s+" ") })
}

func (r questioner) mark(words []string) [][]string {
	return engine.Question{About: map[string]bool{}}.Mark(words, questionWords()[r.lang])
}

func (r questioner) clauses(sentence string) (parts []string) {
	for _, clause := range clauseMark.Split(sentence, -1) {
		var now []string
		for _, word := range strings.Fields(clause) {
			if strings.Contains(clauseWords[r.lang], " "+strings.ToLower(word)+" ") {
				parts, now = append(parts, strings.Join(now, " ")), nil
				continue
			}
			now = append(now, word)
		}
		parts = append(parts, strings.Join(now, " "))
	}
	return slices.DeleteFunc(parts, func(part string) bool { return len(engine.QuestionWords(part)) == 0 })
}

var (
	questionPlace  = regexp.MustCompile(`^(-?[a-z]{1,2}-?\d{1,2})$`)
	questionNumber = regexp.MustCompile(`^\d{1,2}$`)
)

// question reads what a text is about.
func (r questioner) question(text string) engine.Question {
	words := engine.QuestionWords(text)
	q := engine.Question{Lang: r.lang, About: map[string]bool{}}
	of := q.Mark(words, questionWords()[r.lang])
	game := make([][]string, len(words))
	if g, ok := r.at.Game.(engine.Asked); ok {
		game = q.Mark(words, g.Subjects()[r.lang])
	}
	for i, word := range words {
		switch {
		case questionNumber.MatchString(word):
			q.Numbers, q.About["number"] = append(q.Numbers, word), true
		case questionPlace.MatchString(word):
			q.Places, q.About["place"] = append(q.Places, word), true
		case r.seat(word) != "":
		case len(game[i]) > 0 || !only(of[i], formSubjects):
			q.Words = append(q.Words, word)
			if len(game[i])+len(of[i]) == 0 {
				q.Loose++
			}
		}
	}
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if seat := r.seat(word); seat != "" && !slices.Contains(q.Seats, seat) {
			q.Seats, q.About["seat"] = append(q.Seats, seat), true
		}
	}
	return q
}

// seat returns the seat of another player that a word names, also in small letters unless it is a word of the language.
func (r questioner) seat(word string) string {
	for _, name := range r.at.Seats {
		if name == r.at.Me {
			continue
		}
		small := strings.EqualFold(word, name) || strings.EqualFold(word, name+"s")
		if word == name || word == name+"s" || small && !smallWord(r.lang, strings.ToLower(word)) {
			return name
		}
	}
	return ""
}

// smallWord reports whether a name in small letters is an everyday word: "di" in Italian.
func smallWord(lang, word string) bool {
	return strings.Contains(" it:di es:di ca:jo it:jo fr:hal ", " "+lang+":"+word+" ")
}
