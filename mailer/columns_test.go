package mailer

import (
	"slices"
	"testing"
)

func TestColumns(t *testing.T) {
	grid := [][]string{
		{"shaft", "s1 (2)", "s2 (1)"},
		{"top", "white necklace 2/1", "rót hámmer 0/1"},
		{"no. 2", "face down", ""},
	}
	wide := []string{
		"| shaft  s1 (2)              s2 (1)",
		"| top    white necklace 2/1  rót hámmer 0/1",
		"| no. 2  face down",
	}
	if got := columns(grid, 76); !slices.Equal(got, wide) {
		t.Errorf("wide enough:\n%q", got)
	}
	narrow := []string{
		"| shaft  s1 (2)",
		"| top    white necklace 2/1",
		"| no. 2  face down",
		"|",
		"| shaft  s2 (1)",
		"| top    rót hámmer 0/1",
	}
	if got := columns(grid, 40); !slices.Equal(got, narrow) {
		t.Errorf("too narrow:\n%q", got)
	}
	if got := columns(nil, 40); got != nil {
		t.Errorf("no grid: %q", got)
	}
}
