package speech

import "testing"

// TestChosen has texts that choose one of three options.
func TestChosen(t *testing.T) {
	for _, c := range []struct {
		lang, text string
		n          int
	}{
		{"en", "the first", 1}, {"en", "1st", 1}, {"en", "the second one please", 2}, {"en", "b", 2}, {"en", "b)", 2}, {"en", "I meant the last one, sorry", 3},
		{"en", "yes, the first", 1}, {"nl", "doe maar de tweede", 2}, {"nl", "de eerste graag", 1}, {"de", "Die zweite, bitte!", 2}, {"de", "letzteres", 3}, {"nl", "option 2", 2},
		{"fr", "la deuxième, s'il te plaît", 2}, {"es", "la primera", 1}, {"it", "la seconda, grazie", 2}, {"pt", "a primeira, por favor", 1},
		{"en", "both", -1}, {"en", "the left one", -1}, {"nl", "allebei", -1}, {"de", "die andere", -1}, {"en", "the first or the second", 0}, {"en", "the first, the second", -1},
		{"en", "the first?", 0}, {"en", "not the first", 0}, {"en", "the first time I win", 0}, {"de", "die erste Runde war toll", 0}, {"nl", "eerst eten", 0}, {"en", "5", 0}, {"en", "haha", 0}, {"en", "", 0},
	} {
		if n := ReadChosenOption(c.text, 3, c.lang); n != c.n {
			t.Errorf("%s %q chooses %d, not %d", c.lang, c.text, n, c.n)
		}
	}
	if n := ReadChosenOption("the third", 2, "en"); n != -1 {
		t.Errorf("the third of two is %d", n)
	}
}

// TestBare has answers whose friendly words are removed, while the rest stays as it was written.
func TestBare(t *testing.T) {
	for _, c := range [][3]string{{"en", "Oh sorry, B3", "B3"}, {"en", "yes, C5 please", "C5"}, {"nl", "op C5 graag", "op C5"}, {"en", "-B4", "-B4"}, {"en", "yes please", ""}, {"en", "don't C5", "don't C5"}, {"de", "Bo natürlich!", "Bo"}} {
		if bare := StripCourtesies(c[1], c[0]); bare != c[2] {
			t.Errorf("%q is %q bare, not %q", c[1], bare, c[2])
		}
	}
}
