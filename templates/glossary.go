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

// glossaries is the house's glossary for each language; a game's lies beside its catalogues. A glossary lists
// the words for each thing, the words that must not be used for it, and what it is called in another edition
// or region. glossary/en.toml explains its rows. A test checks all texts against it.
//
//go:embed glossary/*.toml
var glossaries embed.FS

// glossaryFolder is the folder of a glossary, beside the catalogues.
const glossaryFolder = "glossary"

// term is a row of a glossary: the words for one thing.
type term struct {
	Forms, Refused, Except []string
	Edition                map[string][]string
}

// glossary returns the terms of a language from the glossaries of the house and the games.
func (c *Catalog) glossary(lang string) (map[string]term, error) {
	all := map[string]term{}
	for _, files := range c.glossaries {
		var terms map[string]term
		_, err := toml.DecodeFS(files, glossaryFolder+"/"+lang+".toml", &terms)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("glossary %s: %w", lang, err)
		}
		for name, t := range terms {
			if there, ok := all[name]; ok { // a game may add exceptions to a term of the house, for its own texts
				there.Except = append(there.Except, t.Except...)
				t = there
			}
			all[name] = t
		}
	}
	return all, nil
}

// editionWords maps the usual words for terms with a prefix to those of an edition or a region. It is empty
// if the edition is in another language.
func (c *Catalog) editionWords(lang, prefix, edition string) map[string]string {
	terms, err := c.glossary(lang)
	if err != nil {
		return nil // without a readable glossary nothing is exchanged
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

// Of returns a printer for a match of an edition. If the rulebook of the edition is in the printer's
// language, it uses the rulebook's words.
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
		if len(c.editions) < 1000 { // there are few editions, but callers may name any
			c.editions[name] = of
		}
	}
	return &Printer{zone: p.zone, tongue: of}
}

// with returns a copy of the tongue in which words are exchanged in all messages whose key has a prefix.
func (t *tongue) with(words map[string]string, prefix string) *tongue {
	out := *t
	out.said = maps.Clone(t.said)
	for key, m := range out.said {
		if strings.HasPrefix(key, prefix) {
			var changed message
			for form, text := range m {
				changed[form] = exchange(text, words)
			}
			out.said[key] = &changed
		}
	}
	return &out
}

// wholeWord matches a word, or a place for an argument, which is matched so that nothing inside it is
// exchanged.
var wholeWord = regexp.MustCompile(`{{[^}]*}}|[\pL\pN-]+`)

// exchange replaces whole words in a text. A word with a capital gets a replacement with a capital.
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
