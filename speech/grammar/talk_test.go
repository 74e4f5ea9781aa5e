package grammar_test

import (
	"slices"
	"strings"
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
	"pitpost.example/speech/grammar"
)

// TestSaysNoMove has sentences that look like a move and are none. Each comes with the most similar sentence that
// is a move, so that the test fails if the difference is lost either way.
func TestSaysNoMove(t *testing.T) {
	for _, c := range []struct{ game, lang, talk, move string }{
		{"saboteur", "en", "2 tunnels to C5", "tunnel 2 to C5"},                                                      // counts them
		{"saboteur", "de", "3 Karten für Bo", "Karte 3 für Bo"},                                                      //
		{"saboteur", "en", "no 3 C5", "card no 3 C5"},                                                                // refuses
		{"saboteur", "en", "remove 3 from C5", "remove C5 with 3"},                                                   // takes back
		{"saboteur", "es", "quita la 3 de C5", "quita C5 con la 3"},                                                  //
		{"saboteur", "es", "C5 libre", "libera C5"},                                                                  // is no slip of the pen
		{"saboteur", "pt", "ocorre ao Bo", "socorro o Bo"},                                                           //
		{"saboteur", "en", "Bo's broken lamp", "broken lamp for Bo"},                                                 // tells what is
		{"saboteur", "fr", "la lanterne cassée de Bo", "la lanterne cassée pour Bo"},                                 //
		{"saboteur", "de", "Bos Lampe ist kaputt", "ich mache Bos Lampe kaputt"},                                     //
		{"saboteur", "en", "I see a crossing on C5", "I put a crossing on C5"},                                       //
		{"saboteur", "nl", "help me, Bo", "ik help Bo"},                                                              // asks somebody
		{"saboteur", "en", "Bo, I'd break your lamp", "Bo, I break your lamp"},                                       // would, if
		{"saboteur", "en", "Bo, break your lamp", "Bo, I'm breaking your lamp"},                                      // asks them to
		{"saboteur", "en", "I break your lamp", "I break your lamp, Bo"},                                             // whose?
		{"saboteur", "es", "Bo, rompe tu pico", "Bo, te rompo el pico"},                                              //
		{"saboteur", "en", "I must play 3 on C5 because of Bo, but not now", "I play 3 on C5 because of Bo, sorry"},  // puts it off
		{"saboteur", "en", "You play 3 on C5 because you can", "I play 3 on C5 because I can"},                       // tells of somebody else
		{"clonk", "en", "s3, too risky", "s3, fingers crossed"},                                                      // judges
		{"saboteur", "en", "C5 is closed by 3", "I close C5 with 3"},                                                 // tells what is
		{"clonk", "en", "I'm away from 5", "one more from 5"},                                                        // a time
		{"saboteur", "en", "I'm keeping 3 for C5", "I'm putting 3 on C5"},                                            // keeps
		{"saboteur", "it", "mi tengo la 3 per C5", "metto la 3 in C5"},                                               //
		{"saboteur", "de", "z.B. 3 C5", "bitte 3 C5"},                                                                // gives an example
		{"saboteur", "es", "p. ej. 3 C5", "hola. 3 C5"},                                                              //
		{"clonk", "en", "next to s2", "next, s2"},                                                                    // another place
		{"clonk", "en", "I'm blue", "I'm taking blue"},                                                               //
		{"clonk", "de", "Der Hammer!", "Der Hammer"},                                                                 // exclaims
		{"clonk", "de", "ich weiß", "ich nehme Weiß"},                                                                //
		{"clonk", "pt", "fico com h2", "fico com a coroa azul"},                                                      // keeps
		{"clonk", "es", "devuelve h2 a mi mano", "juego h2 de mi mano"},                                              // takes back
		{"clonk", "fr", "repose en paix", "je me repose"},                                                            //
		{"clonk", "es", "la corona azul de Bo", "la corona azul para Bo"},                                            //
		{"saboteur", "en", "my turn to do the dishes", "my turn: discard 3"},                                         // no bend of the tunnel
		{"saboteur", "en", "anything but I play 3 on C5", "Bo wants help, but I play 3 on C5"},                       //
		{"saboteur", "en", "5 on Bo, that's silly", "5 on Bo, he's silly"},                                           // judges the move
		{"saboteur", "nl", "de lamp van Bo is stuk", "ik maak de lamp van Bo stuk"},                                  // tells what is
		{"saboteur", "de", "meine Lampe geht kaputt", "Bos Lampe geht kaputt"},                                       //
		{"saboteur", "de", "repariere mal einer meine Lampe", "repariere mal meine Lampe"},                           // asks the table
		{"saboteur", "en", "3 on C5, sorry, it was a joke", "3 on C5, sorry it took so long, the baby cried"},        // takes it back
		{"saboteur", "en", "3 on C5, I would like to think first", "3 on C5, to think of the future"},                //
		{"saboteur", "en", "Imagine the following scene. I play 3 on C5", "We thought about it. I play 3 on C5"},     //
		{"saboteur", "en", "Bo's idea of today. 5 on Bo", "Bo looks guilty today. 5 on Bo"},                          //
		{"clonk", "en", "Bo, will you take s3", "Bo, you get s3"},                                                    // asks somebody
		{"clonk", "de", "Bo, kriegst du s3", "Bo, du kriegst s3"},                                                    //
		{"clonk", "es", "Bo, te llevas s3?", "Bo, te llevas s3"},                                                     //
		{"saboteur", "fr", "super la 3 en C5", "super, la 3 en C5"},                                                  // praises
		{"saboteur", "en", "I hope that Bo puts it there, 3 on C5", "I hope you all slept well, 3 on C5"},            //
		{"saboteur", "de", "hoffentlich die 3 auf C5", "Hoffe ihr hattet alle ein schönes Wochenende. Die 3 auf C5"}, //
		{"saboteur", "fr", "voyons si Bo pose la 3 en C5", "voyons si ça aide : la 3 en C5"},                         //
		{"saboteur", "es", "te veo en C5", "te pongo la 3 en C5"},                                                    // sees somebody
		{"saboteur", "es", "te toca poner la 3 en C5", "te pongo la 3 en C5"},                                        //
		{"saboteur", "de", "dann legt Bo die 3 auf C5", "dann kommt die 3 auf C5"},                                   // tells of somebody else
		{"clonk", "en", "order s3", "dgi s3"},                                                                        // a word of its own is no slip
		{"saboteur", "en", "score Bo", "braek Bo"},                                                                   //
		{"clonk", "en", "Bo has the blue crown", "Bo gets the blue crown"},                                           //
		{"saboteur", "de", "bringt nichts die 3 auf C5 zu legen", "ich habe beschlossen, die 3 auf C5 zu legen"},     // says that a move is no use
		{"saboteur", "de", "schade, die 3 auf C5 zu legen", "schade, die 3 auf C5"},                                  //
		{"saboteur", "nl", "nutteloos de 3 op C5 te leggen", "nutteloos, dan leg ik de 3 op C5"},                     //
		{"saboteur", "es", "poner la 3 en C5 no sirve", "tirar la 3, no sirve"},                                      //
		{"saboteur", "fr", "sert à rien mettre la 3 en C5", "rien ne passe, jeter la 3"},                             //
		{"saboteur", "pt", "a 3 em C5 que nos mata", "ponho a 3 em C5 que nos ajuda"},                                // tells of a card that lies there
		{"saboteur", "it", "la 3 in C5 che ci rovina", "metto la 3 in C5 che ci aiuta"},                              //
		{"saboteur", "es", "qué vergüenza, la 3 en C5", "para avanzar, la 3 en C5"},                                  // exclaims
		{"saboteur", "es", "como no pares, pongo la 3 en C5", "como no tengo nada, pongo la 3 en C5"},                // threatens
		{"saboteur", "pt", "não serve de nada pôr a 3 em C5", "não serve de nada, passo e descarto a 3"},             //
		{"saboteur", "nl", "vorige ronde was het dus 5 op B5", "niks past dus 5 op B5"},                              // tells what was
		{"saboteur", "nl", "het plan van Bo is dan maar 5 op B5", "niks past, dan maar 5 op B5"},                     // tells of somebody else
		{"clonk", "nl", "ik zag rood", "ik pak rood"},                                                                // a greeting has no name that a card follows
		{"clonk", "en", "I choose betwixt red", "I choose red"},                                                      //
		{"clonk", "de", "machen wir Pause", "ich mache Pause"},                                                       // asks the table
		{"clonk", "de", "s3 geht gut", "s3 geht an Bo"},                                                              // praises
		{"saboteur", "de", "leg doch mal einer die 3 auf C5", "leg doch mal die 3 auf C5"},                           // asks the table
		{"saboteur", "de", "leg endlich einer 3 auf C5", "leg endlich 3 auf C5"},                                     //
		{"saboteur", "de", "3 auf C5 geht", "die 3 geht auf C5"},                                                     // says that it can be done
		{"saboteur", "nl", "3 op C5 gaat", "de 3 gaat op C5"},                                                        //
		{"saboteur", "nl", "3 op C5 is goed", "is goed, 3 op C5"},                                                    //
		{"saboteur", "de", "3 auf C5 lass ich lieber", "3 auf C5 leg ich lieber"},                                    // refuses
		{"saboteur", "de", "streich 5 auf C3", "sprenge C3 mit 5"},                                                   // takes back
		{"saboteur", "nl", "ik wou 3 op C5 leggen", "ik wou graag 3 op C5 leggen"},                                   // did not
		{"saboteur", "de", "3 auf C5! Spaß!", "3 auf C5! Viel Spaß!"},                                                //
		{"saboteur", "de", "puh, 3 auf C5, schwierig", "puh, schwierige Wahl, 3 auf C5"},                             // is not sure
		{"saboteur", "de", "3 auf C5, nachdem Bo repariert hat", "3 auf C5, weil Bo repariert hat"},                  // puts it off

		{"saboteur", "es", "como Bo pase otra vez, le rompo la linterna", "como Bo siempre miente, le rompo la linterna"}, // supposes
		{"saboteur", "es", "Hola Bo, descarta la 3", "Hola Bo, descarto la 3"},                                            // asks somebody
		{"saboteur", "pt", "Oi Bo e Cy, descarta a 3", "Oi Bo e Cy, descarto a 3"},                                        //
		{"saboteur", "it", "Ciao Bo, scarta la 3", "Scusa Bo, scarto la 3"},
		{"saboteur", "fr", "merci Bo pour réparer", "désolé Bo, pose la 3 en C5"}, // thanks, while an order may be "je pose"
		{"saboteur", "it", "Grazie Bo per riparare", "Grazie Bo, la 3 in C5"},
		{"saboteur", "en", "thanks Bo for mending", "Sorry Bo, playing 3 on C5"},
		{"saboteur", "de", "Danke Bo fürs Reparieren!", "Danke Bo, lege die 3 auf C5"},
	} {
		for text, acts := range map[string]bool{c.talk: false, c.move: true} {
			h := grammar.HearSentences(catalog.FindGame(c.game), engine.Speech{Text: text, Lang: c.lang, Seats: []string{"Ana", "Bo", "Cy"}, Me: "Ana"})
			if (h.Kind == engine.SureMove) != acts {
				t.Errorf("%s, %s: %q is read as %v %q", c.game, c.lang, text, h.Kind, h.Lines)
			}
		}
	}
}

