package grammar

import (
	"slices"
	"strings"
	"sync"

	"pitpost.example/engine"
	"pitpost.example/speech/languages"
)

// plain is a grammar with the common words only, for text outside any game.
var plain = sync.OnceValue(func() *Grammar { return &Grammar{lexicons: lexicons(languages.Files("moves"))} })

// IsSmallTalk reports whether a text contains nothing but greetings, thanks, farewells and names, in a language or in
// English.
func IsSmallTalk(text, lang string) bool { return idle(text, lang, false) }

// IsGreeting is like IsSmallTalk, but takes only words with a capital for names, and no whole remarks: "thanks, mate" may
// be meant for somebody.
func IsGreeting(text, lang string) bool { return idle(text, lang, true) }

// idleMost is the longest text in bytes that can be idle.
const idleMost = 1000

func idle(text, lang string, capitals bool) bool {
	if len(text) > idleMost {
		return false
	}
	return slices.ContainsFunc([]string{engine.BaseLanguage(lang), "en"}, func(l string) bool {
		p := plain().parser(plain().lexicon(l), newHearing(engine.Speech{}), false)
		return p.lex != nil && p.idles(p.cut(text), capitals)
	})
}

// CountOrElse returns how many words at the front of words introduce an alternative, such as "or else", in a language
// or in English; 0 if none do.
func CountOrElse(words []string, lang string) (most int) {
	for _, l := range []string{engine.BaseLanguage(lang), "en"} {
		if lex := plain().lexicon(l); lex != nil {
			most = max(most, lex.front(words, orClass))
		}
	}
	return most
}

// IsAnd reports whether a word is an "and" in a language or in English.
func IsAnd(word, lang string) bool {
	return slices.ContainsFunc([]string{engine.BaseLanguage(lang), "en"}, func(l string) bool {
		lex := plain().lexicon(l)
		return lex != nil && lex.front([]string{word}, andClass) == 1
	})
}

// IsFiller reports whether words begin with one that says nothing, "or whatever, then rest": it is no alternative.
func IsFiller(words []string, lang string) bool {
	return slices.ContainsFunc([]string{engine.BaseLanguage(lang), "en"}, func(l string) bool {
		lex := plain().lexicon(l)
		return lex != nil && lex.front(words[:1], fillerClass) == 1 && strings.ContainsAny(words[0][len(words[0])-1:], ",.;!")
	})
}

// crowd lists words that people greet everybody with, and that go with names in a greeting.
var crowd = strings.Fields("all there everyone everybody folks friends team guys you alle allen zusammen allerseits leute euch an tous toutes tout le monde a les amis" +
	" allemaal iedereen mensen jullie aan todos todas gente amigos amigas pessoal galera tutti tutte voi ragazzi dear liebe lieber cher chere chers beste querida querido caro cara cari and und et y e en")

// idles reports whether tokens are only greetings, thanks and farewells, each with up to three words of a name
// after it. With capitals it is as strict as IsGreeting.
func (p parser) idles(toks []token, capitals bool) bool {
	greeted, names := false, 0
	for i := 0; i < len(toks); i++ {
		switch whole := p.idle(toks[i:]); {
		case toks[i].kind == smileToken, toks[i].kind == markToken && toks[i].mark != '?':
		case whole != nil && capitals && (whole.sense.class == clauseClass || whole.sense.denial == praising):
			return false // a remark such as "nothing fits", or "well played", is meant for the table
		case whole != nil:
			i += len(whole.words) - 1
			greeted, names = greeted || whole.sense.class != fillerClass, 0
		case toks[i].kind != wordToken || !greeted || names == 3:
			return false
		case capitals && toks[i].word == toks[i].raw && !slices.Contains(crowd, toks[i].key):
			return false
		default:
			names++
		}
	}
	return len(toks) > 0
}
