package templates

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/BurntSushi/toml"
)

// The words of each language that stand for one thing, what they are called in another edition of a
// game, and the words refused for them: the house's, and those of a game beside its catalogues.
// glossary/en.toml says how a row reads; a test holds what is printed to them.
//
//go:embed glossary/*.toml
var glossaries embed.FS

// glossaryFolder is where a glossary stands beside catalogues.
const glossaryFolder = "glossary"

// term is a row of a glossary.
type term struct {
	Forms, Refused, Except []string
	Edition                map[string][]string
}

// glossary are the terms of a language: those of the house and of the games that have some.
func (c *Catalog) glossary(lang string) (map[string]term, error) {
	all := map[string]term{}
	for _, files := range c.glossaries {
		var terms map[string]term
		text, err := fs.ReadFile(files, glossaryFolder+"/"+lang+".toml")
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil {
			err = toml.Unmarshal(text, &terms)
		}
		if err != nil {
			return nil, fmt.Errorf("glossary %s: %w", lang, err)
		}
		for name, t := range terms {
			if there, ok := all[name]; ok { // a game excepts texts of its own
				there.Except = append(there.Except, t.Except...)
				t = there
			}
			all[name] = t
		}
	}
	return all, nil
}

// editionWords are what terms under a prefix are called in an edition, or a region, where that is not
// what the language says first; none where it is in another language.
func (c *Catalog) editionWords(lang, prefix, edition string) map[string]string {
	terms, err := c.glossary(lang)
	if err != nil {
		return nil // of one that cannot be read each thing has one word
	}
	words := map[string]string{}
	for key, t := range terms {
		if others := t.Edition[edition]; strings.HasPrefix(key, prefix) && len(others) == len(t.Forms) {
			for i, form := range t.Forms {
				words[form] = others[i]
			}
		}
	}
	return words
}

// Of is the printer for a match of an edition: it says the words of that rulebook if the rulebook is
// in its language.
func (p *Printer) Of(game, edition string) *Printer {
	t, c := p.tongue, p.tongue.catalog
	name := t.name + " " + game + " " + edition
	c.mu.Lock()
	defer c.mu.Unlock()
	of, ok := c.editions[name]
	if !ok {
		of = t
		prefix := game + "."
		if words := c.editionWords(t.name, prefix, edition); len(words) > 0 {
			of = t.with(words, prefix)
		}
		if len(c.editions) < 1000 { // editions are few, but who asks may name any
			c.editions[name] = of
		}
	}
	return &Printer{zone: p.zone, tongue: of}
}

// with is a tongue in which messages under a prefix say other words.
func (t *tongue) with(words map[string]string, prefix string) *tongue {
	out := *t
	out.said = maps.Clone(t.said)
	for key, m := range out.said {
		if !strings.HasPrefix(key, prefix) {
			continue
		}
		m.other = exchange(m.other, words)
		if m.forms != nil {
			forms := *m.forms
			for i, form := range forms {
				forms[i] = exchange(form, words)
			}
			m.forms = &forms
		}
		out.said[key] = m
	}
	return &out
}

// wholeWord is a word, or a place for an argument, in which nothing is exchanged.
var wholeWord = regexp.MustCompile(`{{[^}]*}}|[\pL\pN-]+`)

// exchange puts other words for some in a text: whole ones, a capital for a capital.
func exchange(text string, words map[string]string) string {
	return wholeWord.ReplaceAllStringFunc(text, func(word string) string {
		if other, ok := words[word]; ok {
			return other
		}
		first, rest := utf8.DecodeRuneInString(word)
		if other, ok := words[string(unicode.ToLower(first))+word[rest:]]; ok {
			first, rest = utf8.DecodeRuneInString(other)
			return string(unicode.ToUpper(first)) + other[rest:]
		}
		return word
	})
}
