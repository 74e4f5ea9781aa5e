package clients

import (
	"fmt"
	"html"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"pitpost.example/model"
)

var tapped = regexp.MustCompile(`href="mailto:([^"?]*)\?body=([^"&]*)`)

// A stranger is welcomed in the language of their letter. The first answer that the letter offers begins a
// match against bots, and is shown with its accents.
func TestAStrangerBeginsByATap(t *testing.T) {
	t.Parallel()
	g := sit(t, "saboteur")
	for i, c := range []struct{ words, shown string }{
		{"Hello? What is this?", "new practice Saboteur"},
		{"play", "new practice Saboteur"}, // which resembles a word of the house
		{"Hallo? Was ist das denn hier?", "neue Übung Saboteur"},
		{"Bonjour, qu'est-ce que c'est ?", "nouvel entraînement Saboteur"},
		{"Hola, ¿qué es esto?", "nueva práctica Saboteur"},
		{"Ciao, che cos'è questo?", "nuovo allenamento Saboteur"},
		{"Hallo, wat is dit eigenlijk voor iets?", "nieuwe oefenpartij Saboteur"},
		{"Olá, o que é isto?", "novo treino Saboteur"},
	} {
		address := fmt.Sprintf("jo%d@example.org", i)
		g.writes("Jo <"+address+">", "", c.words)
		l := g.last("welcome", address, "receipt")
		first := tapped.FindStringSubmatch(html.UnescapeString(l.page))
		if first == nil || !strings.Contains(l.text, " "+c.shown+",") || !strings.Contains(l.page, ">"+c.shown+"</a>") {
			t.Fatalf("%s: no %q among the answers:\n%s", c.words, c.shown, l.text)
		}
		to, err := url.PathUnescape(first[1])
		if err != nil {
			t.Fatal(err)
		}
		body, err := url.PathUnescape(first[2])
		if err != nil {
			t.Fatal(err)
		}
		if state, kept := g.Write("Jo <"+address+">", to, "", body); state != string(model.LetterApply) {
			t.Errorf("%q: %s %s", body, state, kept)
		}
		if n := g.Count(`select count(*) from matches m join seats s on s.match_id = m.id join addresses a on a.player_id = s.player_id
			where a.address = $1 and m.phase = 'running'`, address); n != 1 {
			t.Errorf("after %q there are %d matches of %s", body, n, address)
		}
	}
}
