package templates

import (
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
)

// spoken lists the languages with a catalogue and a glossary of their own.
var spoken = []string{"en", "de", "fr", "nl", "es", "it", "pt"}

// printed returns all messages of a language, by key.
func printed(t *testing.T, lang string) map[string]*message {
	t.Helper()
	c, err := LoadCatalog(catalog.AllGames().Strings()...)
	if err != nil {
		t.Fatal(err)
	}
	said, err := c.messages(lang)
	if err != nil || len(said) == 0 {
		t.Fatalf("%s: %d messages, %v", lang, len(said), err)
	}
	return said
}

// texts returns the forms of a message.
func (m message) texts() []string {
	return slices.DeleteFunc(m[:], func(s string) bool { return s == "" })
}

var (
	argument  = regexp.MustCompile(`{{[^}]*}}`)
	quotation = regexp.MustCompile(`“[^”]*”|„[^“]*“|«[^»]*»`)
)

// proseOf returns the words of a message itself: without arguments, and without quotations, which are
// commands or somebody's words.
func proseOf(m *message) string {
	return quotation.ReplaceAllString(argument.ReplaceAllString(strings.Join(m.texts(), " | "), "·"), "·")
}

// holds reports whether a text contains words, as whole words and ignoring case.
func holds(text, words string) bool {
	text, words = strings.ToLower(text), strings.ToLower(words)
	if !strings.Contains(text, words) {
		return false
	}
	return regexp.MustCompile(`(^|[^\pL\pN-])` + regexp.QuoteMeta(words) + `($|[^\pL\pN-])`).MatchString(text)
}

// commands returns what letters in a language print for each word of command, by game and word.
func commands(t *testing.T, lang string) map[string]string {
	words := map[string]string{}
	for _, g := range catalog.AllGames() {
		if _, is := g.(engine.Spoken); !is {
			continue
		}
		text, err := os.ReadFile("../engine/" + g.Name() + "/sayings/" + lang + ".txt")
		if err != nil && lang != "en" {
			t.Fatal(err)
		}
		for row := range strings.Lines(string(text)) {
			if show, found := strings.CutPrefix(row, "show "); found {
				command, shown, _ := strings.Cut(show, ":")
				words[g.Name()+".command "+command] = strings.TrimSpace(shown)
			}
		}
	}
	return words
}

// Each thing must have one name in a language. The texts must use every form in the glossary, and none of the
// words that it refuses except in the keys that it excepts.
func TestOneNameForEachThing(t *testing.T) {
	c, err := LoadCatalog(catalog.AllGames().Strings()...)
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range spoken {
		terms, err := c.glossary(lang)
		if err != nil {
			t.Fatal(err)
		}
		if len(terms) < 30 {
			t.Errorf("%s: %d terms", lang, len(terms))
		}
		prose := map[string]string{}
		for key, m := range printed(t, lang) {
			prose[key] = proseOf(m)
		}
		maps.Copy(prose, commands(t, lang))
		for name, term := range terms {
			game, _, ofGame := strings.Cut(name, ".")
			keys := slices.DeleteFunc(slices.Sorted(maps.Keys(prose)), func(key string) bool { return ofGame && !strings.HasPrefix(key, game+".") })
			for _, form := range term.Forms {
				if !slices.ContainsFunc(keys, func(key string) bool { return holds(prose[key], form) }) {
					t.Errorf("%s: %s: nothing says %q", lang, name, form)
				}
			}
			for _, others := range term.Edition {
				if len(others) != len(term.Forms) {
					t.Errorf("%s: %s: %d forms, %d in another edition", lang, name, len(term.Forms), len(others))
				}
			}
			excused := map[string]bool{}
			for _, word := range term.Refused {
				for _, key := range keys {
					switch {
					case !holds(prose[key], word):
					case slices.Contains(term.Except, key):
						excused[key] = true
					default:
						t.Errorf("%s: %s says %q for %s: %s", lang, key, word, name, prose[key])
					}
				}
			}
			for _, key := range term.Except {
				if !excused[key] {
					t.Errorf("%s: %s excuses %s, which needs none", lang, name, key)
				}
			}
		}
	}
}

