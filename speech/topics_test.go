package speech

import (
	"slices"
	"strings"
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
)

// TestEachLanguageHasTheWordsOfTopics checks that each kind of words that a topic asks for is in the file of every
// language, and that no file has kinds that nothing asks for.
func TestEachLanguageHasTheWordsOfTopics(t *testing.T) {
	found := strings.Fields("seat address number hours city tongue time day span thing question named over") // in no file
	wanted := strings.Fields("- because and said no past ago tome nothing together")
	for _, topic := range topics() {
		for need := range strings.FieldsSeq(topic.needs) {
			for kind := range strings.SplitSeq(strings.TrimPrefix(need, "!"), "|") {
				if !slices.Contains(found, kind) && !slices.Contains(wanted, kind) {
					wanted = append(wanted, kind)
				}
			}
		}
		if topic.wish == "lang" || topic.wish == "away" {
			continue // by themselves they only tell which languages there are, and how to give the days
		}
		if plain, ok := strings.CutPrefix(topic.wish, "meant "); FindCommand(strings.Fields(plain)[0]) == nil || ok == (FindCommand(strings.Fields(plain)[0]).Need == ToRead) {
			t.Errorf("%q is no command, or should be offered and is not, or the other way round", topic.wish)
		}
	}
	for lang, words := range allTopics() {
		var has []string
		for _, phrases := range words {
			for _, p := range phrases {
				has = append(has, string(p.kind))
			}
		}
		for _, kind := range wanted {
			if !slices.Contains(has, kind) {
				t.Errorf("%s: no words of %q", lang, kind)
			}
		}
		for _, kind := range has {
			if !slices.Contains(wanted, kind) {
				t.Errorf("%s: words of %q, which no topic has", lang, kind)
			}
		}
	}
	for _, lang := range []string{"de", "es", "fr", "it", "nl", "pt"} {
		if allTopics()[lang] == nil {
			t.Errorf("no words of %s", lang)
		}
	}
}

// TestWhatAWishNames checks what is filled into a command from a sentence in a match.
func TestWhatAWishNames(t *testing.T) {
	ear := Ear{Lang: "en", Fold: engine.NormaliseText, Games: catalog.AllGames(), At: func(int64) Place {
		return Place{Game: catalog.AllGames()[0], Seats: []string{"Ana", "Bo", "Cy"}, Me: "Ana"}
	}}
	for text, want := range map[string]string{
		"Cy never answers, could we throw him out?":                       "kick Cy",
		"Bo is ill. Can eli@example.org take over his seat?":              "replace Bo with eli@example.org",
		"Can eli@example.org take over Bo's seat, because Bo is ill?":     "replace Bo with eli@example.org",
		"Bo never got the invitation, please send it to him again":        "resend Bo",
		"Could you wake up Bo or Cy?":                                     "nudge",
		"From tomorrow I'm in Rome until Friday":                          "away tomorrow to friday",
		"I'm at my mother's for two weeks because she is ill":             "away 2 weeks",
		"I can't play this weekend, sorry":                                "away saturday to sunday",
		"Let my phone sleep, please: no letters between 11pm and 7am":     "quiet 23-07",
		"How can I follow match #42?":                                     "watch #42",
		"Bo said: please pause the match":                                 "",
		"Bo, could you send me the letter of your mother again?":          "",
		"My brother is in Rome until Friday and I'm so jealous":           "",
		"That was a mistake, buying that car":                             "",
		"That was a mistake!":                                             "undo",
		"I don't need the rules any more, Bo knows them":                  "",
		"Could you explain to me what the lamp does, please? I forgot it": "cards",
	} {
		if plain, _ := ear.FindWish(text); plain != want {
			t.Errorf("%q asks for %q, want %q", text, plain, want)
		}
	}
}

