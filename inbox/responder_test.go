package inbox

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/token"
)

// notes are what responders that set no header write while somebody is away. {N} is a counter, {SUBJECT} the subject that is
// answered.
var notes = map[string]string{
	"German, with dates":      "Danke für Ihre Nachricht. Ich bin vom 1. bis 17. Dezember nicht im Haus.",
	"German, no date":         "Vielen Dank für Ihre Nachricht. Ich bin zurzeit nicht erreichbar.",
	"English, with dates":     "Thank you for your mail. I am away from 1 December to 17 December and will answer when I am back.",
	"English, a counter":      "Your request has come in and has the number {N}. We answer within 2 days.",
	"English, the subject":    "I have received your mail \"{SUBJECT}\" and am away from 3 to 17 December.",
	"French, with dates":      "Je suis absente du 1er au 17 décembre. En cas d'urgence, écrivez à Bo.",
	"Spanish, with dates":     "Gracias por su mensaje. Estaré fuera del 1 al 17 de diciembre.",
	"Italian, with dates":     "Grazie del messaggio. Sarò assente dal 1 al 17 dicembre.",
	"Dutch, with dates":       "Ik ben van 1 tot 17 december met vakantie. Pas op 18 december lees ik dit.",
	"Portuguese, with dates":  "Estarei fora de 1 a 17 de dezembro. Passo 3 dias em Lisboa.",
	"Latvian, with dates":     "Paldies par vēstuli. No 1. līdz 17. decembrim esmu atvaļinājumā.",
	"Latvian, the subject":    "Jūsu vēstule \"{SUBJECT}\" ir saņemta ({N}). Atbildēšu 18. decembrī.",
	"Hungarian, with dates":   "December 1. és 17. között szabadságon vagyok, leveleit 18-án olvasom.",
	"Welsh, several rows":     "Diolch am eich neges.\n\nRwyf i ffwrdd tan 17/12/2026.\nRhif {N}",
	"English, a telephone":    "Hello,\n\nI am on leave until 17/12. Call +44 20 7946 0{N} if it is urgent.\n\nRegards\nAna",
	"English, a move in it":   "I'm out: pass 1 message on to Bo if it can't wait until the 17th.",
	"English, words of ours":  "Sorry, I am away. I will be back on 17 December and play then.",
	"Esperanto, ticket first": "Bileto {N}: via mesaĝo alvenis je 10:{N}.",
}

// A responder that sets no header answers every letter of ours, wherever it sends its answers, for a day: it is answered a
// few times.
func TestAResponderStartsNoExchange(t *testing.T) {
	ways := map[string]func(s *stand, n *model.Notice) (to, header string){
		"to Reply-To": func(s *stand, n *model.Notice) (to, header string) {
			ref := notice.RefOf(n)
			return "play+" + s.r.Keys.Mint(token.Token{Match: ref.Match, Seat: ref.Seat, Purpose: byte(ref.Purpose), Step: ref.Step}) + "@example.org", ""
		},
		"to From": func(_ *stand, n *model.Notice) (to, header string) {
			return "play@example.org", "In-Reply-To: " + n.MessageID + "\r\n"
		},
		"to Return-Path": func(s *stand, n *model.Notice) (to, header string) {
			return "play+" + s.r.Keys.Bounce(n.ID) + "@example.org", "In-Reply-To: " + n.MessageID + "\r\n"
		},
		"to From, vouched for": func(_ *stand, _ *model.Notice) (to, header string) {
			return "play@example.org", "Authentication-Results: mx.example.org; dmarc=pass header.from=example.com\r\n"
		},
	}
	for way, address := range ways {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			for name, text := range notes {
				s := newStand(t)
				s.r.House.Rules.Patient = false
				if got := s.responds(text, address); got > 4 {
					t.Errorf("%s: %d answers in a day", name, got)
				}
			}
		})
	}
}

