package mailer_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pitpost.example/model"
)

// During a rally, the letters to those who take part show until when a move is hoped for, besides their own
// deadline. Letters to others, and those before and after it, do not.
func TestLettersSayTheRally(t *testing.T) {
	g := newTable(t, "saboteur rounds=1", "bo", "cy")
	no, _, name := g.due()
	g.lines(0, "Ana", "rally 16:00")
	g.write("bo", "yes", model.Ref{Purpose: model.ForAsk, Step: 1})
	if text := g.digest(); strings.Contains(text, "rally") {
		t.Errorf("before it begins %s, seat %d, reads:\n%s", name, no, text)
	}
	g.now = time.Date(2026, 8, 3, 16, 0, 0, 0, time.UTC)
	if _, err := g.house.Sweep(t.Context(), g.now); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		g.move()
		_, _, due := g.due()
		until := fmt.Sprintf("hope for your move by Mon 3 August, %s UTC", g.now.Add(15*time.Minute).Format("15:04"))
		text := strings.Join(strings.Fields(g.digest()), " ")
		if says := strings.Contains(text, until); says != (due != "Cy") {
			t.Errorf("%s reads of %q: %v in\n%s", due, until, says, text)
		}
		if !strings.Contains(text, g.now.Add(36*time.Hour).Format("Mon 2 January, 15:04 UTC")) {
			t.Errorf("%s does not read of the usual time:\n%s", due, text)
		}
	}
	if said, err := g.house.Operate(t.Context(), 1, "pause", g.now); err != nil || !said.Done {
		t.Fatal(err)
	}
	if said, err := g.house.Operate(t.Context(), 1, "resume", g.now); err != nil || !said.Done {
		t.Fatal(err)
	}
	g.now = g.now.Add(5 * time.Hour)
	g.move()
	if text := g.digest(); strings.Contains(text, "rally") {
		t.Errorf("after it:\n%s", text)
	}
}