// TestWhatAWishIsAbout has wishes and talk that share their words, in the languages of the writer.
func TestWhatAWishIsAbout(t *testing.T) {
	for _, c := range []struct{ lang, text, want string }{
		{"fr", "Je retire ce que j'ai dit sur Bo", ""},
		{"pt", "Retiro o que disse sobre o Bo", ""},
		{"fr", "On peut retirer Bo de la partie ?", "kick Bo"},
		{"pt", "Já estou melhor, posso jogar outra vez", "back"},
		{"fr", "Je vais mieux, je peux rejouer", "back"},
		{"pt", "Merda, eu queria jogar a 2", "undo"},
		{"es", "Mierda, quería jugar la 2", "undo"},
		{"fr", "Zut, je voulais la 2", "undo"},
		{"it", "Cavolo, volevo giocare la 2", "undo"},
		{"en", "Damn, I wanted to play 2", "undo"},
		{"de", "Mist, ich wollte die 2", "undo"},
		{"nl", "Verdorie, ik wilde de 2", "undo"},
		{"fr", "Attends, j'ai tapé le mauvais numéro", "undo"},
		{"es", "Quería jugar a las 2 contigo", ""},
		{"en", "Can you pause my reminders?", "remind off"},
		{"es", "¿Puedes quitar los recordatorios?", "remind off"},
		{"nl", "Kun je mijn herinneringen uitzetten?", "remind off"},
		{"en", "How long does Bo have?", "status"},
		{"de", "Wie lange hat Bo Zeit?", "status"},
		{"fr", "Combien de temps a Bo ?", "status"},
		{"en", "When is Bo's birthday?", ""},
		{"en", "Tell me when Bo moves", "notify each"},
		{"de", "Sag mir Bescheid, wenn Bo gezogen hat", "notify each"},
		{"pt", "Me avisa quando o Bo jogar", "notify each"},
		{"en", "Is it possible to get the board as text?", "format text"},
		{"it", "È possibile avere il tabellone come testo?", "format text"},
		{"en", "Don't email me after 10pm", "quiet 22-07"},
		{"de", "Schreib mir nicht nach 22 Uhr", "quiet 22-07"},
		{"es", "No me escribas después de las 22", "quiet 22-07"},
		{"en", "I don't eat after 10pm", ""},
		{"en", "Which of my cards can go on B3?", "again"},
		{"it", "Come giro una carta?", "help"},
		{"de", "Wer hat schon zugesagt?", "status"},
		{"nl", "Hoeveel hebben we er nog nodig?", "status"},
		{"it", "Quando è il mio prossimo turno?", "status"},
		{"en", "Again?", ""},
		{"es", "¿Otra?", ""},
	} {
		ear := Ear{Lang: c.lang, Fold: engine.NormaliseText, Games: catalog.AllGames(), At: func(int64) Place {
			return Place{Game: catalog.AllGames()[0], Seats: []string{"Ana", "Bo", "Cy"}, Me: "Ana"}
		}}
		if plain, _ := ear.FindWish(c.text); plain != c.want {
			t.Errorf("%s: %q asks for %q, want %q", c.lang, c.text, plain, c.want)
		}
	}
}

// TestAgainIsARematchAtTheEnd reads a word or two that ask for a rematch when the match is over; "Again?" is none before.
func TestAgainIsARematchAtTheEnd(t *testing.T) {
	for lang, text := range map[string]string{"en": "Nice game! Again?", "de": "Schönes Spiel! Nochmal?", "fr": "Belle partie ! Encore une ?", "es": "¡Buena partida! ¿Otra?",
		"it": "Bella partita! Rivincita?", "nl": "Leuk potje! Nog een keer?", "pt": "Bom jogo! Outra?"} {
		ear := Ear{Lang: lang, Fold: engine.NormaliseText, Games: catalog.AllGames(), At: func(int64) Place {
			return Place{Game: catalog.AllGames()[0], Seats: []string{"Ana", "Bo", "Cy"}, Me: "Ana", Over: true}
		}}
		if plain, meant := ear.FindWish(text); plain != "rematch" || !meant {
			t.Errorf("%s: %q asks for %q", lang, text, plain)
		}
	}
}

// TestSeveralQuestions has rows with more than one question, of which each is heard.
func TestSeveralQuestions(t *testing.T) {
	for _, c := range []struct {
		lang, text string
		want       []string
	}{
		{"en", "What does the map do? And whose turn is it?", []string{"cards", "status"}},
		{"fr", "À quoi sert l'éboulement ? Et c'est à qui le tour ?", []string{"cards", "status"}},
		{"es", "¿A quién le toca? ¿Y dónde están las reglas?", []string{"status", "rules"}},
		{"it", "A chi tocca? E dove sono le regole?", []string{"status", "rules"}},
		{"pt", "De quem é a vez? E onde estão as regras?", []string{"status", "rules"}},
		{"en", "Whose turn is it? Whose turn is it?", []string{"status"}},
	} {
		ear := Ear{Lang: c.lang, Fold: engine.NormaliseText, Games: catalog.AllGames(), At: func(int64) Place {
			return Place{Game: catalog.AllGames()[0], Seats: []string{"Ana", "Bo", "Cy"}, Me: "Ana"}
		}}
		got := engine.MapList(ear.Lines(c.text, nil), func(line Line) string { return line.Folded })
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q is heard as %q, want %q", c.lang, c.text, got, c.want)
		}
	}
}
