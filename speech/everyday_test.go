package speech_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/inbox/spelling"
	"pitpost.example/speech"
	"pitpost.example/speech/dates"
)

// everydayWords returns the words of everyday.txt of a language.
func everydayWords(t *testing.T, lang string) []string {
	t.Helper()
	text, err := os.ReadFile("languages/" + lang + "/everyday.txt")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Fields(string(text))
}

// An everyday word is no beginning and no slip of a word of the house. One that is a word of the house counts alone, or with
// what fits it, but not with talk behind it.
func TestEverydayWordsBelongToTheirLanguage(t *testing.T) {
	anything := []string{"say", "tell", "note", "salt", "next", "check"} // take whatever follows
	games := engine.MapList(catalog.GameNames(), catalog.FindGame)
	for _, l := range speech.Languages() {
		words := everydayWords(t, l.Code)
		if len(words) < 500 {
			t.Errorf("%s has only %d everyday words", l.Code, len(words))
		}
		ear := speech.Ear{Lang: l.Code, Fold: spelling.NormaliseLine, Clean: spelling.CleanLine, Games: games}
		for i, word := range words {
			talk := word + " " + words[(i+7)%len(words)] + " " + words[(i*7+3)%len(words)] + " " + words[(i*3+31)%len(words)]
			for _, text := range []string{word, talk} {
				r := speech.ReadCommand(ear.English(text, 0), nil)
				folded := spelling.NormaliseLine(word)
				owner := r.Word == folded || speech.Tongues()[l.Code].Means(folded) == r.Word || r.Word == folded+"s" || r.Word == speech.Tongues()[l.Code].Means(folded)+"es"
				switch {
				case r.Kind == speech.Failed:
					t.Errorf("%s: %q is taken for a slip of %q", l.Code, text, r.Nearest)
				case r.Kind == speech.HouseWord && !owner:
					t.Errorf("%s: %q is taken for the beginning of %q", l.Code, text, r.Word)
				case r.Kind == speech.HouseWord && text == talk && !slices.Contains(anything, r.Word) && !slices.ContainsFunc(strings.Fields(r.Rest), dates.BeginsTime):
					t.Errorf("%s: %q is read as %q", l.Code, text, r.Word)
				}
			}
		}
	}
}

// Whatever stands for a word of the house besides what letters print is no everyday word, unless it is a form of the same word.
func TestNoOtherEverydayWordActs(t *testing.T) {
	helpers := strings.Fields("yes no on off each match with from to or end day of html practice my june december")
	for lang, tongue := range speech.Tongues() {
		for _, word := range everydayWords(t, lang) {
			folded := engine.NormaliseText(word)
			means := tongue.Means(folded)
			shown := engine.NormaliseText(tongue.Shows(means))
			same := len(folded) >= 3 && len(shown) >= 3 && folded[:3] == shown[:3]
			if means != "" && speech.FindCommand(means) != nil && !same && !slices.Contains(helpers, means) && !slices.Contains(kept, lang+" "+folded) {
				t.Errorf("%s: %q acts as %q, which is printed as %q", lang, word, means, shown)
			}
		}
	}
}

// kept are everyday words that say in a letter of one word, or with a day or a move behind them, what the printed one says.
var kept = strings.Split("it stato,it adesso,it cominciare,it ritorno,it vacanza,nl begin,nl beginnen,nl nu,nl opnieuw,nl vakantie,nl vertel,nl vertellen,"+
	"pt estado,pt ferias,pt lingua,pt seguinte,de urlaub,es llave,es proximo,es volver,fr prochain,fr revenir,fr vacances", ",")
