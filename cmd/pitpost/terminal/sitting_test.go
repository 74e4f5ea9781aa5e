package terminal

import (
	"strings"
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
)

// A player at the terminal can write whole sentences, which are read as in letters.
func TestTheTerminalHearsAsMailDoes(t *testing.T) {
	for _, c := range []struct{ rows, says string }{
		{"I discard a second card", "Did you mean “pass"},
		{"I discard a second card\nyes", "Played: pass 2"},
		{"I discard a second card\nno", "I read no move in that"},
		{"I'm discarding card 2, sorry", "Played: pass 2"},
		{"What are the rules?", "First you play one card"},
		{"rules", "“rules long” has all of them"},
		{"rules gold", "When the saboteurs win, one alone gets 4 nuggets"},
		{"rules edition", "From the card you lay, an unbroken way must lead back to the start."},
		{"rules long", "There are 3 of you, so the dwarf cards in the deal are: saboteurs 1, miners 3."},
		{"rules weather", "The rules have no section “weather”."},
		{"I'd like to leave the match.", "“resign” is for matches by mail"},
		{"pause", "“pause” is for matches by mail"},
		{"what a lovely evening", "I read no move in that"},
		{"99 C5 or pass 1", "Played: pass 1"},
		{"check whether pass 2 works; pass 2", "Played: pass 2"},
		{"play 99 on C5", "You have no card number 99"},
	} {
		m := engine.OpenMatch(catalog.FindGame("saboteur"), engine.Setup{Edition: "pt"}, [32]byte{1})
		for _, name := range []string{"Eli", "Ana", "Bo"} {
			m.Apply(engine.Fact{Event: engine.Joined{Name: name}})
		}
		for _, f := range m.Start() {
			m.Apply(f)
		}
		var out strings.Builder
		PlayMatch(m, []string{"dig"}, EnglishPrinter(), strings.NewReader(c.rows+"\nquit\n"), &out)
		if printed := strings.Join(strings.Fields(out.String()), " "); !strings.Contains(printed, c.says) {
			t.Errorf("%q: no %q in\n%s", c.rows, c.says, out.String()[max(0, out.Len()-600):])
		}
	}
}
