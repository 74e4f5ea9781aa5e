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

// questionMost is the most bytes of a line that is looked at for questions, and asksEarly in how many of its
// first words a word that asks must stand if there is no question mark.
const questionMost, asksEarly = 300, 7

// Asking is a line as a question: whole, and each of its parts. "Is Bo blocked? And what's at C3?" has two.
type Asking struct {
	Whole engine.Question
	Parts []engine.Question
}

// ReadQuestion reads a line as a question to the house, in the writer's language and in English, with the words of a
// game if there is one. ok is false if it asks nothing, or asks somebody else.
func ReadQuestion(raw, lang string, at Place) (a Asking, ok bool) {
	words := engine.QuestionWords(raw)
	if len(raw) > questionMost || len(words) == 0 || strings.HasPrefix(strings.TrimSpace(raw), ">") || toSomebody(raw, at) {
		return a, false
	}
	lang = engine.BaseLanguage(lang)
	whole := questionOf(raw, lang, at)
	if !strings.ContainsAny(raw, "?？") && !asksByWords(words, lang, at) {
		return a, false
	}
	a.Whole = whole
	for _, part := range questionParts(raw, lang) {
		a.Parts = append(a.Parts, questionOf(part, lang, at))
	}
	return a, true
}

// toSomebody reports whether a line is said to somebody at the table: "Bo, what was that?"
func toSomebody(raw string, at Place) bool {
	name, _, ok := strings.Cut(strings.TrimSpace(raw), ",")
	return ok && slices.Contains(at.Seats, name)
}

// asksByWords reports whether a line without a question mark begins as a question does.
func asksByWords(words []string, lang string, at Place) bool {
	early := questionOf(strings.Join(words[:min(asksEarly, len(words))], " "), lang, at)
	if early.Fits([]string{"what|howmany|who|why|where|howto|turn|until|advice|wrote|mean"}) {
		return true
	}
	first := engine.Question{About: map[string]bool{}}
	first.Mark(words[:1], questionWords()[lang])
	return first.Fits([]string{"question|may|how"})
}

// partMark parts sentences, and the words between clauses do too.
var partMark = regexp.MustCompile(`[.?!,;:]+`)

var clauseWords = map[string]string{"en": " and n ", "de": " und u ", "nl": " en ", "fr": " et pis ", "es": " y e ", "it": " e ", "pt": " e "}

func questionParts(raw, lang string) (parts []string) {
	for _, sentence := range partMark.Split(raw, -1) {
		var now []string
		for _, word := range strings.Fields(sentence) {
			if strings.Contains(clauseWords[lang], " "+strings.ToLower(word)+" ") {
				parts, now = append(parts, strings.Join(now, " ")), nil
				continue
			}
			now = append(now, word)
		}
		parts = append(parts, strings.Join(now, " "))
	}
	return slices.DeleteFunc(parts, func(part string) bool { return len(strings.Fields(part)) == 0 })
}

var (
	questionPlace  = regexp.MustCompile(`^(-?[a-z]{1,2}-?\d{1,2})$`)
	questionNumber = regexp.MustCompile(`^\d{1,2}$`)
)

// questionOf reads what a text is about.
func questionOf(text, lang string, at Place) engine.Question {
	words := engine.QuestionWords(text)
	q := engine.Question{About: map[string]bool{}}
	game, _ := at.Game.(engine.Asked)
	q.Mark(words, questionWords()[lang])
	if game != nil {
		q.Mark(words, game.Subjects()[lang])
	}
	if lang != "en" && len(q.About) == 0 {
		q.Mark(words, questionWords()["en"])
	}
	for _, word := range words {
		switch {
		case questionNumber.MatchString(word):
			q.Numbers, q.About["number"] = append(q.Numbers, word), true
		case questionPlace.MatchString(word):
			q.Places, q.About["place"] = append(q.Places, word), true
		}
	}
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if seat := seatAsked(word, lang, at); seat != "" && !slices.Contains(q.Seats, seat) {
			q.Seats, q.About["seat"] = append(q.Seats, seat), true
		}
	}
	return q
}

// seatAsked returns the seat of another player that a word names, also in small letters unless it is a word of the language.
func seatAsked(word, lang string, at Place) string {
	for _, name := range at.Seats {
		if name == at.Me {
			continue
		}
		small := strings.EqualFold(word, name) || strings.EqualFold(word, name+"s")
		if word == name || word == name+"s" || small && !smallWord(lang, strings.ToLower(word)) {
			return name
		}
	}
	return ""
}

// smallWord reports whether a name in small letters is an everyday word: "di" in Italian.
func smallWord(lang, word string) bool {
	return strings.Contains(" it:di es:di ca:jo it:jo fr:hal ", " "+lang+":"+word+" ")
}
