package desk

import "testing"

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
