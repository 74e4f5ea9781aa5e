package desk

import (
	"os"
	"strings"
	"testing"
)

func TestTheLanguageOfALetterIsGuessed(t *testing.T) {
	for _, c := range []struct{ text, subject, was, want string }{
		{"Ich möchte bitte mitspielen", "", "", "de"},
		{"ok", "AW: [#1] Saboteur", "", "de"},
		{"Claro que sim, alinho!", "Re: [#1] convite", "pt", "pt"}, // “claro” is also a Spanish yes
		{"¡Claro que sí!", "Re: [#1] convite", "pt", "es"},
		{"Sure, count me in, this is my first match", "Re: [#1] convite", "pt", "en"},
		{"Sure, count me in :)", "Re: [#1] convite", "pt", "en"},
		{"Ja klar, bin dabei!", "Re: [#1] Ana invites you", "en", "de"},
		{"Leuk, ik doe mee", "Re: [#1] Ana invites you", "en", "nl"},
		{"Volontiers, je suis partante", "Re: [#1] Ana invites you", "en", "fr"},
		{"3 C5", "Re: [#1] Saboteur", "fr", ""},
		{"Hoi, hoe werkt dit?", "", "", "nl"}, // only the question decides
		{"Hoi, wat is dit?", "", "", "nl"},
		{"Kun je uitleggen wat dit is?", "", "", "nl"},
		{"come si comincia?", "", "", "it"},
		{"Non capisco, cos'è?", "", "", "it"},
		{"Was ist das hier?", "", "", "de"},
		{"C'est quoi ?", "", "", "fr"},
		{"¿Qué es esto?", "", "", "es"},
		{"O que é isto?", "", "", "pt"},
		{"Vorrei giocare a Clonk con bo@example.org", "", "", "it"},
	} {
		if got := guessLanguage(c.text, c.subject, c.was); got != c.want {
			t.Errorf("%q below %q, to who is written to in %q, is %q and not %q", c.text, c.subject, c.was, got, c.want)
		}
	}
}

// An address says nothing of the language of a letter, whatever words its parts are: "com" is Portuguese, "die" German.
func TestAnAddressHasNoLanguage(t *testing.T) {
	for open, want := range map[string]string{"new saboteur with ": "en", "neu saboteur mit ": "de", "nuevo saboteur con ": "es", "nouveau saboteur avec ": "fr",
		"nuova saboteur con ": "it", "nieuw saboteur met ": "nl", "novo saboteur com ": "pt"} {
		for _, guest := range []string{"bo@example.com", "bo.de.la@example.com, di@example.de", "en-la-mesa@il.example.it", "wer.die@das.example", "https://example.com/com/con"} {
			if got := guessLanguage(open+guest, "", ""); got != want && !(want == "en" && got == "") {
				t.Errorf("%q is taken for %q", open+guest, got)
			}
		}
	}
}

// TestGuessOfSentences guesses the language of sentences that people would write to the house. A wrong guess is worse than
// none, because then the answer comes in a language that the sender may not know.
func TestGuessOfSentences(t *testing.T) {
	text, err := os.ReadFile("../../speech/testdata/wishes.tsv")
	if err != nil {
		t.Fatal(err)
	}
	rows := strings.Split(strings.TrimSpace(string(text)), "\n")[1:]
	right, wrong := 0, 0
	for _, row := range rows {
		c := strings.Split(row, "\t")
		switch guess := guessLanguage(c[2], "", ""); guess {
		case c[0]:
			right++
		case "":
			t.Logf("%s: no guess for %q", c[0], c[2])
		default:
			wrong++
			t.Logf("%s: %q is taken for %s", c[0], c[2], guess)
		}
	}
	t.Logf("of %d sentences %.1f %% are guessed right, %.1f %% wrong", len(rows), 100*float64(right)/float64(len(rows)), 100*float64(wrong)/float64(len(rows)))
	if 100*right < 90*len(rows) || 100*wrong > 2*len(rows) {
		t.Errorf("of %d sentences %d are guessed right, fewer than 90 %%, or %d wrong, more than 2 %%", len(rows), right, wrong)
	}
}

func BenchmarkGuessLanguage(b *testing.B) {
	text := strings.Repeat("Ich lege die 3 auf C5, und dann sehen wir weiter, was meint ihr?\n", 100)
	for b.Loop() {
		guessLanguage(text, "", "")
	}
}