// TestAfterWhat has moves that begin with "after that". They are sure if another move stands in a row beside them, or if
// they only go on with a turn; otherwise they may be for later.
func TestAfterWhat(t *testing.T) {
	for _, c := range []struct{ game, lang, text, beside string }{
		{"saboteur", "en", "after that I play 3 on C5", ""},
		{"saboteur", "de", "danach lege ich die 3 auf C5", ""},
		{"saboteur", "nl", "daarna leg ik de 3 op C5", ""},
		{"saboteur", "fr", "ensuite je pose la 3 en C5", ""},
		{"saboteur", "fr", "puis je pose la 3 en C5", ""},
		{"clonk", "fr", "puis je dors", "je creuse s1"},
		{"saboteur", "es", "luego pongo la 3 en C5", ""},
		{"saboteur", "it", "poi metto la 3 in C5", ""},
		{"saboteur", "pt", "Olá, depois ponho a 3 em C5", ""},
		{"clonk", "es", "luego descanso", "cavo s1"},
		{"clonk", "en", "after that I rest", "dig s1"},
	} {
		speech := engine.Speech{Text: c.text, Lang: c.lang, Seats: []string{"Ana", "Bo", "Cy"}, Me: "Ana", Beside: []string{}}
		if c.beside != "" {
			speech.Beside = append(speech.Beside, c.beside)
		}
		if h := grammar.HearSentences(catalog.FindGame(c.game), speech); (h.Kind == engine.SureMove) != (c.beside != "") {
			t.Errorf("%s: %q is read as %v %q", c.lang, c.text, h.Kind, h.Lines)
		}
	}
	for lang, text := range map[string]string{"en": "after that s3", "es": "luego s3", "pt": "depois s3", "fr": "ensuite s3"} {
		if h := grammar.HearSentences(catalog.FindGame("clonk"), engine.Speech{Text: text, Lang: lang, Beside: []string{}}); h.Kind != engine.SureMove {
			t.Errorf("%s: %q is read as %v %q", lang, text, h.Kind, h.Lines)
		}
	}
}

