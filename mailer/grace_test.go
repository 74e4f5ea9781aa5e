package mailer_test

import (
	"bytes"
	"net/mail"
	"strings"
	"testing"
	"time"

	"pitpost.example/speech"
)

// What the player reads whose move waits: the receipt in each language, the digest that shows it once more, and turn.json.
func TestGraceText(t *testing.T) {
	g := newMatch(t)
	g.setTerms(`{"slips": 600000000000}`)
	no, _, name := g.due()
	var all strings.Builder
	for _, l := range speech.Languages() {
		g.lines(no, name, "lang "+l.Code)
		g.lines(no, name, map[bool]string{true: "pass 2", false: "undo\npass 2"}[l.Code == "en"])
		all.WriteString("=== " + l.Code + "\n" + g.textOf("receipt", no, 0))
		if _, err := g.db.Pool().Exec(t.Context(), "update seats set standing = standing - 'graces'; update matches set stamp = stamp + 1"); err != nil {
			t.Fatal(err)
		}
	}
	golden(t, "grace-receipts.txt", all.String())
	g.lines(no, name, "lang en\nundo\npass 2")
	g.now = g.now.Add(-36 * time.Minute)
	g.lines(no, name, "attach json\nagain")
	msg, err := mail.ReadMessage(bytes.NewReader(g.letter("receipt", no, 0)))
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "grace-turn.json", indented(t, partNamed(t, msg, "turn.json")))
	golden(t, "grace-again.txt", g.textOf("receipt", no, 0))
	position, err := g.writer.Present(t.Context(), 1, g.table().Seat(no), g.now)
	if err != nil || len(position.Until) < 2 || !strings.Contains(position.Until[0], "pass 2") || !strings.Contains(position.Until[1], "“undo”") {
		t.Errorf("the seat’s page says %q: %v", position.Until, err)
	}
	for _, s := range g.table().Seats {
		if s.No == no {
			continue
		}
		other, err := g.writer.Present(t.Context(), 1, &s, g.now)
		if err != nil || strings.Contains(strings.Join(other.Until, " "), "pass 2") {
			t.Errorf("%s’s page says %q: %v", s.Name, other.Until, err)
		}
		turn, err := g.writer.WriteTurnJSON(t.Context(), 1, &s, -1, 0, g.now)
		if err != nil || bytes.Contains(turn, []byte("grace")) {
			t.Errorf("%s’s program reads %s: %v", s.Name, turn, err)
		}
	}
}

// A button for each thing that can be done about a move that waits.
func TestGraceButtons(t *testing.T) {
	g := newMatch(t)
	g.setTerms(`{"slips": 600000000000}`)
	no, _, name := g.due()
	g.lines(no, name, "pass 2")
	raw := strings.ReplaceAll(string(g.letter("receipt", no, 0)), "=\r\n", "")
	for _, word := range []string{"now", "undo", "wait"} {
		if !strings.Contains(raw, "body=3D"+word) && !strings.Contains(raw, "body="+word) {
			t.Errorf("no button for %q", word)
		}
	}
}
