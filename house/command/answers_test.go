package command

import "testing"

// To an invitation a first sentence that is a yes is enough; a condition or a question asks back.
func TestAnswersToInvitations(t *testing.T) {
	for _, c := range []struct {
		lang, text string
		want       Answer
	}{
		{"en", "Sounds good to me, it’s my first time", Yes}, {"de", "Ich muss leider absagen", No}, {"fr", "Une autre fois peut-être", No}, {"it", "Ok per me", Yes}, {"nl", "Dat doe ik!", Yes},
		{"en", "Yes :)", Yes}, {"en", "👍", Yes}, {"en", "I'd love to play. When do we start?", Yes}, {"en", "Sounds great, thanks!", Yes},
		{"en", "Yes, but only from Monday", Unclear}, {"en", "Yes?", Unclear}, {"en", "If Bo plays too", NoAnswer}, {"en", "Who is this?", NoAnswer},
		{"en", "Sorry, no. Next time!", No}, {"en", "Hi Ana,\n\nyes please!\n\nCheers, Bo", Yes}, {"en", "yesterday I was ill", NoAnswer},
		{"de", "Gerne, ich bin dabei!", Yes}, {"de", "ja nee", No}, {"de", "Kein Problem", Yes}, {"de", "Hallo Ana! Klar, mach ich. Wann geht es los?", Yes},
		{"de", "Ja, aber erst ab Montag", Unclear}, {"de", "Leider keine Zeit", No}, {"de", "keine Zeit", No},
		{"fr", "Pourquoi pas !", Yes}, {"fr", "Avec plaisir", Yes}, {"fr", "oui mais pas tout de suite", Unclear}, {"fr", "non merci", No},
		{"es", "claro", Yes}, {"es", "Claro que no", No}, {"es", "¡Me apunto!", Yes}, {"es", "si", Yes}, {"es", "ja ja ja", NoAnswer}, {"es", "Sí, si Bo juega", Unclear},
		{"it", "Volentieri", Yes}, {"it", "Certo che no", No}, {"it", "Ci sto!", Yes}, {"pt", "Claro que não", No}, {"pt", "Eu topo!", Yes}, {"pt", "Sim, mas só na segunda", Unclear},
		{"nl", "Leuk, ik doe mee!", Yes}, {"nl", "ja nee", No}, {"nl", "Ja, als Bo ook meedoet", Unclear}, {"nl", "Graag!", Yes},
		{"en", "No thanks, too busy right now. Sorry!", No}, {"en", "Sorry, I don't have time, work is crazy", No}, {"en", "Unfortunately I'm too busy", No},
		{"en", "No, but I'd love to next time", Unclear}, {"en", "No one told me about this", NoAnswer}, {"en", "I can't wait!", Yes}, {"en", "No problem, count me in", Yes},
		{"en", "Yes, I haven't played in ages", Yes}, {"en", "Yes, when Bo plays too", Unclear}, {"en", "No, wait, yes!", NoAnswer},
		{"de", "Nein danke, gerade zu viel los", No}, {"de", "Tut mir leid, ich habe keine Zeit", No}, {"de", "Nein, aber Bo vielleicht", Unclear}, {"de", "Ja, das haben wir lange nicht gespielt", Unclear},
		{"fr", "Non merci, trop de boulot en ce moment", No}, {"fr", "Désolé, je n’ai pas le temps", No}, {"es", "No, gracias, estoy de viaje", No}, {"es", "Lo siento, no puedo", No},
		{"it", "No grazie, troppo lavoro", No}, {"it", "Purtroppo non posso", No}, {"nl", "Nee bedankt, te druk", No}, {"nl", "Sorry, geen tijd", No}, {"pt", "Não, obrigado, sem tempo", No}, {"pt", "Infelizmente não vai dar", No},
	} {
		if got := ToInvite(c.text, c.lang); got != c.want {
			t.Errorf("%s %q: %d, want %d", c.lang, c.text, got, c.want)
		}
	}
}

// To any other question all of a text must be the answer, in the writer's language or in English.
func TestAnswersToQuestions(t *testing.T) {
	for _, c := range []struct {
		lang, text string
		yes, no    bool
	}{
		{"en", "yes", true, false}, {"de", "Ja!", true, false}, {"de", "yes", true, false}, {"de", "oui", false, false}, {"es", "ja ja ja", false, false},
		{"de", "ja ja ja", false, false}, {"es", "sí", true, false}, {"es", "si", true, false}, {"en", "ja", false, false}, {"de", "gerne", false, false},
		{"de", "ja, gerne", true, false}, {"en", "yes I would like to know more", false, false}, {"en", "no problem", false, false}, {"pt", "não", false, true},
		{"fr", "pourquoi pas", false, false}, {"nl", "ja nee", false, true},
	} {
		if yes, no := YesNo(c.text, c.lang); yes != c.yes || no != c.no {
			t.Errorf("%s %q: %v %v", c.lang, c.text, yes, no)
		}
	}
}
