package terminal

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

// Prose is broken between words, a board and what fits stay as they are.
func TestLongRowsAreBrokenBetweenWords(t *testing.T) {
	var out strings.Builder
	words := strings.TrimSpace(strings.Repeat("mine é ", 40))
	board := "| " + strings.Repeat("=", 90)
	fmt.Fprintf(wrapped{&out}, "%s\n%s\n  two  blanks \n", words, board)
	if got := strings.Join(strings.Fields(strings.Split(out.String(), board)[0]), " "); got != words {
		t.Errorf("other words: %q", got)
	}
	if !strings.HasSuffix(out.String(), "\n"+board+"\n  two  blanks \n") {
		t.Errorf("what fits was changed:\n%s", out.String())
	}
	for _, row := range strings.Split(out.String(), "\n") {
		if utf8.RuneCountInString(row) > columns && row != board {
			t.Errorf("%d columns: %s", utf8.RuneCountInString(row), row)
		}
	}
}
