package speech

import (
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/saboteur"
)

// Sentences that ask for other terms come to one plain line, in every language; others do not.
func TestTermsInSentences(t *testing.T) {
	for _, c := range []struct{ lang, text, plain string }{
		{"en", "Could we change the pace to 48h?", "pace=48h"},
		{"en", "Let's make it three days per move", "pace=72h"},
		{"en", "please set the reserve to 24 hours", "bank=24h"},
		{"en", "Can we play only 2 rounds?", "rounds=2"},
		{"en", "Let's not play at weekends", "weekends=off"},
		{"en", "could we allow whispering?", "talk=whispers"},
		{"de", "Könnten wir die Bedenkzeit auf zwei Tage ändern?", "pace=48h"},
		{"de", "Bitte nur zwei Runden", "rounds=2"},
		{"es", "¿Podemos cambiar el ritmo a 48 horas?", "pace=48h"},
		{"fr", "On pourrait passer à trois jours par coup ?", "pace=72h"},
		{"it", "Possiamo cambiare il ritmo a 48 ore?", "pace=48h"},
		{"nl", "Kunnen we de bedenktijd op twee dagen zetten?", "pace=48h"},
		{"pt", "Podemos mudar o ritmo para 48 horas?", "pace=48h"},
		{"en", "The pace of 36 hours is too slow", ""},
		{"en", "Why did Bo change the pace to 48h?", ""},
		{"en", "I'd like one more day", ""},
		{"en", "two rounds are over", ""},
	} {
		ear := Ear{Lang: c.lang, Fold: engine.NormaliseText, At: func(int64) Place { return Place{Game: saboteur.Game{}, Seats: []string{"Ana", "Bo"}, Me: "Ana"} }}
		langs := []string{c.lang, "en"}
		got := ""
		for _, sentence := range ear.words(c.text) {
			if got == "" {
				got = ear.termsAsked(langs, sentence)
			}
		}
		if got != c.plain {
			t.Errorf("%s: %q asks for %q, and is read as %q", c.lang, c.text, c.plain, got)
		}
	}
	for lang, kinds := range termPhrases() {
		for kind := range termPhrases()["en"] {
			if len(kinds[kind]) == 0 {
				t.Errorf("%s has no words for %s", lang, kind)
			}
		}
	}
	if n := len(termPhrases()); n != len(Languages()) {
		t.Errorf("%d languages ask for other terms, of %d", n, len(Languages()))
	}
}