// TestNewsBehindAMove has a move and behind it a sentence about something else, which takes nothing back.
func TestNewsBehindAMove(t *testing.T) {
	for lang, texts := range map[string][]string{
		"en": {"3 on C5. How was your exam?", "3 on C5. Bo, how's your knee?", "3 on C5. My train was late.", "3 on C5. Cy was right about Bo.", "3 on C5. The kids wouldn't sleep.",
			"3 on C5. I think Bo is the saboteur.", "I bet Cy is a traitor. 3 on C5", "3 on C5. Hope Bo isn't a saboteur.", "3 on C5, hope that helps, Bo!", "If it's still my turn: 3 on C5"},
		"de": {"3 auf C5. Ich glaube, Bo ist ein Saboteur.", "3 auf C5. Wie war deine Prüfung?"},
		"fr": {"La 3 en C5. Je pense que Bo est un saboteur.", "La 3 en C5. Comment va ton genou, Bo ?"},
		"es": {"La 3 en C5. Creo que Bo es saboteador.", "La 3 en C5. ¿Cómo está tu rodilla, Bo?"},
		"it": {"La 3 in C5. Secondo me Bo è un sabotatore.", "La 3 in C5. Come sta il ginocchio, Bo?"},
		"nl": {"De 3 op C5. Bo is vast de saboteur."},
		"pt": {"A 3 em C5. Acho que o Bo é sabotador."},
	} {
		for _, text := range texts {
			h := grammar.HearSentences(catalog.FindGame("saboteur"), engine.Speech{Text: text, Lang: lang, Seats: []string{"Ana", "Bo", "Cy"}, Me: "Ana"})
			if h.Kind != engine.SureMove || !slices.Equal(h.Lines, []string{"3 c5"}) {
				t.Errorf("%s: %q is read as %v %q", lang, text, h.Kind, h.Lines)
			}
		}
	}
}

