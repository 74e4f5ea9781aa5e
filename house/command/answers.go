package command

import (
	"embed"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode"

	"pitpost.example/engine"
	"pitpost.example/engine/natural"
)

// Answer is what a text answers to a question.
type Answer uint8

// The answers. Unclear is one with a condition, or with a question in it.
const (
	NoAnswer Answer = iota
	Yes
	No
	Unclear
)

// saying is what a phrase answers.
type saying string

// The sayings, as the files of answers name them.
const (
	sayYes     saying = "yes" // to any question
	sayNo      saying = "no"
	sayJoin    saying = "join" // to an invitation or offer
	sayDecline saying = "decline"
	sayPolite  saying = "polite" // beside one of these
	sayUnsure  saying = "unsure" // makes it unclear
)

// answers are phrases of one language by what they answer.
type answers map[saying][]string

//go:embed answers/*.txt
var answerFiles embed.FS

var allAnswers = sync.OnceValue(func() map[string]answers {
	all := map[string]answers{}
	for lang, text := range engine.ByLanguage(answerFiles) {
		a := answers{}
		for row := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
			kind, phrases, ok := strings.Cut(row, ":")
			if !ok {
				panic("command: the answers of " + lang + ": no colon in " + row)
			}
			for p := range strings.SplitSeq(phrases, ",") {
				a[saying(kind)] = append(a[saying(kind)], plainAnswer(p))
			}
		}
		all[lang] = a
	}
	return all
})

// plainAnswer is a text as answers are compared: without accents, marks and odd spaces. Pictures
// stay, apart from each other.
func plainAnswer(text string) string {
	text = strings.Map(func(r rune) rune {
		if strings.ContainsRune(",.!;:-–…\"()¡*", r) {
			return ' '
		}
		return r
	}, strings.ReplaceAll(engine.Normalise(text), "’", "'"))
	for _, picture := range []string{"👍", "👎", "🎉", "😀", "😃", "👌", "❤️", "🙂", "😊"} {
		text = strings.ReplaceAll(text, picture, " "+picture+" ")
	}
	return strings.Join(strings.Fields(text), " ")
}

// YesNo reads a text as the answer to a question, in the language of its writer and in English, or
// in any where no language is named. All of it must be one.
func YesNo(text string, langs ...string) (yes, no bool) {
	if len(langs) == 0 {
		langs = slices.Sorted(maps.Keys(allAnswers()))
	}
	for _, lang := range withEnglish(langs) {
		switch allAnswers()[lang].read(plainAnswer(Ungreeted(engine.Normalise(text))), sayYes, sayNo) {
		case Yes:
			return true, false
		case No:
			return false, true
		}
	}
	return false, false
}

func withEnglish(langs []string) []string {
	if slices.Contains(langs, "en") {
		return langs
	}
	return append(slices.Clone(langs), "en")
}

// ToInvite reads a text as the answer to an invitation or an offer: its first sentence counts, with
// friendly words. A condition or a question in it makes it unclear.
func ToInvite(text, lang string) Answer {
	switch yes, no := YesNo(text, lang); {
	case yes:
		return Yes
	case no:
		return No
	}
	langs := withEnglish([]string{lang})
	for _, sentence := range sentencesOf(text) {
		said := Ungreeted(engine.Normalise(strings.TrimRight(sentence, "?")))
		for _, l := range langs {
			if a := allAnswers()[l].clause(said); a != NoAnswer {
				if strings.HasSuffix(sentence, "?") {
					return Unclear
				}
				return a
			}
		}
		if plainAnswer(said) == "" || natural.Idle(sentence, lang) {
			continue // a greeting
		}
		if slices.ContainsFunc(langs, func(l string) bool { return allAnswers()[l].hedged(plainAnswer(said)) }) {
			return Unclear
		}
		return NoAnswer
	}
	return NoAnswer
}

// sentencesOf cuts a text at full stops and their like; the marks stay.
func sentencesOf(text string) (all []string) {
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		end := strings.IndexAny(text, ".!?\n")
		if end < 0 {
			return append(all, text)
		}
		for end+1 < len(text) && strings.IndexByte(".!?", text[end+1]) >= 0 {
			end++
		}
		all = append(all, strings.TrimSpace(text[:end+1]))
		text = text[end+1:]
	}
	return all
}

// read says what a plain text answers, where phrases of some kinds and polite words are all of it,
// and all of them agree. The same word three times is laughter, or no answer of a sober mind.
func (a answers) read(text string, kinds ...saying) Answer {
	found, words := NoAnswer, strings.Fields(text)
	if len(words) >= 3 && words[0] == words[1] && words[1] == words[2] {
		return NoAnswer
	}
	for len(words) > 0 {
		kind, n := a.longest(words, kinds)
		switch {
		case n == 0:
			return NoAnswer
		case kind == sayPolite:
		case found == NoAnswer:
			found = sayingOf(kind)
		case found != sayingOf(kind):
			return NoAnswer
		}
		words = words[n:]
	}
	return found
}

