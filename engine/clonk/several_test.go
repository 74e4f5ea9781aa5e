package clonk

import (
	"slices"
	"strings"
	"testing"

	"pitpost.example/engine"
	"pitpost.example/speech/grammar"
)

// If one word names several shafts, each of them is dug in.
func TestSeveralShaftsAreNamedByOneWord(t *testing.T) {
	for lang, text := range map[string]string{"en": "I dig in shafts 1 and 3, then rest", "de": "Ich grabe in Schacht 1 und 3, dann ruhe ich", "fr": "Je creuse dans les puits 1 et 3 puis je me repose",
		"es": "Cavo en los pozos 1 y 3 y luego descanso", "it": "Scavo nei pozzi 1 e 3 e poi mi riposo", "nl": "Ik graaf in schacht 1 en 3, daarna rust ik.", "pt": "Cavo nos poços 1 e 3 e depois descanso"} {
		heard := grammar.HearSentences(Game{}, engine.Speech{Text: text, Lang: lang, Seats: []string{"Ana", "Bo"},
			Me: "Ana"})
		if !slices.Equal(heard.Lines, []string{"dig s1", "dig s3", "rest"}) {
			t.Errorf("%q is %q", text, heard.Lines)
		}
	}
	for lang, text := range map[string]string{"en": "Take the top card of 4, then the one from 5. After that I rest a while :)", "de": "Ich nehme den Hammer aus 4 und dann den aus 5. Danach ruhe ich mich aus.",
		"es": "Saco el martillo del pozo 4 y luego el del 5. Después descanso un rato", "it": "Prendo il martello dal pozzo 4 e poi quello dal 5. Dopo mi riposo un po'"} {
		heard := grammar.HearSentences(Game{}, engine.Speech{Text: text, Lang: lang, Seats: []string{"Ana", "Bo"},
			Me: "Ana"})
		if !slices.Equal(heard.Lines, []string{"s4", "s5", "rest"}) {
			t.Errorf("%q is %q", text, heard.Lines)
		}
	}
	for text, want := range map[string][]string{"s2 s4 s1 and stop": {"s2", "s4", "s1", "rest"}, "dig s2 s4": {"dig s2", "dig s4"}, "third shaft": {"s3"}, "dig S-3": {"dig s3"}, "s1 s2 s3": nil} { // the last may be the head of a table
		if heard := grammar.HearSentences(Game{}, engine.Speech{Text: text, Lang: "en"}); !slices.Equal(heard.Lines,
			want) {
			t.Errorf("%q is %q", text, heard.Lines)
		}
	}
	if heard := grammar.HearSentences(Game{}, engine.Speech{Text: "I dig in shaft 1 and 30 minutes later I rest", Lang: "en"}); heard.Kind == engine.SureMove {
		t.Errorf("%+v", heard)
	}
}

// A verb at the end ends the turn even if it can also say what is done with a card, and a card named with its shaft is
// looked for there.
func TestAVerbAtTheEndEndsTheTurn(t *testing.T) {
	for _, c := range []struct{ lang, text, dug string }{
		{"nl", "graven s3 en dan stoppen", "dig s3"}, {"nl", "s3 graven, dan stoppen", "dig s3"}, {"nl", "graaf de kelk uit s3 en dan stop ik", "dig goblet s3"},
		{"de", "grab den Kelch aus s3 und dann hör ich auf", "dig goblet s3"}, {"en", "dig the goblet from s3 and stop", "dig goblet s3"},
	} {
		heard := grammar.HearSentences(Game{}, engine.Speech{Text: c.text, Lang: c.lang, Seats: []string{"Ana", "Bo"}, Me: "Ana"})
		if heard.Kind != engine.SureMove || !slices.Equal(heard.Lines, []string{c.dug, "rest"}) {
			t.Errorf("%q is %q", c.text, heard.Lines)
		}
	}
	if heard := grammar.HearSentences(Game{}, engine.Speech{Text: "ik wil h2 in s3 stoppen", Lang: "nl"}); !slices.Equal(heard.Lines, []string{"shore h2 s3"}) {
		t.Errorf("%+v", heard)
	}
}

// Neither praise nor what is put off ends a turn.
func TestPraiseEndsNoTurn(t *testing.T) {
	for _, said := range [][2]string{{"en", "well done"}, {"en", "rest later"}, {"de", "gut gemacht"}, {"fr", "bien joué"}, {"es", "bien hecho"}, {"it", "ben fatto"}, {"nl", "goed gedaan"}, {"pt", "bem feito"}} {
		if heard := grammar.HearSentences(Game{}, engine.Speech{Text: said[1], Lang: said[0], Seats: []string{"Ana", "Bo"}, Me: "Ana"}); heard.Kind == engine.SureMove {
			t.Errorf("%q is %q", said[1], heard.Lines)
		}
	}
}