// TestWhatFollowsMayTakeItBack has sentences behind a move that doubt it, put it off, or say whose it was.
func TestWhatFollowsMayTakeItBack(t *testing.T) {
	for _, behind := range []string{"No wait.", "Just kidding.", "I was only kidding there.", "What do you all think?", "What was I thinking?", "What would you do?", "Why was that?", "What about Cy?", "Is that allowed?",
		"Would that work?", "Did Bo say that?", "Bo said so.", "In your place I would, Bo.", "That was last round.", "That's what Bo would do.", "I keep changing my mind.", "I need to think first.", "Still thinking.", "I am still weighing my options.", "I was going to.", "Let me sleep on it.",
		"Please hold on a minute.", "Bo, reserve a seat for us.", "Bo, avoid the rain outside.", "If Bo is a saboteur.", "Maybe Bo is a saboteur.", "Unless Cy has something better.", "You decide for me.", "I take it back.", "I had other ideas.", "That was Bo's idea.", "Which one was better?", "Who would play that?"} {
		h := grammar.HearSentences(catalog.FindGame("saboteur"), engine.Speech{Text: "3 on C5. " + behind, Lang: "en", Seats: []string{"Ana", "Bo", "Cy"}, Me: "Ana"})
		if h.Kind == engine.SureMove {
			t.Errorf("%q is read as %q", behind, h.Lines)
		}
	}
}

// TestWhoStillThinksHasNotMoved has sentences behind a move that say that its writer is not sure of it.
func TestWhoStillThinksHasNotMoved(t *testing.T) {
	for lang, all := range map[string][]string{
		"de": {"Ich muss noch nachdenken.", "Ich muss erst überlegen.", "Ich überlege noch.", "Hab's mir anders überlegt.", "Was meint ihr?"},
		"fr": {"Je dois encore réfléchir.", "Il faut que je réfléchisse.", "J'hésite encore.", "J'ai changé d'avis.", "Qu'en pensez-vous ?"},
		"es": {"Tengo que pensarlo.", "Todavía lo estoy pensando.", "He cambiado de idea.", "¿Qué os parece?"},
		"it": {"Devo ancora pensarci.", "Ci sto pensando.", "Ho cambiato idea.", "Che ne pensate?"},
		"nl": {"Ik moet nog nadenken.", "Ik twijfel nog.", "Ik ben van gedachten veranderd.", "Wat vinden jullie?"},
		"pt": {"Preciso pensar mais.", "Ainda estou a pensar.", "Mudei de ideia.", "O que acham?"},
	} {
		for _, behind := range all {
			h := grammar.HearSentences(catalog.FindGame("saboteur"), engine.Speech{Text: "3 C5. " + behind, Lang: lang, Seats: []string{"Ana", "Bo", "Cy"}, Me: "Ana"})
			if h.Kind == engine.SureMove {
				t.Errorf("%s: %q is read as %q", lang, behind, h.Lines)
			}
		}
	}
}

