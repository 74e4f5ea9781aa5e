package render

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pitpost.example/engine"
	"pitpost.example/templates"
)

func TestColumns(t *testing.T) {
	grid := [][]string{
		{"shaft", "s1 (2)", "s2 (1)"},
		{"top", "white necklace 2/1", "rót hámmer 0/1"},
		{"no. 2", "face down", ""},
	}
	wide := []string{
		"shaft  s1 (2)              s2 (1)",
		"top    white necklace 2/1  rót hámmer 0/1",
		"no. 2  face down",
	}
	if got := AlignColumns(grid, 76); !slices.Equal(got, wide) {
		t.Errorf("wide enough:\n%q", got)
	}
	narrow := []string{
		"shaft  s1 (2)",
		"top    white necklace 2/1",
		"no. 2  face down",
		"",
		"shaft  s2 (1)",
		"top    rót hámmer 0/1",
	}
	if got := AlignColumns(grid, 40); !slices.Equal(got, narrow) {
		t.Errorf("too narrow:\n%q", got)
	}
	if got := AlignColumns(nil, 40); got != nil {
		t.Errorf("no grid: %q", got)
	}
}

// The labels of a drawn board are translated, and nothing moves.
func TestLabelsKeepTheirWidth(t *testing.T) {
	board := []string{"cols     A      B", "       [  |  ] [ ---]", "row 1  [--+--] [ ---]", "row -12[--+--]", "cols"}
	long := func(engine.Phrase) string { return "quite long" }
	if got := BoardLines(engine.View{Board: board}, long); got[2] != "1      [--+--] [ ---]" ||
		got[3] != "-12    [--+--]" {
		t.Errorf("long labels: %q", got)
	}
	wide := []string{"cols     A", "       " + strings.Repeat("[  |  ]", 10), "row 1  " + strings.Repeat("[--+--]", 10)}
	for _, line := range BoardLines(engine.View{Board: wide}, long)[1:] {
		if len(line) != BoardWidth || strings.Index(line, "[") != 6 {
			t.Errorf("%d columns: %q", len(line), line)
		}
	}
	words, err := templates.LoadCatalog()
	if err != nil {
		t.Fatal(err)
	}
	for lang, want := range map[string][]string{
		"en": board,
		"de": {"Sp.      A      B", board[1], "Rh. 1  [--+--] [ ---]", "Rh. -12[--+--]", "Sp."},
		"fr": {"col.     A      B", board[1], "rg. 1  [--+--] [ ---]", "rg. -12[--+--]", "col."},
	} {
		got := BoardLines(engine.View{Board: board}, words.Printer(lang, time.UTC).Print)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q", lang, got)
		}
	}
}
