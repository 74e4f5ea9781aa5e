package speech

import (
	"slices"
	"strings"
	"testing"

	"pitpost.example/engine"
	"pitpost.example/engine/catalog"
)

func TestAMatchIsAskedForInASentence(t *testing.T) {
	for _, c := range []struct{ lang, text, plain string }{
		{"en", "Can I play Saboteur with bo@example.org and cy@example.org?", two},
		{"en", "I'd like to start a game of Saboteur with bo@example.org & cy@example.org. Bo is my cousin.", two},
		{"en", "Hi there! My sister told me about this. Could you set up a match of saboteur for me, bo@example.org and cy@example.org, please? Thanks!", two},
		{"en", "Let’s play Clonk! with bo@example.org", "new clonk with bo@example.org"},
		{"en", "I would like to invite bo@example.org and cy@example.org to a game of Saboteur edition=classic pace=2d", two + " edition=classic pace=2d"},
		{"en", "new saboteur with bo@example.org,\ncy@example.org", two},
		{"en", "Start a new match of Saboteur with\nBo (bo@example.org) and\nCy <cy@example.org> please\nAna", "new saboteur with Bo <bo@example.org>, Cy <cy@example.org>"},
		{"en", "I want to play against bots", "new practice"},
		{"en", "practice", "new practice"},
		{"en", "I'd like to practise first, thanks", "new practice"},
		{"de", "Kann ich Clonk erst mal allein probieren?", "new practice clonk"},
		{"en", "Saboteur with bo@example.org", bo},
		{"en", "I want to practise", "new practice"},
		{"en", "I'd like a practice match of Clonk!", "new practice clonk"},
		{"de", "Ich möchte Saboteur mit bo@example.org und cy@example.org spielen.", two},
		{"de", "Hallo,\nich würde gerne mit bo@example.org eine Partie Saboteur spielen.\nViele Grüße", bo},
		{"de", "Neues Spiel Saboteur mit bo@example.org, bitte", bo},
		{"de", "Kann ich gegen den Computer spielen?", "new practice"},
		{"fr", "Je voudrais jouer à Saboteur avec bo@example.org et cy@example.org, s’il vous plaît.", two},
		{"fr", "Nouvelle partie de Saboteur avec bo@example.org svp", bo},
		{"fr", "J’aimerais jouer contre l’ordinateur", "new practice"},
		{"es", "Quiero jugar a Saboteur con bo@example.org y cy@example.org, por favor", two},
		{"es", "¡Hola! ¿Podemos jugar una partida de saboteur con bo@example.org?", bo},
		{"it", "Vorrei giocare a Saboteur con bo@example.org e cy@example.org", two},
		{"it", "Vorrei allenarmi contro il computer", "new practice"},
		{"pt", "Gostaria de jogar Saboteur com bo@example.org e cy@example.org, por favor", two},
		{"pt", "Quero jogar contra o computador", "new practice"},
		{"nl", "Ik wil graag Saboteur spelen met bo@example.org en cy@example.org", two},
		{"nl", "Mag ik tegen de computer spelen?", "new practice"},

		{"en", "We want to play clonk: my brother bo@example.org, my friends cy@example.org and di@example.org, and me", "new clonk with bo@example.org, cy@example.org, di@example.org"},
		{"fr", "Bonjour, on aimerait faire une partie de Saboteur à trois : bo@example.org, cy@example.org et moi. Merci !", two},
		{"de", "Meine Freunde Bo (bo@example.org) und Cy (cy@example.org) und ich wollen Saboteur spielen.", "new saboteur with Bo <bo@example.org>, Cy <cy@example.org>"},

		{"en", "I'd like to play Saboteur with my friend bo@example.org, how does it work?", bo},
		{"fr", "Bonjour, je voudrais jouer à Saboteur avec mon ami bo@example.org, comment ça marche ?", bo},
		{"nl", "Hoi, ik wil graag Saboteur spelen met mijn vriend bo@example.org, hoe werkt dat?", bo},
		{"de", "Kannst du eine Partie Saboteur für mich, bo@example.org und cy@example.org aufmachen?", two},
		{"es", "Somos tres y queremos jugar a Saboteur: bo@example.org, cy@example.org y yo", two},

		{"en", "I'd like to play Saboteur with bo@example.org, only one round please", bo + " rounds=1"},
		{"en", "Could we play one round of Saboteur with bo@example.org?", bo + " rounds=1"},
		{"en", "Let's play Saboteur with bo@example.org. Just one round, please.", bo + " rounds=1"},
		{"en", "Let's play clonk with bo@example.org, just one round", "new clonk with bo@example.org"},
		{"en", "I'd like to play Saboteur with bo@example.org, just one round, 3 days per move", bo + " rounds=1 pace=72h"},
		{"de", "Ich möchte Saboteur spielen mit bo@example.org, eine Woche pro Zug", bo + " pace=168h"},
		{"fr", "Je voudrais jouer à Saboteur avec bo@example.org. 3 jours par coup", bo + " pace=72h"},
		{"en", "Let's play a round of Saboteur with bo@example.org", bo},
		{"de", "Ich möchte mit bo@example.org Saboteur spielen, nur eine Runde.", bo + " rounds=1"},
		{"de", "Ich möchte eine Runde Saboteur mit bo@example.org spielen", bo},
		{"nl", "Ik wil graag Saboteur spelen met bo@example.org, maar één ronde", bo + " rounds=1"},
		{"fr", "Je voudrais jouer à Saboteur avec bo@example.org, une seule manche s’il vous plaît", bo + " rounds=1"},
		{"es", "Quiero jugar a Saboteur con bo@example.org, solo una ronda", bo + " rounds=1"},
		{"it", "Vorrei giocare a Saboteur con bo@example.org, una sola manche", bo + " rounds=1"},
		{"pt", "Quero jogar Saboteur com bo@example.org, só uma rodada", bo + " rounds=1"},

		{"en", "We played Saboteur with bo@example.org", ""},
		{"en", "I don't want to play Saboteur with bo@example.org", ""},
		{"en", "Bo wants to play Saboteur with cy@example.org", ""},
		{"en", "Maybe we play Saboteur with bo@example.org next week", ""},
		{"en", "Would you like to play Saboteur with bo@example.org?", ""},
		{"de", "Möchtest du mit bo@example.org Saboteur spielen?", ""},
		{"en", "Shall we play Saboteur with bo@example.org?", ""},
		{"en", "“Play Saboteur with bo@example.org”", ""},
		{"en", "> new saboteur with bo@example.org", ""},
		{"en", "Let's play. Write to bo@example.org about Saboteur", ""},
		{"en", "Thanks, bot", ""},
		{"en", "Practice makes perfect", ""},
		{"en", "The bots play better than I do", ""},
		{"en", "About Saboteur with bo@example.org", ""},
		{"de", "Ich will nicht Saboteur mit bo@example.org spielen", ""},
		{"fr", "Je ne veux pas jouer à Saboteur avec bo@example.org", ""},
		{"es", "No quiero jugar a Saboteur con bo@example.org", ""},
	} {
		lines := Ear{Lang: c.lang, Fold: engine.NormaliseText, Games: catalog.AllGames()}.Lines(c.text, nil)
		at := slices.IndexFunc(lines, func(l Line) bool { return l.Plain != "" })
		plain := ""
		if at >= 0 {
			plain = lines[at].Plain
		}
		if plain != c.plain {
			t.Errorf("%s: %q asks for %q, want %q", c.lang, c.text, plain, c.plain)
		}
	}
}

