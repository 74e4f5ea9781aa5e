package grammar_test

import (
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/speech/grammar"
)

// TestAgainst has for each row of the table of what speaks against a move a text in which it does, and one like it in which
// nothing does.
func TestAgainst(t *testing.T) {
	for _, c := range []struct{ row, lang, against, stands string }{
		{"irony", "en", "oh sure, 3 on C5", "oh well, 3 on C5"},
		{"irony", "es", "ajá, la 3 en C5", "bueno, la 3 en C5"},
		{"it is about the letter", "en", "3 on C5. That was only a suggestion.", "3 on C5. The rain has not stopped here."},
		{"a quotation", "de", "3 auf C5, flüstert mein Sohn", "3 auf C5, mein Sohn schläft endlich"},
		{"a quotation", "fr", "Mets la 3 en C5, me souffle mon fils", "Mets la 3 en C5, s'il te plaît"},
		{"praise of somebody's move", "en", "well played Bo, the 3 on C5", "well played Bo. I put the 3 on C5"},
		{"a but behind it", "pt", "a 3 em C5, mas sei lá", "a 3 em C5, e boa noite"},
		{"a judgement of what is only named", "en", "5 on Bo, that's silly", "I put 5 on Bo, he's up to no good"},
		{"a threat, or what somebody thinks", "en", "Bo you do that again, I break your lamp", "Bo you rascal, I break your lamp"},
		{"a question", "nl", "3 op C5, wat denken jullie?", "3 op C5, wat een dag"},
		{"a condition or a doubt", "it", "se Bo passa, la 3 in C5", "Bo non mi convince, quindi metto la 3 in C5"},
		{"a condition or a doubt", "es", "como Bo siga así, pongo la 3 en C5", "No me fío de Bo, por eso pongo la 3 en C5"},
		{"a condition or a doubt", "nl", "Komt er geen bezwaar, leg ik de 3 op C5", "Er komt geen bezwaar, dus ik leg de 3 op C5"},
		{"it is taken back", "en", "3 on C5. Just kidding, mates.", "3 on C5. Just landed, mates."},
		{"a choice", "de", "3 auf C5, oder 4", "3 auf C5, Freunde"},
		{"it is denied", "en", "I will not do this one. 3 on C5", "I can't do anything useful here. 3 on C5"},
		{"it is denied", "de", "Das mache ich nicht. 3 auf C5", "Mir fällt heute gar nichts ein. 3 auf C5"},
		{"somebody else's or another time's", "en", "3 on C5. That was last round.", "3 on C5. The train was late again."},
		{"somebody else's or another time's", "en", "I help Bo and you mend his lamp", "I help Bo and mend his lamp"},
		{"what the turn goes on with", "en", "I discard 3, then the other one", "I discard 3, then off to bed"},
		{"another player's card", "en", "discard 3, Bo's lantern", "discard 3, the lantern is old anyway"},
		{"a condition or a doubt", "en", "if nothing fits, 3 on C5", "nothing fits elsewhere, 3 on C5"},
		{"irony", "fr", "la 3 en C5, mon œil", "la 3 en C5, mon ami"},
		{"irony", "nl", "over mijn lijk, 3 op C5", "au mijn rug, 3 op C5"},
		{"praise of somebody's move", "nl", "bedankt Bo voor de 3 op C5", "bedankt Bo, de 3 op C5"},
		{"another move", "en", "3 on C5. Or 4 on D5", "3 on C5. We have 3 hamsters at home."},
	} {
		for text, stands := range map[string]bool{c.against: false, c.stands: true} {
			h := grammar.HearSentences(catalog.FindGame("saboteur"), engine.Speech{Text: text, Lang: c.lang, Seats: []string{"Ana", "Bo", "Cy"}, Me: "Ana"})
			if (h.Kind == engine.SureMove) != stands {
				t.Errorf("%s: %s: %q is read as %v %q", c.row, c.lang, text, h.Kind, h.Lines)
			}
		}
	}
}

// TestGraced has moves with an unknown word in them, which stand with a grace, and words that look alike and are another's or
// another time's, so that they stand in none.
func TestGraced(t *testing.T) {
	for _, c := range []struct {
		lang, text string
		line       string
		graced     bool
	}{
		{"en", "k 3 -> C5 gg", "3 c5", true},
		{"es", "plafo la 3 en C5", "3 c5", true},
		{"it", "gioko carta 3 su C5", "3 c5", true},
		{"de", "zorgul die 3 fnord C5", "3 c5", true},
		{"en", "I play 3 on C5", "3 c5", false},
		{"es", "colocamos la 3 en C5", "", false},
		{"es", "me equivoqué con la 3 en C5", "", false},
		{"pt", "meu primo largou a 3 em C5", "", false},
		{"it", "mettevo la 3 in C5", "", false},
		{"nl", "rijtuig 3, stoel C5", "", false},
		{"de", "mein Opa 3 auf C5", "", false},
		{"en", "popping number 3 doon at C5", "3 c5", true},
		{"nl", "gast 3 op C5 en knallen", "3 c5", true},
		{"pt", "Mano do céu, taca a 3 em C5", "3 c5", true},
		{"pt", "caiu um temporal e fiquei sem net, 3 em C5", "3 c5", true},
		{"en", "smash Bo's gear with 5", "break 5 bo", false},
		{"fr", "c koi un cul de sac", "", false},
		{"it", "piano 3 interno C5", "", false},
		{"it", "fila 3, posto C5, si entra alle sei", "", false},
		{"nl", "haal 3 dozen op bij C5", "", false},
		{"en", "3 kids in a Citroen C5", "", false},
		{"pt", "a 3 em C5 me assusta", "", false},
		{"nl", "3 op C5 beangstigt me", "", false},
		{"es", "me arrepiento de la 3 en C5", "", false},
		{"fr", "mamie crie 3 en C5", "", false},
		{"it", "come metto la 3 in C5", "", false},
	} {
		h := grammar.HearSentences(catalog.FindGame("saboteur"), engine.Speech{Text: c.text, Lang: c.lang, Seats: []string{"Ana", "Bo", "Cy"}, Me: "Ana"})
		line := ""
		if h.Kind == engine.SureMove {
			line = h.Lines[0]
		}
		if line != c.line || h.Graced != c.graced {
			t.Errorf("%s: %q is read as %v %q, graced %v", c.lang, c.text, h.Kind, h.Lines, h.Graced)
		}
	}
}
