package speech

import (
	"slices"
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
)

// TestConditions reads conditions that only say when a move can be made, and those about what somebody does, which are none.
func TestConditions(t *testing.T) {
	for _, c := range []struct {
		lang, text string
		want       []string
	}{
		{"en", "if 3 doesn't fit on C5, pass 2", []string{"3 c5", "or pass 2"}},
		{"de", "Wenn 3 nicht auf C5 geht, passen 2", []string{"3 c5", "or pass 2"}},
		{"nl", "Als 3 niet op C5 kan, passen 2", []string{"3 c5", "or pass 2"}},
		{"fr", "Si la 3 ne va pas en C5, passer 2", []string{"3 c5", "or pass 2"}},
		{"es", "si la 3 no cabe en C5, paso la 2", []string{"3 c5", "or pass 2"}},
		{"it", "se la 3 non entra in C5, scarto la 2", []string{"3 c5", "or pass 2"}},
		{"pt", "se a 3 não couber em C5, descarto a 2", []string{"3 c5", "or pass 2"}},
		{"en", "if C5 is still free put 3 there, if not ditch 1", []string{"3 c5", "or pass 1"}},
		{"de", "wenn C5 noch frei ist leg die 3 da hin, wenn nicht schmeiß 1 weg", []string{"3 c5", "or pass 1"}},
		{"de", "passen 1, außer 3 passt auf C5", []string{"3 c5", "or pass 1"}},
		{"fr", "passer 1, à moins que la 3 aille en C5", []string{"3 c5", "or pass 1"}},
		{"de", "Diese Runde 3 auf C5, danach werfe ich 1 ab", []string{"3 c5", "next pass 1"}},
		{"en", "3 on C5 this turn, then I'll discard 1", []string{"3 c5", "next pass 1"}},
		{"en", "if Bo passes, pass 2", nil},
		{"en", "if Bo doesn't play on C5, pass 2", nil},
		{"de", "wenn Bo nicht auf C5 legt, passen 2", nil},
	} {
		ear := Ear{Lang: c.lang, Fold: engine.NormaliseText, Games: []engine.Game{catalog.FindGame("saboteur")}}
		var got []string
		for _, line := range ear.Lines(c.text, nil) {
			switch {
			case line.Heard && line.Or:
				got = append(got, "or "+line.Folded)
			case line.Heard:
				got = append(got, line.Folded)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q is read as %q, want %q", c.lang, c.text, got, c.want)
		}
	}
}