func TestEachWishIsOne(t *testing.T) {
	for lang, tongue := range readWishes() {
		meant := map[string]string{}
		for sentence, wish := range tongue.lines {
			core := tongue.core(strings.Fields(sentence))
			if was, twice := meant[core]; core == "" || twice && was != wish {
				t.Errorf("%s: of %q is left %q, which is %q too", lang, sentence, core, was)
			}
			meant[core] = wish
		}
	}
}

func TestTheHouseIsAskedInASentence(t *testing.T) {
	for _, c := range []struct{ lang, text, plain, meant string }{
		{"en", "Can you send me the board again?", "again", ""},
		{"en", "Hi! Sorry, I lost your letter. Could you send it again, please? Thanks!", "again", ""},
		{"en", "What are the rules?", "rules", ""},
		{"en", "Whose turn is it?", "status", ""},
		{"en", "What can I do now?", "help", ""},
		{"en", "I'd like to leave the match.", "", "resign"},
		{"en", "Please switch to German", "", "lang german"},
		{"en", "I need more time, please", "", "extend 24h"},
		{"de", "Kannst du mir die Regeln schicken?", "rules", ""},
		{"de", "Schick mir bitte den Plan nochmal", "again", ""},
		{"de", "Wer ist denn dran?", "status", ""},
		{"de", "Ich möchte aussteigen", "", "resign"},
		{"fr", "C’est à qui de jouer ?", "status", ""},
		{"es", "¿A quién le toca?", "status", ""},
		{"it", "A chi tocca?", "status", ""},
		{"nl", "Wie is er aan de beurt?", "status", ""},
		{"pt", "Como se joga?", "rules", ""},

		{"en", "The rules?", "rules", ""},
		{"en", "I'll be away from 1 December to 15 December, sorry!", "", "away from 1 december to 15 december"},
		{"en", "I'm on holiday until Friday", "", "away to friday"},
		{"de", "Ich bin vom 1. bis 15. Dezember verreist", "", "away from 1 to 15 december"},
		{"en", "I live in New York", "", "zone America/New_York"},
		{"de", "Meine Zeitzone ist Berlin.", "", "zone Europe/Berlin"},
		{"en", "I live in hope", "", ""},
		{"en", "I'm away until 24 December", "", "away to 24 december"}, // too long on some days, which is checked later
		{"en", "How do I resign?", "", "resign"},
		{"de", "Falsche Karte!", "", "undo"},
		{"fr", "On peut faire une pause ?", "", "pause"},
		{"es", "No me mandes más correos", "", "stop"},
		{"it", "Solo testo, per favore", "", "format text"},
		{"nl", "Hoe lang duurt het nog?", "status", ""},
		{"pt", "Um e-mail por dia, por favor", "", "daily 8"},
		{"en", "That was a mistake, Bo", "", ""},
		{"en", "One more game like this and I quit", "", ""},
		{"de", "Ich bin verreist bis Freitag", "", "away to friday"},

		{"en", "We'd love to play Saboteur on rainy days: bo@example.org and me", "", bo},
		{"en", "I'd like to play with bo@example.org. Saboteur, if that's possible.", "", bo},
		{"fr", "Mon amie bo@example.org adorerait jouer à Saboteur avec moi", "", bo},

		{"en", "I'd rather not play Saboteur with bo@example.org", "", ""},
		{"en", "Would you love to play Saboteur with bo@example.org?", "", ""},
		{"en", "Write to bo@example.org", "", ""},
		{"en", "I was away in May", "", ""},
		{"en", "Thanks for the rules", "", ""},
		{"en", "I quit my job", "", ""},
		{"en", "The rules are clear now", "", ""},
		{"en", "I don't need the rules", "", ""},
		{"en", "I speak no German", "", ""},
		{"en", "“What are the rules?”", "", ""},
	} {
		lines := Ear{Lang: c.lang, Fold: engine.NormaliseText, Games: catalog.AllGames()}.Lines(c.text, nil)
		plain, meant := "", ""
		for _, l := range lines {
			if w := FindCommand(l.Folded); w != nil {
				plain = w.Name
			}
			meant += l.Meant
		}
		if plain != c.plain || meant != c.meant {
			t.Errorf("%s: %q asks for %q and means %q, want %q and %q", c.lang, c.text, plain, meant, c.plain, c.meant)
		}
	}
}

