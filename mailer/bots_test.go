package mailer_test

import (
	"strings"
	"testing"
)

// The ledger tells everybody which seats bots play, and marks no others.
func TestLedgerNamesBots(t *testing.T) {
	g := newTable(t, "saboteur rounds=1", "bo", "cy", "di")
	if text := g.digest(); strings.Contains(text, "played by a bot") {
		t.Fatalf("nobody is a bot yet:\n%s", text)
	}
	no, _, _ := g.due()
	left := g.table().Seats[(no+1)%4].Name
	for _, words := range []string{"resign", "yes"} {
		g.lines((no+1)%4, left, words)
	}
	if !g.table().Match.Chair(left).Bot {
		t.Fatalf("%s still plays", left)
	}
	g.move()
	text := g.digest()
	if row := text[strings.LastIndex(text, "At the table"):]; strings.Count(row, "played by a bot") != 1 || !strings.Contains(row, left) {
		t.Errorf("the ledger does not name %s as a bot:\n%s", left, text)
	}
}