// What explains a move is no second move: the label that our letters print in front of it, and the
// card that lies there.
func TestWhatExplainsAMoveIsNoSecondOne(t *testing.T) {
	for text, want := range map[string][]string{"en Card s2: dig s2": {"dig s2"}, "de Karte s2: heben s2": {"dig s2"}, "en dig s2 (the yellow statue)": {"dig yellow statue s2"},
		"en dig s2, the yellow statue": {"dig yellow statue s2"}, "en dig s2, s3": {"dig s2", "dig s3"}, "en dig s 2": {"dig s2"}, "de anlegen h2 s4": {"shore h2 s4"}, "nl aanleggen h2 s4": {"shore h2 s4"}} {
		lang, said, _ := strings.Cut(text, " ")
		heard := grammar.HearSentences(Game{}, engine.Speech{Text: said, Lang: lang, Seats: []string{"Ana", "Bo"},
			Me: "Ana"})
		if heard.Kind != engine.SureMove || !slices.Equal(heard.Lines, want) {
			t.Errorf("%q is %+v", said, heard)
		}
	}
}

// A first turn is told in one sentence: the tile, by its name or by what is on it, and the first card, which its coins
// tell from another of its colour and kind.
func TestAFirstTurnIsOneSentence(t *testing.T) {
	for text, want := range map[string][]string{
		"en I'll show the kind one and cart the green hammer with one coin": {"open kind", "cart green hammer 1/"},
		"en the colour one, and h3 onto my cart":                            {"open colour", "cart h3"},
		"es Enseño la de estatuas y cargo el martillo verde de 2 monedas":   {"open statue", "cart hammer green 2/"},
		"de Ich decke Rot auf, dann Karte 3 in den Wagen":                   {"open red", "cart h3"},
		"nl kleur tonen en daarna h1 in de kar":                             {"open colour", "cart h1"},
		"fr je dévoile la couleur, et le marteau vert dans le wagonnet":     {"open colour", "cart hammer green"},
		"it mostro il tipo, poi la carta 2 nel carrello":                    {"open kind", "cart h2"},
		"pt mostro a cor e depois o martelo verde no vagão":                 {"open colour", "cart hammer green"},
		"en dig the 2/1 necklace":                                           {"dig necklace 2/1"},
		"en kind":                                                           {"open kind"},
		"nl Soort":                                                          {"open kind"},
		"de Art":                                                            {"open kind"},
		"fr type":                                                           {"open kind"},
		"it tipo":                                                           {"open kind"},
		"nl Ik graaf s3, en dan stop ik":                                    {"dig s3", "rest"},
	} {
		lang, said, _ := strings.Cut(text, " ")
		heard := grammar.HearSentences(Game{}, engine.Speech{Text: said, Lang: lang, Seats: []string{"Ana", "Bo"},
			Me: "Ana"})
		if heard.Kind != engine.SureMove || !slices.Equal(heard.Lines, want) {
			t.Errorf("%q is %+v", said, heard)
		}
	}
	for text, lang := range map[string]string{"Kind regards": "en", "I have 3 coins": "en", "So eine Art": "de", "2 monedas": "es"} {
		if heard := grammar.HearSentences(Game{}, engine.Speech{Text: text, Lang: lang, Seats: []string{"Ana", "Bo"}, Me: "Ana"}); heard.Kind == engine.SureMove {
			t.Errorf("%q is %+v", text, heard)
		}
	}
}

// There are always five shafts in a row, so where one is names it.
func TestShaftsByWhereTheyAre(t *testing.T) {
	for _, said := range [][3]string{{"en", "dig in the left shaft", "dig s1"}, {"en", "I dig the second shaft from the left", "dig s2"}, {"en", "h2 onto the middle shaft", "shore h2 s3"},
		{"en", "the top card of the rightmost shaft", "s5"}, {"de", "ich grabe im linken Schacht", "dig s1"}, {"de", "ich grabe im zweiten Schacht von rechts", "dig s4"},
		{"nl", "ik graaf in de middelste schacht", "dig s3"}, {"fr", "je creuse dans le puits de droite", "dig s5"}, {"fr", "je creuse dans le deuxième puits en partant de la gauche", "dig s2"},
		{"es", "cavo en el pozo de la izquierda", "dig s1"}, {"it", "scavo nel pozzo di mezzo", "dig s3"}, {"pt", "cavo no poço da direita", "dig s5"}} {
		heard := grammar.HearSentences(Game{}, engine.Speech{Text: said[1], Lang: said[0], Seats: []string{"Ana", "Bo"}, Me: "Ana"})
		if heard.Kind != engine.SureMove || !slices.Equal(heard.Lines, []string{said[2]}) {
			t.Errorf("%q is %+v", said[1], heard)
		}
	}
	for _, text := range []string{"the last shaft was mine", "the middle shaft looks good", "is that the right shaft?"} {
		if heard := grammar.HearSentences(Game{}, engine.Speech{Text: text, Lang: "en", Seats: []string{"Ana", "Bo"}, Me: "Ana"}); heard.Kind == engine.SureMove {
			t.Errorf("%q is %+v", text, heard)
		}
	}
}