// clause says what a sentence answers, whole or by the first clause that is an answer by itself, where the others
// only say why: "No thanks, too busy right now". A yes bears no condition, a no neither "but" nor a yes.
func (a answers) clause(sentence string) Answer {
	said := a.read(plainAnswer(sentence), sayYes, sayNo, sayJoin, sayDecline)
	if said != NoAnswer {
		return said
	}
	var rest []string
	for part := range strings.FieldsFuncSeq(sentence, func(r rune) bool { return strings.ContainsRune(",;:–—", r) }) {
		switch plain := plainAnswer(part); {
		case said != NoAnswer:
			rest = append(rest, strings.Fields(plain)...)
		case a.read(plain, sayYes, sayNo, sayJoin, sayDecline) != NoAnswer:
			said = a.read(plain, sayYes, sayNo, sayJoin, sayDecline)
		case !a.polite(strings.Fields(plain)):
			return NoAnswer
		}
	}
	against := map[Answer][]saying{Yes: {sayNo, sayDecline}, No: {sayYes, sayJoin}}[said]
	for i, word := range rest {
		if kind, n := a.longest(rest[i:], against); n > 0 && kind != sayPolite || said == Yes && slices.Contains(a[sayUnsure], word) || word == a[sayUnsure][0] {
			return NoAnswer
		}
	}
	return said
}

// polite says whether words are all friendly ones.
func (a answers) polite(words []string) bool {
	for len(words) > 0 {
		_, n := a.longest(words, nil)
		if n == 0 {
			return false
		}
		words = words[n:]
	}
	return true
}

func sayingOf(kind saying) Answer {
	if kind == sayNo || kind == sayDecline {
		return No
	}
	return Yes
}

// longest is the longest phrase that some words begin with.
func (a answers) longest(words []string, kinds []saying) (kind saying, n int) {
	for _, k := range append(kinds, sayPolite) {
		for _, phrase := range a[k] {
			if p := strings.Fields(phrase); len(p) > n && len(p) <= len(words) && slices.Equal(p, words[:len(p)]) {
				kind, n = k, len(p)
			}
		}
	}
	return kind, n
}

// hedged says whether a text begins like an answer and goes on with a condition.
func (a answers) hedged(text string) bool {
	words := strings.Fields(text)
	if _, n := a.longest(words, []saying{sayYes, sayNo, sayJoin, sayDecline}); n == 0 {
		return false
	}
	return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(a[sayUnsure], w) })
}

// unsubscribes is what mail programs and people write to get no more mail, in seven languages, folded.
var unsubscribes = []string{"unsubscribe", "unsubscribe me", "unsub", "opt out", "remove me", "remove me from this list", "remove me from the list", "remove me from your list", "cancel my subscription",
	"stop mail", "stop email", "stop emails", "stop sending me mail", "stop sending me emails", "no more mail", "no more emails",
	"abmelden", "mich abmelden", "ich mochte mich abmelden", "abbestellen", "abmeldung", "abbestellung", "austragen", "keine mails mehr", "keine e mails mehr", "stopp",
	"desabonner", "me desabonner", "se desabonner", "desabonnement", "desabonnez moi", "desabonne moi", "desinscrire", "me desinscrire", "se desinscrire", "desinscription", "desinscrivez moi", "plus de mails",
	"afmelden", "meld mij af", "meld me af", "afmelding", "uitschrijven", "schrijf mij uit", "schrijf me uit", "uitschrijving", "geen mail meer", "geen mails meer",
	"darme de baja", "darse de baja", "dar de baja", "dame de baja", "baja", "desuscribir", "desuscribirme", "desuscribirse", "cancelar suscripcion", "cancelar la suscripcion", "cancelar mi suscripcion", "anular suscripcion", "no mas correos",
	"disiscrivi", "disiscrivimi", "disiscriviti", "disiscriversi", "disiscrivermi", "disiscrizione", "annulla iscrizione", "annullare iscrizione", "annulla l'iscrizione", "cancellami", "cancella iscrizione", "cancellami dalla lista", "basta mail",
	"cancelar inscricao", "cancelar a inscricao", "cancelar minha inscricao", "descadastrar", "descadastre me", "cancelar assinatura", "cancelar subscricao", "cancelar a subscricao", "anular subscricao", "remover inscricao", "chega de e mails"}

// Unsubscribes says whether a text asks for no more mail and says nothing else.
func Unsubscribes(text string) bool {
	words := strings.FieldsFunc(engine.Normalise(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' })
	plain := strings.Join(slices.DeleteFunc(words, func(w string) bool {
		return slices.Contains([]string{"please", "bitte", "pls", "merci", "alsjeblieft", "graag", "favor", "por", "per", "favore", "prego"}, w)
	}), " ")
	return slices.Contains(unsubscribes, plain)
}