// responds answers every letter to Ana for a day with a text, and returns how many answers came.
func (s *stand) responds(text string, address func(*stand, *model.Notice) (to, header string)) int {
	const latest = "select coalesce(max(id), 0) from outbox where purpose <> 'ping' and (address = 'ana@example.com' or player_id = (select player_id from addresses where address = 'ana@example.com'))"
	const answers = "select count(*) from outbox where purpose in ('receipt', 'ask') and address = 'ana@example.com'"
	before, done, subject := s.number(answers), int64(0), ""
	for i, end := 0, s.now.Add(24*time.Hour); s.now.Before(end); i++ {
		id := int64(s.number(latest))
		if id == done {
			s.now = s.now.Add(30 * time.Minute)
			if _, err := s.r.House.Sweep(s.t.Context(), s.now); err != nil {
				s.t.Fatal(err)
			}
			continue
		}
		done = id
		n := s.sent(id, "ana@example.com")
		if n.Purpose != model.PurposeReceipt || subject == "" {
			subject = "[#1 Saboteur] Your turn, Ana: round 1, move 1"
		}
		s.now = s.now.Add(20 * time.Second)
		said := strings.NewReplacer("{N}", fmt.Sprint(4711+i), "{SUBJECT}", subject, "\n", "\r\n").Replace(text)
		subject = "Re: Prombūtne: " + strings.TrimPrefix(subject, "Re: ")
		to, header := address(s, n)
		s.take(fmt.Sprintf("%sFrom: Ana <ana@example.com>\r\nTo: %s\r\nSubject: %s\r\nMessage-ID: <r.%d.%d@example.com>\r\n\r\n%s\r\n", header, to, strings.TrimPrefix(subject, "Re: "), i, id, said), nil)
	}
	return s.number(answers) - before
}

// A person who asks different things, or the same one later, is answered; a command is answered each time.
func TestAPersonWhoAsksAgainIsAnswered(t *testing.T) {
	s := newStand(t)
	s.r.House.Rules.Patient = false
	answers := func() int {
		return s.number("select count(*) from outbox where purpose in ('receipt', 'ask') and address = 'ana@example.com'")
	}
	for _, c := range []struct {
		words string
		after time.Duration
		more  int
	}{
		{"Could it be that we should do something about the lantern?", 0, 1},
		{"Could it be that we should do something about the lantern?", time.Minute, 0}, // the same, within the hour
		{"And what shall we sing tonight?", time.Minute, 1},
		{"Whose turn is it?", time.Minute, 1},
		{"Whose turn is it?", time.Minute, 1}, // what can be told is told again
		{"status", time.Minute, 1},
		{"status", time.Minute, 1},
		{"pass 77", time.Minute, 1},
		{"pass 77", time.Minute, 1}, // a command is always answered
		{"pass 78", time.Minute, 1},
		{"Could it be that we should do something about the lantern?", time.Hour, 1},
	} {
		s.now = s.now.Add(c.after)
		before := answers()
		if state, why := s.proved("ana@example.com", "Re: [#1 Saboteur]", c.words); answers()-before != c.more {
			t.Errorf("%q: %d answers, not %d (%s, %s)", c.words, answers()-before, c.more, state, why)
		}
	}
}

// Answers to letters that did nothing take a quarter of what may leave in a day; commands are answered beyond it.
func TestIdleAnswersTakeAQuarterOfTheSendLimit(t *testing.T) {
	s := newStand(t)
	s.r.House.Rules.Patient, s.r.House.Rules.SendLimit = false, 8
	answers := func() int { return s.number("select count(*) from outbox where purpose = 'receipt'") }
	before := answers()
	for i, words := range []string{"Lovely weather over here", "Nobody told me about the party", "The cat sat upon the keyboard again"} {
		s.now = s.now.Add(2 * time.Minute)
		s.proved([]string{"ana@example.com", "bo@example.net"}[i%2], "Re: [#1 Saboteur]", words)
	}
	if got := answers() - before; got != 2 {
		t.Errorf("%d answers to talk", got)
	}
	before = answers()
	if s.proved("ana@example.com", "Re: [#1 Saboteur]", "status"); answers()-before != 1 {
		t.Error("a command is not answered")
	}
}