// TestHowAreYou has moves beside questions with which people greet each other. They take nothing back.
func TestHowAreYou(t *testing.T) {
	for lang, texts := range map[string][]string{
		"en": {"How are you all? 3 on C5", "3 on C5. How was your weekend?"}, "de": {"Hallo, wie geht's euch? 3 auf C5", "3 auf C5. Was gibt's Neues?"},
		"fr": {"Comment allez-vous ? La 3 en C5", "La 3 en C5. Quoi de neuf ?"}, "es": {"¿Cómo estáis? La 3 en C5", "La 3 en C5. ¿Qué tal el finde?"},
		"it": {"Come state? La 3 in C5", "La 3 in C5. Com'è andato il weekend?"}, "pt": {"Como vocês estão? A 3 em C5", "A 3 em C5. Como foi o fim de semana?"},
		"nl": {"Hoe gaat het met jullie? De 3 op C5", "De 3 op C5. Hoe was jullie weekend?"},
	} {
		for _, text := range texts {
			h := grammar.HearSentences(catalog.FindGame("saboteur"), engine.Speech{Text: text, Lang: lang, Seats: []string{"Ana", "Bo", "Cy"}, Me: "Ana"})
			if h.Kind != engine.SureMove || !slices.Equal(h.Lines, []string{"3 c5"}) {
				t.Errorf("%s: %q is read as %v %q", lang, text, h.Kind, h.Lines)
			}
		}
	}
}

// TestApostrophesMayBeMissing has sentences as people type them on phones.
func TestApostrophesMayBeMissing(t *testing.T) {
	for _, c := range [][2]string{{"en", "thats it, 3 on C5"}, {"en", "im playing 3 on C5"}, {"en", "id like to put 3 on C5"}, {"fr", "cest parti, la 3 en C5"}, {"fr", "jai rien dautre, la 3 en C5"},
		{"fr", "jdefausse la 3"}, {"it", "daccordo, la 3 in C5"}, {"nl", "ik leg m'n 3 op C5"}} {
		if h := grammar.HearSentences(catalog.FindGame("saboteur"), engine.Speech{Text: c[1], Lang: c[0], Seats: []string{"Ana", "Bo", "Cy"}, Me: "Ana"}); h.Kind != engine.SureMove {
			t.Errorf("%s: %q is read as %v %q", c[0], c[1], h.Kind, h.Lines)
		}
	}
}

// TestSecondThoughts has moves that are taken back in the same text. The move that replaces it is asked about, with
// what it leaves unsaid taken from the first. If no other move follows, the first is.
func TestSecondThoughts(t *testing.T) {
	for _, c := range []struct{ game, lang, text, asked string }{
		{"saboteur", "en", "3 on B2, no wait, 4 on C5", "4 c5"},
		{"saboteur", "fr", "la 3 en C5, non attends, plutôt la 5 en A2", "5 a2"},
		{"saboteur", "es", "3 en B2, no, mejor en C5", "3 c5"},
		{"saboteur", "it", "3 in B2, anzi, 4 in C5", "4 c5"},
		{"saboteur", "pt", "3 em B2, ou melhor, em C5", "3 c5"},
		{"saboteur", "en", "I'll put 3 on B2... actually C5", "3 c5"},
		{"saboteur", "en", "pass 1, I mean 4", "pass 4"},
		{"saboteur", "nl", "3 op B2, nee doe maar C5", "3 c5"},
		{"saboteur", "de", "3 auf B2, ach nein, lieber C5", "3 c5"},
		{"clonk", "en", "blast s1, no, s2", "blast s2"},
		{"saboteur", "en", "3 on B2, no, pass 4", "pass 4"},
		{"saboteur", "en", "3 on C5, no wait, 4", "4 c5"},
		{"saboteur", "en", "3 on C5, no wait", "3 c5"},
		{"saboteur", "en", "3 on C5. Wait, no, let me think", "3 c5"},
		{"saboteur", "en", "Bo put 3 on C5, no wait, D5", ""},
		{"saboteur", "nl", "3 op C5, nee toch niet", "3 c5"},
		{"saboteur", "de", "3 auf C5, lieber nicht", "3 c5"},
		{"saboteur", "fr", "3 en C5, finalement non", "3 c5"},
		{"saboteur", "es", "3 en C5, mejor no", "3 c5"},
		{"saboteur", "it", "3 in C5, anzi no", "3 c5"},
		{"saboteur", "pt", "3 em C5, melhor não", "3 c5"},
		{"saboteur", "en", "Bo put 3 on C5, no wait", ""},
	} {
		h := grammar.HearSentences(catalog.FindGame(c.game), engine.Speech{Text: c.text, Lang: c.lang, Seats: []string{"Ana", "Bo", "Cy"}, Me: "Ana"})
		asked := ""
		if len(h.Lines) > 0 {
			asked = h.Lines[0]
		}
		if h.Kind == engine.SureMove || asked != c.asked || len(h.Lines) > 1 {
			t.Errorf("%s: %q is read as %v %q, not asked as %q", c.lang, c.text, h.Kind, h.Lines, c.asked)
		}
	}
}

