package natural

import (
	"embed"
	"io/fs"
	"sync"

	"pitpost.example/engine"
)

// common are the words of seven languages that every game needs; a game adds its own.
//
//go:embed words/*.txt
var common embed.FS

// commons are the words that every game needs, by language.
var commons = sync.OnceValue(func() map[string]func() *Lexicon { return lexicons([]fs.FS{common}) })

// Idle says whether a text holds nothing but greetings, thanks, farewells and names: in a language,
// or in English.
func Idle(text, lang string) bool {
	for _, l := range []string{engine.Tongue(lang), "en"} {
		lexicon := commons()[l]
		if lexicon == nil {
			continue
		}
		p := parser{lex: lexicon(), at: newHearing(engine.Speech{})}
		if p.idles(p.cut(text)) {
			return true
		}
	}
	return false
}

// idles says whether tokens are greetings, thanks, farewells, and up to three words of a name after
// one of them.
func (p parser) idles(toks []token) bool {
	s := search{lex: p.lex, at: p.at, toks: toks}
	greeted, names := false, 0
	for i := 0; i < len(toks); i++ {
		switch whole := p.idle(&s, i); {
		case toks[i].kind == smileToken, toks[i].kind == markToken && toks[i].mark != '?':
		case whole != nil:
			i += len(whole.words) - 1
			greeted, names = greeted || whole.sense.class != fillerClass, 0
		case toks[i].kind != wordToken || !greeted || names == 3:
			return false
		default:
			names++
		}
	}
	return len(toks) > 0
}
