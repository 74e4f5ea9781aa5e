package speech

import (
	"slices"
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
)

// TestSentences splits texts in which marks end sentences, and others in which they do not.
func TestSentences(t *testing.T) {
	for _, c := range []struct {
		lang, text string
		want       []string
	}{
		{"en", "Discard card 2. Whose turn is it?", []string{"Discard card 2.", "Whose turn is it?"}},
		{"en", "Write to di@example.org at 8.30 today! Thanks", []string{"Write to di@example.org at 8.30 today!", "Thanks"}},
		{"en", "I'd play Clonk! with Bo. Clonk! Really?", []string{"I'd play Clonk! with Bo.", "Clonk!", "Really?"}},
		{"de", "Ich bin vom 1. bis 5. Dezember weg. Karte 2. Wer ist dran?", []string{"Ich bin vom 1. bis 5. Dezember weg.", "Karte 2.", "Wer ist dran?"}},
		{"de", "Bis 9. August", []string{"Bis 9. August"}},
		{"fr", "C'est à qui ? :)", []string{"C'est à qui ? :)"}},
		{"en", "discard 2\nwhose turn is it", []string{"discard 2", "whose turn is it"}},
	} {
		if got := (Ear{Lang: c.lang, Games: catalog.AllGames()}).sentences(c.text); !slices.Equal(got, c.want) {
			t.Errorf("%q is split into %q, want %q", c.text, got, c.want)
		}
	}
}

// TestMovesBesideWishes has moves that are planned, offered beside a wish, or alternatives with a condition behind them.
func TestMovesBesideWishes(t *testing.T) {
	for _, c := range []struct {
		lang, text string
		want       []string // each line's own reading, or what it offers
	}{
		{"de", "Wenn ich wieder dran bin, werfe ich die 1 ab", []string{"next pass 1"}},
		{"nl", "Als ik weer aan de beurt ben gooi ik de 1 weg", []string{"next pass 1"}},
		{"de", "Wenn ich dran bin, werfe ich die 1 ab", []string{"pass 1"}}, // asked about on the writer's turn, otherwise a plan
		{"nl", "Als ik aan de beurt ben gooi ik de 1 weg", []string{"pass 1"}},
		{"en", "I think I'll dump card 5, how many cards are left?", []string{"pass 5", "status"}},
		{"en", "I'm back from holiday, discard 3", []string{"pass 3", "back"}},
		{"en", "discard 3 or discard 5 if that doesn't work", []string{"pass 3", "pass 5"}},
		{"en", "Whose turn is it, I'd never discard 3", []string{"status"}},
	} {
		ear := Ear{Lang: c.lang, Fold: engine.NormaliseText, Games: catalog.AllGames(), At: func(int64) Place {
			return Place{Game: catalog.FindGame("saboteur"), Seats: []string{"Ana", "Bo", "Cy"}, Me: "Ana"}
		}}
		var got []string
		for _, l := range ear.Lines(c.text, nil) {
			switch {
			case len(l.Maybe) > 0:
				got = append(got, l.Maybe...)
			case l.Meant != "":
				got = append(got, l.Meant)
			default:
				got = append(got, l.Folded)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q is read as %q, want %q", c.text, got, c.want)
		}
	}
}