// TestChatBesideAMove has moves with something else in a sentence beside them that may be about them. They are asked about.
func TestChatBesideAMove(t *testing.T) {
	for _, c := range []struct{ lang, text, asked string }{
		{"en", "3 on C5. Did anybody see the film yesterday?", "3 c5"},
		{"en", "3 on C5. We had snow all night.", "3 c5"},
		{"de", "3 auf C5. Hat jemand gestern den Film gesehen?", "3 c5"},
		{"it", "3 in C5. Avete passato delle belle vacanze?", "3 c5"},
		{"en", "3 on C5. Did Bo say that?", "3 c5"},
		{"en", "Did Bo say that? 3 on C5", "3 c5"},
		{"en", "You wanted it? 3 on C5", "3 c5"},
		{"en", "3 on C5. Did you?", "3 c5"},
		{"en", "3 on C5. Did you see what Bo put on D5?", "3 c5"},
		{"fr", "3 en C5. C'était Bo.", "3 c5"},
	} {
		h := grammar.HearSentences(catalog.FindGame("saboteur"), engine.Speech{Text: c.text, Lang: c.lang, Seats: []string{"Ana", "Bo", "Cy"}, Me: "Ana"})
		if asked := strings.Join(h.Lines, ", "); h.Kind == engine.SureMove || asked != c.asked {
			t.Errorf("%s: %q is read as %v %q, not asked as %q", c.lang, c.text, h.Kind, h.Lines, c.asked)
		}
	}
}

