package templates

import (
	"strings"
	"testing"

	"pitpost.example/engine"
)

// Arguments must be fitted into their sentences by the rules of each language.
func TestArgumentsAreFittedIn(t *testing.T) {
	for call, words := range map[string]map[string]string{
		"de":    {"Ana": "d’Ana", "Bo": "de Bo", "Élise": "d’Élise", "Hal": "de Hal", "A3": "d’A3", "": "de "},
		"que":   {"Ivy": "qu’Ivy", "Cy": "que Cy"},
		"a":     {"Ana": "ad Ana", "Eli": "a Eli", "Bo": "a Bo"},
		"e":     {"Eli": "ed Eli", "Ana": "e Ana"},
		"y":     {"Inés": "e Inés", "Hilda": "e Hilda", "Iago": "y Iago", "Hiena": "y Hiena", "Bo": "y Bo", "h": "y h", "i": "e i"},
		"o":     {"Óscar": "u Óscar", "Horacio": "u Horacio", "8": "o 8", "Ana": "o Ana"},
		"em":    {"sábado, 5 de julho": "no sábado, 5 de julho", "domingo": "no domingo", "segunda, 6 de julho": "na segunda, 6 de julho"},
		"dativ": {"2 Tage 3 Stunden": "2 Tagen 3 Stunden", "1 Tag": "1 Tag", "5 Minuten": "5 Minuten"},
	} {
		for word, want := range words {
			for _, text := range []string{"{{" + call + " .x}}", "{{if true}}{{" + call + " .x}}{{end}}"} {
				c := &Catalog{}
				if got, ok := c.fill(text, map[string]any{"x": word}); !ok || got != want {
					t.Errorf("%s of %q is %q, not %q", text, word, got, want)
				}
			}
		}
	}
}

// Lists and times must be put as each language puts them.
func TestListsAndTimesInTheirSentences(t *testing.T) {
	c, err := LoadCatalog()
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range []struct {
		lang string
		says engine.Phrase
		want string
	}{
		{"es", engine.Say("house.waits-for", "names", []string{"Ana", "Ivy"}), "Aún sin contestar: Ana e Ivy."},
		{"it", engine.Say("house.waits-for", "names", []string{"Ana", "Eli"}), "Si aspetta ancora la risposta di Ana ed Eli."},
		{"fr", engine.Say("mail.until", "until", "2026-12-01T18:00:00Z"), "Tu as jusqu’au mar. 1er décembre, 18:00 UTC."},
		{"fr", engine.Say("mail.until", "until", "2026-12-02T18:00:00Z"), "Tu as jusqu’au mer. 2 décembre, 18:00 UTC."},
		{"pt", engine.Say("house.rally-call", "at", "2026-11-28T18:00:00Z", "names", []string{"Ana"}), "A sessão rápida começa no sábado, 28 de novembro, 18:00 UTC. Participam: Ana."},
		{"pt", engine.Say("mail.until", "until", "2026-11-23T18:00:00Z"), "Você tem até segunda, 23 de novembro, 18:00 UTC."},
		{"de", engine.Say("house.grace-kept", "in", 2*86400, "until", "2026-08-05T09:00:00Z", "command", "3 C5"), "In 2 Tagen (Mi., 5. August, 09:00 Uhr (UTC)) spiele ich 3 C5. Bis dahin weiß niemand davon"},
		{"de", engine.Say("acts.did-extend", "by", "Bo", "in", 2*86400), "Bo hat den laufenden Zug um 2 Tage verlängert"},
	} {
		if got := c.Printer(k.lang, nil).Print(k.says); !strings.HasPrefix(got, k.want) {
			t.Errorf("%s: got %q, want %q", k.lang, got, k.want)
		}
	}
}
