package mailer_test

import (
	"encoding/json"
	"net/mail"
	"strings"
	"testing"
)

// The letters of a table that chooses at once: the question, the answer to a choice, and what all read once the cards
// are dealt. Nothing in them tells a choice before the last is made.
func TestLettersOfAChoiceAtOnce(t *testing.T) {
	g := newTableAsked(t, "clonk", "bo", "cy")
	golden(t, "clonk-tile.txt", g.letterText("turn", 1))
	g.lines(0, "Ana", "open kind")
	golden(t, "clonk-tile-chosen.txt", g.letterText("receipt", 0))
	g.lines(2, "Cy", "say hello\nnudge")
	asked := g.letterText("nudge", 1)
	if strings.Contains(asked, "showed") || !strings.Contains(asked, "Ana  has chosen a tile") {
		t.Errorf("a choice at once is told before all have chosen, or not who has chosen:\n%s", asked)
	}
	g.lines(2, "Cy", "open colour")
	g.lines(1, "Bo", "open kind")
	for seat, name := range []string{"Ana", "Bo", "Cy"} {
		purpose := "round"
		if g.table().Match.ToMove()[0] == name {
			purpose = "turn"
		}
		text := g.letterText(purpose, seat)
		golden(t, "clonk-dealt-"+strings.ToLower(name)+".txt", text)
	}
	golden(t, "clonk-tile-last.txt", g.letterText("receipt", 1))
}

// A program that plays a seat gets the tiles before there are cards.
func TestTurnJSONBeforeTheDeal(t *testing.T) {
	g := newTableAsked(t, "clonk", "bo", "cy")
	if _, err := g.db.Pool().Exec(t.Context(), `update players set settings = settings || '{"json": true}'`); err != nil {
		t.Fatal(err)
	}
	g.lines(0, "Ana", "open kind")
	msg, err := mail.ReadMessage(strings.NewReader(string(g.letter("turn", 1, 0))))
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "clonk-tile.json", indented(t, partNamed(t, msg, "turn.json")))
}

func indented(t *testing.T, data []byte) string {
	t.Helper()
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	out, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(out) + "\n"
}