// TestAsideBeforeAMove has sentences before a move without a verb. One about something else leaves the move sure; one
// that may be about the move does not.
func TestAsideBeforeAMove(t *testing.T) {
	for _, c := range []struct {
		lang, text string
		sure       bool
	}{
		{"en", "The children are asleep at last. 3 on C5", true},
		{"en", "My brother has the flu. 3 on C5", true},
		{"de", "Die Kinder schlafen jetzt alle. Die 3 auf C5", true},
		{"nl", "De kinderen slapen eindelijk allemaal. De 3 op C5", true},
		{"fr", "Bonjour, les enfants sont encore malades... la 3 en C5", true},
		{"es", "Buenas, aquí los niños están malos. La 3 en C5", true},
		{"it", "I vicini hanno fatto festa ieri sera. La 3 in C5", true},
		{"pt", "Os vizinhos fizeram uma festa ontem... a 3 em C5", true},
		{"pt", "O Bo merece: conserto o carrinho dele", true},
		{"es", "Bo lo necesita más que yo, le arreglo el pico", true},
		{"en", "Last round was a mess. 3 on C5", false},
		{"de", "Das war eine schöne Idee. 3 auf C5", false},
		{"es", "Aquello fue en Navidad, creo yo. 3 en C5", false},
		{"en", "The other team did something silly. 3 on C5", false},
		{"es", "Los otros hicieron lo siguiente. La 3 en C5", false},
		{"fr", "Ma femme veut autre chose. La 3 en C5", false},
		{"es", "Mi hija me ha susurrado algo. La 3 en C5", false},
		{"en", "I will not do this one. 3 on C5", false},
		{"de", "Ich bin noch sehr unentschlossen. Die 3 auf C5", false},
		{"nl", "Het plan was heel erg simpel. De 3 op C5", false},
		{"fr", "Mon copain propose de faire ceci. La 3 en C5", false},
		{"es", "Mi plan de siempre era muy bueno. La 3 en C5", false},
		{"it", "Sono ancora molto indeciso. La 3 in C5", false},
		{"pt", "Ainda estou pensando no caso. A 3 em C5", false},
		{"es", "Bo piensa otra cosa: le arreglo el pico", false},
		{"pt", "O plano do Bo é, então, 5 em C5", false},
		{"fr", "Le plan de Bo est, du coup, 5 en C5", false},
		{"pt", "O Bo está lento, então a 5 em C5", true},
		{"pt", "Vou ajudar o Bo e consertar a lanterna dele", true},
		{"en", "I help Bo and mend his lamp", true},
		{"en", "I help Bo and you mend his lamp", false},
		{"fr", "Bo est pénible depuis le début, je lui casse sa lampe", true},
		{"pt", "Bo está triste, devolvo-lhe o carrinho", true},
		{"it", "Bo fa un'altra mossa, gli rompo la lanterna", false},
		{"fr", "J'étais fatigué hier, je pose la 3 en C5", true},
		{"es", "Era una broma, pongo la 3 en C5", false},
		{"nl", "Was ik jou, ik leg de 3 op C5", false},
		{"es", "3 en C5, espero que no moleste a nadie", true},
		{"en", "3 on C5. I hope Bo will play that", false},
		{"es", "hay que parar a Bo: la 5 contra Bo", false},
		{"en", "Definitely not enough of it, I lay 3 on C5", false},
		{"fr", "Bon, comme je n'ai rien de mieux, la 3 en C5", true},
		{"es", "Bueno, como no pares, la 3 en C5", false},
		{"pt", "A vizinha está em obras... a 3 em C5", true},
		{"es", "El gato se paseó por el teclado. En fin, la 3 en C5", true},
		{"pt", "Bo está estranho hoje. Pronto, 5 no Bo", true},
		{"fr", "S'il te plaît mets la 3 en C5, j'ai mal aux yeux", true},
		{"fr", "Mets la 3 en C5, me souffle mon fils", false},
		{"en", "Sorry, the train was awfully late, 3 on C5", true},
		{"en", "Sorry, I was going to play, 3 on C5", false},
		{"en", "Sorry, it was, 3 on C5", false},
		{"es", "Perdón, estaba de vacaciones, la 3 en C5", true},
		{"es", "Perdón, quería decir, la 3 en C5", false},
		{"es", "Ninguna carta me sirve aquí, descarto la 3", true},
		{"de", "Kommt heute keiner mehr, lege ich die 3 auf C5", false},
		{"nl", "Komt er geen bezwaar, leg ik de 3 op C5", false},
		{"es", "Demasiado hablador este Bo, le rompo el pico", true},
		{"fr", "Bo, tu l'as cherché : je casse ta lampe", true},
		{"it", "Bo si merita un regalo, la 5 per lui", true},
	} {
		h := grammar.HearSentences(catalog.FindGame("saboteur"), engine.Speech{Text: c.text, Lang: c.lang, Seats: []string{"Ana", "Bo", "Cy"}, Me: "Ana"})
		if sure := h.Kind == engine.SureMove; sure != c.sure {
			t.Errorf("%s: %q is read as %v %q", c.lang, c.text, h.Kind, h.Lines)
		}
	}
}

// Some letters take more bytes in lower case. Words with them must still come apart where they should.
func TestWordsOfRareLettersComeApart(t *testing.T) {
	for _, text := range []string{"ȺȺȺȺ-a", "ȺȺȺȺ'a 3", "l'ȺȺȺȺ", "I put 3 on ȺȺȺȺ-C5", "ȺȺȺȺs3", "3ȺȺȺȺ C5"} {
		for _, g := range catalog.AllGames() {
			if heard := grammar.HearSentences(g, engine.Speech{Text: text, Lang: "fr", Seats: []string{"Ana", "Bo"}, Me: "Ana"}); heard.Kind == engine.SureMove {
				t.Errorf("%s: %q is %q", g.Name(), text, heard.Lines)
			}
		}
	}
	heard := grammar.HearSentences(catalog.FindGame("saboteur"), engine.Speech{Text: "I break ȺȺȺȺ's lamp", Lang: "en", Seats: []string{"Ana", "ȺȺȺȺ"}, Me: "Ana"})
	if heard.Kind == engine.NoMove {
		t.Error("a name of rare letters is not heard")
	}
}