// A sentence that is only half understood is asked about, and none of its halves is played.
func TestNoHalfOfASentenceIsPlayed(t *testing.T) {
	for text, want := range map[string][]string{
		"en dig s1, then in the right one": {"dig s1", "dig s5"}, "de grab in s1, dann im rechten": {"dig s1", "dig s5"}, "nl de linker graag": {"s1"}, "fr celui du milieu": {"s3"},
		"es el de la izquierda": {"s1"}, "it scavo in quello di destra": {"dig s5"}, "pt o do meio": {"s3"}, "en dig the second from the right": {"dig s4"},
		"en that's plenty, I stop": {"rest"}, "fr ça suffit, je m'arrête": {"rest"}, "es saco del 3": {"s3"}, "pt cavo no 3": {"dig s3"},
		"en dig 1, 2 and 4": {"dig 1", "dig 2", "dig 4"}, "nl graaf 1": {"dig 1"}, // the game asks whether hands or shafts are meant
	} {
		lang, said, _ := strings.Cut(text, " ")
		heard := grammar.HearSentences(Game{}, engine.Speech{Text: said, Lang: lang, Seats: []string{"Ana", "Bo"},
			Me: "Ana"})
		if heard.Kind != engine.SureMove || !slices.Equal(heard.Lines, want) {
			t.Errorf("%q is %+v", said, heard)
		}
	}
	for _, text := range []string{"en dig s1, then another", "en dig s1, then the other one", "de grab s1 und noch eine", "nl graaf s1 en nog een", "fr creuse s1, puis dans l'autre", "en dig s1, then whatever is worth most",
		"nl klaar is kees", "en Bo deserves h2", "en the crown is mine", "pt essa coroa é minha", "fr Pioche : 47 · maintenant : creuser ou s’arrêter"} {
		lang, said, _ := strings.Cut(text, " ")
		if heard := grammar.HearSentences(Game{}, engine.Speech{Text: said, Lang: lang, Seats: []string{"Ana", "Bo"}, Me: "Ana"}); heard.Kind == engine.SureMove {
			t.Errorf("%q is %+v", said, heard)
		}
	}
}

// "If that goes well" only says that another move follows: after a bust the rest of a letter is not played anyway. Without a
// move before it, the move behind it is asked about.
func TestTheNextMoveIfThisOneGoesWell(t *testing.T) {
	for lang, texts := range map[string][2]string{
		"en": {"dig s1, and if that goes well s3", "If that goes well, dig s3"}, "de": {"grabe s1 und wenn es gut geht s3", "Wenn es gut geht, grabe ich s3"},
		"fr": {"creuse s1 puis s3", "puis s3, stop"}, "es": {"cavo s1 y si sale bien s3", "si sale bien cavo s3"}, "it": {"scavo s1 e se sopravvivo s3", "se sopravvivo scavo s3"},
		"nl": {"graaf s1 en als het goed gaat s3", "als het goed gaat graaf ik s3"}, "pt": {"cavo s1 e se correr bem s3", "se correr bem cavo s3"},
	} {
		for i, text := range texts {
			heard := grammar.HearSentences(Game{}, engine.Speech{Text: text, Lang: lang, Seats: []string{"Ana", "Bo"}, Me: "Ana", Beside: []string{}})
			if sure := heard.Kind == engine.SureMove; sure != (i == 0) || sure && !strings.HasSuffix(heard.Lines[1], "s3") {
				t.Errorf("%s: %q is %+v", lang, text, heard)
			}
		}
	}
	for lang, text := range map[string]string{"en": "s1, then s3 and stop", "fr": "s1 puis s3 puis stop", "es": "s1, luego s3 y paro", "it": "s1, poi s3 e mi fermo", "pt": "s1, depois s3 e paro"} {
		heard := grammar.HearSentences(Game{}, engine.Speech{Text: text, Lang: lang, Seats: []string{"Ana", "Bo"}, Me: "Ana", Beside: []string{}})
		if heard.Kind != engine.SureMove || len(heard.Lines) != 3 {
			t.Errorf("%s: %q is %+v", lang, text, heard)
		}
	}
}