// If an edition is in the reader's language, its words are printed; otherwise they must not be.
func TestWordsOfAnEdition(t *testing.T) {
	c, err := LoadCatalog(catalog.AllGames().Strings()...)
	if err != nil {
		t.Fatal(err)
	}
	fallen, deck := engine.Say("saboteur.short.fell"), engine.Say("saboteur.table.deck", "count", 3)
	for _, k := range []struct{ lang, game, edition, fallen, deck string }{
		{"es", "saboteur", "es", "quita del laberinto una carta de camino", "Quedan 3 cartas en la reserva."},
		{"es", "saboteur", "mercurio", "quita del laberinto una carta de túnel", "Quedan 3 cartas en la pila."},
		{"es", "saboteur", "pt", "quita del laberinto una carta de túnel", "Quedan 3 cartas en la pila."},
		{"es", "clonk", "es", "quita del laberinto una carta de túnel", "Quedan 3 cartas en la pila."},
		{"it", "saboteur", "es", "toglie una carta percorso dal labirinto", "Nel mazzo: 3 carte."},
	} {
		p := c.Printer(k.lang, nil).Of(k.game, k.edition)
		if a, b := p.Print(fallen), p.Print(deck); a != k.fallen || b != k.deck {
			t.Errorf("%s, %s %s: %q, %q", k.lang, k.game, k.edition, a, b)
		}
	}
	words := map[string]string{"túnel": "camino", "fin": "{{x}}"}
	if got := exchange("Túnel, túneles, túnel-túnel, {{.túnel}} túnel.", words); got != "Camino, túneles, túnel-túnel, {{.túnel}} camino." {
		t.Error(got)
	}
	terms, err := c.glossary("es")
	if err != nil {
		t.Fatal(err)
	}
	other := c.Printer("es", nil).Of("saboteur", "es").tongue.said
	for name, term := range terms {
		for _, form := range term.Forms {
			for key, m := range other {
				if len(term.Edition) > 0 && strings.HasPrefix(key, "saboteur.") && holds(proseOf(m), form) {
					t.Errorf("%s in the other edition: %s says %q", name, key, form)
				}
			}
		}
	}
}

// A region prints what it says differently, and everything else as its language does.
func TestWordsOfARegion(t *testing.T) {
	c, err := LoadCatalog(catalog.AllGames().Strings()...)
	if err != nil {
		t.Fatal(err)
	}
	for lang, want := range map[string][]string{
		"pt":    {"Você tem até segunda, 23 de novembro, 18:00 UTC.", "Rodada 2 de 3."},
		"pt-BR": {"Você tem até segunda, 23 de novembro, 18:00 UTC.", "Rodada 2 de 3."},
		"pt-PT": {"Tem até segunda, 23 de novembro, 18:00 UTC.", "Ronda 2 de 3."},
	} {
		p := c.Printer(lang, nil).Of("saboteur", "pt")
		for i, says := range []engine.Phrase{engine.Say("mail.until", "until", "2026-11-23T18:00:00Z"), engine.Say("saboteur.table.round", "round", 2, "of", 3)} {
			if got := p.Print(says); got != want[i] {
				t.Errorf("%s: %q, not %q", lang, got, want[i])
			}
		}
	}
}

// quotes holds the quotation marks of each language. Apostrophes are curly in all of them.
var quotes = map[string]string{"en": "“”", "de": "„“", "fr": "«»", "nl": "“”", "es": "«»", "it": "«»", "pt": "“”"}

// Quotation marks, spaces and punctuation must be set as each language sets them.
func TestTypography(t *testing.T) {
	titles := strings.NewReplacer("Clonk!", "Clonk")
	for _, lang := range spoken {
		for key, m := range printed(t, lang) {
			for _, text := range m.texts() {
				text = titles.Replace(argument.ReplaceAllString(text, "·"))
				for _, mark := range `"'“”„«»‚‘` {
					if strings.ContainsRune(text, mark) && !strings.ContainsRune(quotes[lang], mark) {
						t.Errorf("%s: %s sets %q: %s", lang, key, mark, text)
					}
				}
				if strings.Contains(text, "  ") || strings.Contains(text, "...") {
					t.Errorf("%s: %s has two blanks or three full stops: %s", lang, key, text)
				}
				if wrong := french.FindString(text); lang == "fr" && wrong != "" {
					t.Errorf("fr: %s wants a space that does not break at %q: %s", key, wrong, text)
				}
				if lang == "es" && (strings.Count(text, "?") != strings.Count(text, "¿") || strings.Count(text, "!") != strings.Count(text, "¡")) {
					t.Errorf("es: %s does not open what it closes: %s", key, text)
				}
			}
		}
	}
}

// french finds a mark without its space, which must be a no-break or narrow no-break space. Clocks, addresses
// and commands such as "say:" need none.
var french = regexp.MustCompile(`[^\x{a0}\x{202f}\d»] ?[;!?»]|«[^\x{a0}\x{202f}]| :|[\pL)]:(\s|$)`)