// Somebody whose name is also a word of moves signs with it.
func TestASignatureIsNoMove(t *testing.T) {
	for _, text := range []string{"Thanks, Skip", "Card 4 on B3, please.\n\nThanks, Skip"} {
		heard := grammar.HearSentences(catalog.FindGame("saboteur"), engine.Speech{Text: text, Lang: "en", Seats: []string{"Skip", "Bo"}, Me: "Skip"})
		if heard.Kind == engine.SureMove && slices.Contains(heard.Lines, "pass") {
			t.Errorf("%q is %q", text, heard.Lines)
		}
	}
}

// TestWhatLeavesAMove has what people say beside a move that leaves it as it is: a correction of what is written nowhere, a decision, a
// courtesy, a reason, a remark before a colon and whole sentences about something else.
func TestWhatLeavesAMove(t *testing.T) {
	for _, c := range []struct{ lang, text string }{
		{"en", "No wait, not 1, I meant 3 on C5!! fat fingers"},
		{"de", "Äh halt, vertippt, ich meinte die 3 auf C5, nicht die 1!"},
		{"fr", "pas la 2, la 3 en C5"},
		{"it", "Oddio no, ho sbagliato, non la 1: intendevo la 3 in C5"},
		{"nl", "oeps nee niet de 1, ik bedoelde de 3 op C5"},
		{"es", "uy, no la 1, quise decir la 3 en C5"},
		{"pt", "ops, não a 1, quis dizer a 3 em C5"},
		{"en", "I think I'll put my 3 on C5 please. What a lovely picture this time!"},
		{"pt", "acho que ponho a 3 em C5"},
		{"es", "pongo la 3 en C5, si no os importa"},
		{"nl", "ik leg de 3 op C5, als niemand bezwaar heeft"},
		{"de", "ich lege die 3 auf C5, sonst passt da nichts hin"},
		{"fr", "je pose la 3 en C5, et on verra"},
		{"en", "Kids are in the bath so be quick: 3 on C5"},
		{"it", "Avete visto la partita ieri? Allora metto la 3 in C5"},
		{"en", "Put 3 on C5. Anyone who thinks that's suspicious can buy me a pint on Friday."},
		{"fr", "Je pose la 3 en C5. Ma belle-mère dit que c'est très bien, alors ce sera vrai."},
	} {
		h := grammar.HearSentences(catalog.FindGame("saboteur"), engine.Speech{Text: c.text, Lang: c.lang, Seats: []string{"Ana", "Bo", "Cy"}, Me: "Ana"})
		if h.Kind != engine.SureMove || !slices.Equal(h.Lines, []string{"3 c5"}) {
			t.Errorf("%s: %q is read as %v %q", c.lang, c.text, h.Kind, h.Lines)
		}
	}
}

// TestStandingOrdersInOwnWords has standing orders that no list has.
func TestStandingOrdersInOwnWords(t *testing.T) {
	for _, c := range []struct{ lang, text, want string }{
		{"en", "Whenever one of my tools gets broken please just repair it straight away, don't wait for me.", "auto repair"},
		{"de", "Sobald mir einer was kaputt macht, repariert es bitte gleich, ohne mich zu fragen.", "auto repair"},
		{"nl", "Zolang mijn lamp stuk is moogt ge voor mij altijd passen", "pass until repaired"},
		{"es", "Mientras tenga la linterna rota pasad por mí, que no puedo hacer nada", "pass until repaired"},
		{"fr", "Tant que ma lanterne est brisée, passe mon tour à chaque fois", "pass until repaired"},
		{"en", "If you break my lamp I'll never fix yours", ""},
		{"en", "Bo broke my pick and I had to fix it", ""},
		{"de", "Wenn du mein Werkzeug kaputt machst, repariere ich nie wieder deins", ""},
		{"fr", "Quand on me casse un outil, qui le répare ?", ""},
	} {
		h := grammar.HearSentences(catalog.FindGame("saboteur"), engine.Speech{Text: c.text, Lang: c.lang, Seats: []string{"Ana", "Bo", "Cy"}, Me: "Ana"})
		if got := strings.Join(h.Lines, ", "); (h.Kind == engine.SureMove) != (c.want != "") || c.want != "" && got != c.want {
			t.Errorf("%s: %q is read as %v %q, not as %q", c.lang, c.text, h.Kind, got, c.want)
		}
	}
}
