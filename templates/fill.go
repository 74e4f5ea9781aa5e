package templates

import (
	"fmt"
	"strings"
	"text/template"

	"pitpost.example/engine"
)

// filling is what a message is filled with: arguments, which printer puts into words as they
// are asked for; nil where they are words already.
type filling struct {
	printer *Printer
	args    map[string]any
}

// word is one argument, put into words; nil for none.
func (f *filling) word(name string) any {
	v, ok := f.args[name]
	if !ok || f.printer == nil {
		return v
	}
	return f.printer.arg(name, v)
}

// fill fills a message in; false if it cannot be printed.
func (c *Catalog) fill(text string, with *filling) (string, bool) {
	if !strings.Contains(text, "{{") {
		return text, true
	}
	parsed, ok := c.parsed.Load(text)
	if !ok {
		t, err := template.New("").Funcs(grammar).Parse(text)
		if err != nil {
			return "", false
		}
		parsed, _ = c.parsed.LoadOrStore(text, t)
	}
	all := make(map[string]any, len(with.args))
	for name := range with.args {
		all[name] = with.word(name)
	}
	var b strings.Builder
	if err := parsed.(*template.Template).Execute(&b, all); err != nil {
		return "", false
	}
	return b.String(), true
}

// grammar are functions with which a message fits an argument into its sentence: {{de .name}} is
// "d’Ana" or "de Bo". Most are a small word of one language that changes with what follows; each is
// named as that word, and no two languages need one of the same name for different things.
var grammar = template.FuncMap{
	// French, where h may be silent or not, so that it is left alone.
	"de":  smallWord("de ", "d’", func(s string) bool { return isVowel(s, "aeiou") }),
	"que": smallWord("que ", "qu’", func(s string) bool { return isVowel(s, "aeiou") }),
	// Italian
	"a": smallWord("a ", "ad ", func(s string) bool { return isVowel(s, "a") }),
	"e": smallWord("e ", "ed ", func(s string) bool { return isVowel(s, "e") }),
	// Spanish: by sound, so "Ana e Inés" and "e Hilda", but "y Iago".
	"y": smallWord("y ", "e ", func(s string) bool {
		s = strings.TrimPrefix(s, "h")
		return isVowel(s, "i") && !isVowel(s[1:], "aeou")
	}),
	"o": smallWord("o ", "u ", func(s string) bool { return isVowel(strings.TrimPrefix(s, "h"), "o") }),
	// Portuguese, before a day of the week: all but two are feminine.
	"em": smallWord("na ", "no ", func(s string) bool { return strings.HasPrefix(s, "sab") || strings.HasPrefix(s, "dom") }),
	// German, lengths of time after "in" and "vor".
	"dativ": func(v any) string { return strings.Replace(fmt.Sprint(v), "Tage", "Tagen", 1) },
}

// smallWord puts a small word before others: one form, or the other where they call for it.
func smallWord(plain, other string, calls func(folded string) bool) func(any) string {
	return func(v any) string {
		words := fmt.Sprint(v)
		if calls(engine.Normalise(words)) {
			return other + words
		}
		return plain + words
	}
}

func isVowel(s, vowels string) bool { return s != "" && strings.ContainsRune(vowels, rune(s[0])) }
