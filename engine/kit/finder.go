package kit

import (
	"io/fs"
	"math"
	"regexp"
	"slices"
	"strings"

	"pitpost.example/engine"
)

// Finder finds the rules of a game's book that tell what a question asks, by the words that they share. Words of one
// subject count as the same word. It says nothing rather than guess.
type Finder struct {
	subjects map[string]engine.Subjects
	rules    map[string]map[string]map[string]bool // by language and key of the rule: what its text is about
	rarity   map[string]map[string]float64         // by language: how much a word says
}

// enough is the least share of a question that a rule must have, and near the least share of what the best rule has
// for another to be told beside it.
const enough, near = 0.72, 0.85

// ownLeast is the least share that a question must have of a rule: one that tells much else is no answer.
const ownLeast = 0.15

// foundMost is the most rules that are told.
const foundMost = 3

var bookText = regexp.MustCompile(`(?m)^\["([a-z.-]+)"\]$|^(?:"([a-z.-]+)"|one|other) = "(.*)"$`)

// NewFinder reads the rule books of a game in all languages ("book.de.toml").
func NewFinder(texts fs.FS, subjects map[string]engine.Subjects) *Finder {
	f := &Finder{subjects, map[string]map[string]map[string]bool{}, map[string]map[string]float64{}}
	for lang := range subjects {
		if text, err := fs.ReadFile(texts, "book."+lang+".toml"); err == nil {
			f.rules[lang] = f.read(lang, string(text))
		}
	}
	for lang, rules := range f.rules {
		for key, about := range rules {
			for a := range f.rules["en"][key] {
				if a[0] == '=' { // a subject means the same in all languages
					about[a] = true
				}
			}
		}
		f.rarity[lang] = rarityIn(rules)
	}
	return f
}

func (f *Finder) read(lang, text string) map[string]map[string]bool {
	key, rules := "", map[string]map[string]bool{}
	for _, m := range bookText.FindAllStringSubmatch(text, -1) {
		if m[1]+m[2] != "" {
			key = m[1] + m[2]
		}
		if rules[key] == nil {
			rules[key] = map[string]bool{}
		}
		for _, about := range f.about(lang, engine.QuestionWords(m[3])) {
			for _, a := range about {
				rules[key][a] = true
			}
		}
		if strings.Contains(m[3], "{{") {
			rules[key]["=numeral"] = true
		}
	}
	return rules
}

// rarityIn returns how much each word says: the more, the fewer rules have it.
func rarityIn(rules map[string]map[string]bool) map[string]float64 {
	rarity := map[string]float64{}
	for _, about := range rules {
		for a := range about {
			rarity[a]++
		}
	}
	for a, n := range rarity {
		rarity[a] = math.Log(1 + float64(len(rules))/n)
	}
	return rarity
}

// stemLong is how many letters of a word count: what follows is mostly its ending.
const stemLong = 5

// about returns what words are about, each word with its subjects, or its beginning if it has none.
func (f *Finder) about(lang string, words []string) (about [][]string) {
	q := engine.Question{About: map[string]bool{}}
	for i, subjects := range q.Mark(words, f.subjects[lang]) {
		one := engine.MapList(subjects, func(s string) string { return "=" + s })
		if len(one) == 0 {
			letters := []rune(words[i])
			one = []string{string(letters[:min(stemLong, len(letters))])}
		}
		slices.Sort(one)
		if one = slices.Compact(one); !slices.ContainsFunc(about, func(other []string) bool { return slices.Equal(one, other) }) {
			about = append(about, one)
		}
	}
	return about
}

// Find returns the rules of a book that tell what a question asks, or nil if none surely does.
func (f *Finder) Find(book engine.RuleBook, q engine.Question) *engine.Told {
	rarity, rules := f.rarity[q.Lang], f.rules[q.Lang]
	about := f.about(q.Lang, q.Words)
	if len(about) < 2 || rules == nil {
		return nil
	}
	most, whole := math.Log(1+float64(len(rules))), 0.0
	weight := func(one []string) float64 {
		least := most
		for _, a := range one {
			if w, ok := rarity[a]; ok {
				least = min(least, w)
			}
		}
		return least
	}
	for _, a := range about {
		whole += weight(a)
	}
	type found struct {
		section     string
		says        engine.Phrase
		share, rank float64
	}
	var all []found
	for _, s := range book.Sections {
		for _, r := range s.Rules {
			told, own, both := 0.0, 0.0, 0
			for a := range rules[r.Key] {
				own += rarity[a]
			}
			for _, a := range about {
				if slices.ContainsFunc(a, func(one string) bool { return rules[r.Key][one] }) {
					told += weight(a)
					both++
				}
			}
			share := told / whole
			again := slices.ContainsFunc(all, func(f found) bool { return f.says.Key == r.Key })
			counts := !q.About["howmany"] || rules[r.Key]["=numeral"]
			if both >= 2 && share >= enough && told >= ownLeast*own && counts && !again {
				all = append(all, found{s.ID, r.Phrase, share, share + told/own/2})
			}
		}
	}
	if len(all) == 0 {
		return nil
	}
	slices.SortStableFunc(all, func(a, b found) int { return int(math.Copysign(1, b.rank-a.rank)) })
	told := &engine.Told{Section: all[0].section}
	for _, one := range all[:min(foundMost, len(all))] {
		if one.share >= near*all[0].share {
			told.Says = append(told.Says, one.says)
		}
	}
	return told
}

// Answers has how a game answers questions: a table of rows, and its book.
type Answers struct {
	rows   []engine.AnswerRow
	finder *Finder
}

// NewAnswers reads a game's table of answers. Rows that begin with "perhaps" count only for a question that asks what
// something is or how it works, if the book has no better answer.
func NewAnswers(table string, texts fs.FS, subjects map[string]engine.Subjects) *Answers {
	return &Answers{engine.AnswerRows(table)(), NewFinder(texts, subjects)}
}

// looseMost is how many words of a question may be unknown.
const looseMost = 2

// Answer answers a question: what the table surely tells, then what the book tells, then what the table perhaps tells.
func (a *Answers) Answer(book engine.RuleBook, q engine.Question, live func(what string) []engine.Phrase) *engine.Told {
	if q.About["toyou"] {
		return nil
	}
	perhaps := func(r engine.AnswerRow) bool { return strings.HasPrefix(r.Tells, "perhaps ") }
	if q.Loose <= max(looseMost, len(q.Words)/2) {
		sure := engine.FilterList(a.rows, func(r engine.AnswerRow) bool { return !perhaps(r) })
		if told := TellAnswerRow(engine.FirstAnswer(sure, q), book, live); told != nil {
			return told
		}
	}
	brief := q.Loose == 0 && len(a.finder.about(q.Lang, q.Words)) <= aboutTerm
	if brief && q.Fits([]string{"mean|does|how|what|happens", "!howmany"}) {
		rest := engine.FilterList(a.rows, perhaps)
		if told := TellAnswerRow(strings.TrimPrefix(engine.FirstAnswer(rest, q), "perhaps "), book, live); told != nil {
			return told
		}
	}
	return a.finder.Find(book, q)
}

// aboutTerm is the most that a question about a term and nothing else is about.
const aboutTerm = 2
