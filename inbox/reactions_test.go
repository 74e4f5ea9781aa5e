package inbox

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// reactions are letters that a program writes when somebody chooses a picture below one of ours.
var reactions = map[string]string{
	"Gmail": "Content-Type: multipart/alternative; boundary=\"bb1\"\r\n\r\n--bb1\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n{P}  Bo reacted via Gmail\r\n\r\nOn Sat, 28 Nov 2026 at 08:58, Saboteur with Bo <play@example.org> wrote:\r\n> hello\r\n\r\n" +
		"--bb1\r\nContent-Type: text/vnd.google.email-reaction+json; charset=utf-8\r\n\r\n{\"emoji\":\"{P}\",\"version\":1}\r\n--bb1\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" +
		"<div><p style=\"font-size:50px;margin:0\">{P}</p><p style=\"margin:0\">Bo reacted via <a href=\"https://www.google.com/gmail/about/\">Gmail</a></p></div>\r\n--bb1--\r\n",
	"Outlook, English":   "Content-Type: text/plain; charset=utf-8\r\n\r\n{P} Bo Example reacted to your message:\r\n",
	"Outlook, German":    "Content-Type: text/plain; charset=utf-8\r\n\r\nBo Example hat mit {P} auf Ihre Nachricht reagiert:\r\n",
	"Outlook, French":    "Content-Type: text/plain; charset=utf-8\r\n\r\n{P} Bo Example a réagi à votre message :\r\n",
	"Outlook, Spanish":   "Content-Type: text/plain; charset=utf-8\r\n\r\n{P} Bo Example reaccionó a su mensaje:\r\n",
	"Outlook, Italian":   "Content-Type: text/plain; charset=utf-8\r\n\r\n{P} Bo Example ha reagito al messaggio:\r\n",
	"Outlook, Dutch":     "Content-Type: text/plain; charset=utf-8\r\n\r\n{P} Bo Example heeft gereageerd op uw bericht:\r\n",
	"the picture alone":  "Content-Type: text/plain; charset=utf-8\r\n\r\n{P}\r\n\r\nOn Sat, 28 Nov 2026 at 08:58, Saboteur with Bo <play@example.org> wrote:\r\n> hello\r\n",
	"above its sentence": "Content-Type: text/plain; charset=utf-8\r\n\r\n{P}\r\nBo Example reacted to your message:\r\n> hello\r\n",
}

// A reaction to a letter about the turn gets silence. One to a question that can be undone is its yes, if it is a thumb.
func TestReactionsGetSilenceOrAreTheYesTheyMean(t *testing.T) {
	for name, form := range reactions {
		t.Run(name, func(t *testing.T) {
			s := newStand(t)
			s.r.House.Rules.Patient = false
			for _, picture := range []string{"👍", "❤️", "😮"} {
				n, facts := s.due(), s.facts()
				before := s.number("select count(*) from outbox")
				s.count++
				raw := "From: <" + n.Address + ">\r\nTo: " + s.word(n) + fmt.Sprintf("\r\nSubject: Re: [#1 Saboteur] Your turn\r\nMessage-ID: <react.%d@example.com>\r\n", s.count)
				state, why := s.take(raw+strings.ReplaceAll(form, "{P}", picture), nil)
				if answers := s.number("select count(*) from outbox") - before; answers != 0 || s.facts() != facts {
					t.Errorf("%s: %d answers, %s, %s", picture, answers, state, why)
				}
			}
			n := s.due()
			if state, why := s.send("From: <"+n.Address+">\r\nTo: "+s.word(n)+"\r\nSubject: Re: [#1 Saboteur] Your turn\r\n", "perhaps I'll pass 1 tonight?"); state == "drop" {
				t.Fatal(state, why)
			}
		})
	}
}

// A note of an absence without any mark of a machine is known by its words in the languages of Europe: one is answered, however
// its days and numbers change, and whatever happens meanwhile.
func TestAMachineWithoutMarksIsAnsweredOnce(t *testing.T) {
	for lang, note := range map[string]string{
		"en": "Thank you for your mail. I am away from %d December and have limited access to email.", "de": "Danke. Ich bin bis %d. Dezember nicht im Büro.",
		"fr": "Merci. Je suis absente du bureau jusqu'au %d décembre.", "es": "Gracias. Estaré fuera de la oficina hasta el %d.", "it": "Sono in ferie fino al %d dicembre.",
		"nl": "Ik ben tot %d december met vakantie.", "pt": "Estou de férias até %d de dezembro.", "lv": "Neesmu birojā līdz %d. decembrim.", "lt": "Iki gruodžio %d d. atostogauju.",
		"et": "Olen puhkusel kuni %d. detsembrini.", "pl": "Do %d grudnia jestem na urlopie.", "cs": "Do %d. prosince jsem na dovolené.", "sk": "Do %d. decembra som na dovolenke.",
		"hu": "December %d-ig szabadságon vagyok.", "ro": "Sunt în concediu până pe %d decembrie.", "bg": "До %d декември съм в отпуск.", "ru": "До %d декабря я в отпуске.",
		"uk": "До %d грудня я у відпустці.", "el": "Είμαι εκτός γραφείου μέχρι τις %d.", "sv": "Jag är på semester till den %d december.", "da": "Jeg holder ferie til den %d. december.",
		"nb": "Jeg er ikke på kontoret før %d. desember.", "fi": "Olen lomalla %d. joulukuuta asti.", "is": "Ég er í fríi til %d. desember.", "sl": "Do %d. decembra sem na dopustu.",
		"hr": "Do %d. prosinca sam na godišnjem odmoru.", "sr": "До %d. децембра сам на одмору.", "sq": "Jam me pushime deri më %d dhjetor.", "ga": "Tá mé as láthair go dtí %d Nollaig.",
		"cy": "Rwyf i ffwrdd tan %d Rhagfyr.", "eu": "Oporretan nago abenduaren %d arte.", "gl": "Estarei fóra da oficina ata o %d.", "ca": "Sóc fora de l'oficina fins al %d.", "tr": "%d Aralık tarihine kadar izindeyim.",
	} {
		s := newStand(t)
		s.r.House.Rules.Patient = false
		n := s.due()
		before := s.number("select count(*) from outbox where purpose in ('receipt', 'ask') and address = $1", n.Address)
		for i := range 4 {
			s.now = s.now.Add(70 * time.Minute)
			s.send("From: <"+n.Address+">\r\nTo: "+s.word(n)+"\r\nSubject: Re: [#1 Saboteur] Your turn\r\n", fmt.Sprintf(note, 3+i))
		}
		if got := s.number("select count(*) from outbox where purpose in ('receipt', 'ask') and address = $1", n.Address) - before; got > 1 {
			t.Errorf("%s: %d answers", lang, got)
		}
	}
}