// sameAsEnglish lists, by key, the languages in which a text is the same as in English; "*" means all.
var sameAsEnglish = map[string]string{
	"match.by-house": "*", "match.voice-house": "*", "clonk.title": "*", "saboteur.title": "*", // names
	"standings.table": "de fr", "standings.name": "de", "standings.points": "fr", "post.source": "fr", "post.sorry": "nl", "clonk.tile.statue": "fr",
	"time.month-4": "de nl", "time.month-8": "de", "time.month-9": "de nl", "time.month-11": "de nl",
	"saboteur.party.saboteur": "fr nl", "saboteur.role.saboteur": "fr nl",
}

var letters3 = regexp.MustCompile(`\pL{3}`)

// A text that is the same as in English was probably never translated, unless sameAsEnglish lists it.
func TestNothingIsLeftInEnglish(t *testing.T) {
	english, same := printed(t, "en"), map[string]bool{}
	for _, lang := range spoken[1:] {
		for key, m := range printed(t, lang) {
			if !slices.Equal(m.texts(), english[key].texts()) || !letters3.MatchString(argument.ReplaceAllString(m[otherForm], "")) {
				continue
			}
			same[key] = true
			if langs := sameAsEnglish[key]; langs != "*" && !strings.Contains(langs, lang) {
				t.Errorf("%s: %s is as in English: %s", lang, key, m[otherForm])
			}
		}
	}
	for key := range sameAsEnglish {
		if !same[key] {
			t.Errorf("%s is as in English nowhere", key)
		}
	}
}

// A message with a number must have the plural forms that its language has, and no others.
func TestFormsOfNumbers(t *testing.T) {
	for _, lang := range spoken {
		c, err := LoadCatalog()
		if err != nil {
			t.Fatal(err)
		}
		p := c.Printer(lang, nil)
		asked := map[string]bool{}
		for _, n := range []int{0, 1, 2, 3, 5, 11, 100, 1_000_000} {
			asked[plurals[p.tongue.form(n)]] = true
		}
		for key, m := range printed(t, lang) {
			if len(m.texts()) == 1 {
				continue
			}
			for i, form := range m {
				if form != "" && !asked[plurals[i]] {
					t.Errorf("%s: %s has a form %q, which the language lacks", lang, key, plurals[i])
				}
			}
			if m[1] == "" {
				t.Errorf("%s: %s has no form for one", lang, key)
			}
		}
	}
}

// examples holds arguments for subjects and labels.
var examples = map[string]any{"match": 4242, "round": 3, "turn": 27, "season": 3, "week": 12, "count": 12, "name": "Fay", "host": "Gus", "league": "Sunday",
	"address": "ana@example.org", "result": "Cy wins, 4 nuggets", "what": engine.Say("acts.vote-abort"), "game": engine.Say("saboteur.title"), "domain": "example.org",
	"until": engine.FormatMoment(time.Date(2026, 9, 23, 16, 36, 0, 0, time.UTC))}

// Subjects are shown in a list of letters and labels on buttons, so neither may be long.
func TestSubjectsAndLabelsAreShort(t *testing.T) {
	c, err := LoadCatalog(catalog.AllGames().Strings()...)
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range spoken {
		subjects, labels := 0, 0
		for _, key := range c.Keys(lang) {
			most := 0
			switch {
			case strings.HasSuffix(key, "-subject"), strings.HasSuffix(key, ".subject"), strings.HasPrefix(key, "mail.subject-"):
				most, subjects = 60, subjects+1
			case strings.HasPrefix(key, "acts.do-"):
				most, labels = 24, labels+1
			default:
				continue
			}
			text := c.Printer(lang, nil).Print(engine.Phrase{Key: key, Args: examples})
			if n := utf8.RuneCountInString(text); n > most || strings.Contains(text, "<no value>") {
				t.Errorf("%s: %s has %d characters, at most %d: %s", lang, key, n, most, text)
			}
		}
		if subjects < 40 || labels < 20 {
			t.Errorf("%s: %d subjects and %d labels", lang, subjects, labels)
		}
	}
}

// Pitpost must be called by its name and never a house, neither in what is printed nor in what translators
// read.
func TestCataloguesCallPitpostByItsName(t *testing.T) {
	house := regexp.MustCompile(`(?i)\b(the house|das haus|dem haus|des hauses|la maison|het huis|la casa|della casa|esta casa)\b`)
	trees := append([]fs.FS{os.DirFS("locale")}, catalog.AllGames().Strings()...)
	for _, tree := range trees {
		err := fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || path.Ext(name) != ".toml" {
				return err
			}
			text, err := fs.ReadFile(tree, name)
			if found := house.Find(text); found != nil {
				t.Errorf("%s says %q", name, found)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