// bo and two are commands that the sentences above ask for.
const (
	bo  = "new saboteur with bo@example.org"
	two = "new saboteur with bo@example.org, cy@example.org"
)

// A wish for a match is checked for letters that look like others, as a command is, because it has an address in it.
// The "о" in this one is Cyrillic.
func TestAWishWithOddLettersIsRefused(t *testing.T) {
	lines := Ear{Lang: "en", Fold: engine.NormaliseText, Games: catalog.AllGames()}.Lines("I'd like to play Saboteur with bо@example.org", nil)
	if len(lines) != 1 || lines[0].Plain == "" || lines[0].Commanding() != lines[0].Raw {
		t.Errorf("%+v", lines)
	}
}

// Who asks for letters in a language, and in that language, gets them without being asked.
func TestALanguageAskedForInItself(t *testing.T) {
	for text, offered := range map[string]bool{"¿Me puedes escribir en español?": false, "Bonjour ! Pourrait-on tout recevoir en français svp ?": false, "Hallo zusammen! Bitte auf Deutsch. Danke!": false,
		"Bonjour ! Pourrait-on tout recevoir en français svp ? Je pose la 3 en C5": true, "Could you write to me in Spanish instead?": true} {
		plain, meant := Ear{Lang: "en", Fold: engine.NormaliseText}.FindWish(text)
		if !strings.HasPrefix(plain, "lang ") || meant != offered {
			t.Errorf("%q is %q, offered: %v", text, plain, meant)
		}
	}
}
