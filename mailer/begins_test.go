package mailer_test

import (
	"encoding/json"
	"fmt"
	"net/mail"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"pitpost.example/lab/friends"
)

// When a match begins each seat gets one letter, with its own hand: its turn, or that the match begins.
func TestOneLetterASeatAsAMatchBegins(t *testing.T) {
	g := newMatch(t)
	hands := map[string][]string{}
	for no, name := range []string{"ana", "bo", "cy", "di"} {
		if _, err := g.db.Pool().Exec(t.Context(), `update players set settings = settings || '{"json": true}' where id = (select player_id from seats where no = $1)`, no); err != nil {
			t.Fatal(err)
		}
		purpose := "round"
		if name == "bo" {
			purpose = "turn"
		}
		msg, err := mail.ReadMessage(strings.NewReader(string(g.letter(purpose, no, 0))))
		if err != nil {
			t.Fatal(err)
		}
		if subject := msg.Header.Get("Subject"); (name == "bo") == strings.Contains(subject, "The match begins") {
			t.Errorf("%s: %q", name, subject)
		}
		var turn struct {
			Seat  string
			Legal []string
			View  struct{ Hand []string }
		}
		if err := json.Unmarshal(partNamed(t, msg, "turn.json"), &turn); err != nil {
			t.Fatal(err)
		}
		if !strings.EqualFold(turn.Seat, name) || (name == "bo") != (len(turn.Legal) > 0) || len(turn.View.Hand) != 6 {
			t.Errorf("%s: turn.json says %+v", name, turn)
		}
		for other, hand := range hands {
			if slices.Equal(hand, turn.View.Hand) {
				t.Errorf("%s is shown the hand of %s", name, other)
			}
		}
		hands[name] = turn.View.Hand
	}
	var letters int
	if err := g.db.Pool().QueryRow(t.Context(), "select count(*) from outbox where seq > 0").Scan(&letters); err != nil || letters != 4 {
		t.Errorf("%d letters since the match began: %v", letters, err)
	}
}

// The letter that a match begins answers whoever's yes let it begin.
func TestTheBeginningAnswersTheLastYes(t *testing.T) {
	m := friends.Play(t, "saboteur first=Ana")
	for guest, answers := range map[string]string{"bo@example.net": "", "cy@example.net": "<3@study.test>"} {
		h, text := m.Read(guest, "round")
		if in := h.Get("In-Reply-To"); answers != "" && in != answers || strings.Contains(text, "Welcome, ") != (answers != "") {
			t.Errorf("%s, in reply to %q:\n%s", guest, in, text)
		}
	}
}

// A guest who asks something about the match is told how it stands, in their language, and takes no seat by it.
func TestAGuestMayAsk(t *testing.T) {
	s := friends.Open(t)
	for i, c := range []struct{ words, told string }{
		{"Who else is playing?", "Ana: seated"},
		{"Sounds fun, but who else is playing?", "Ana: seated"},
		{"What is this?", "Ana invites you to a match of Saboteur"},
		{"Is this spam?", "Ana invites you to a match of Saboteur"},
		{"Who sees my address?", "Nobody at the table sees your address"},
		{"Was kostet das?", "es kostet nichts"},
		{"Wie doet er nog meer mee?", "Ana: aan tafel"},
		{"Wat is dit?", "nodigt je uit voor een partij Saboteur"},
		{"Wer spielt noch mit?", "Ana: am Tisch"},
		{"Was ist das?", "lädt dich zu einer Partie Saboteur ein"},
		{"Qui d'autre joue ?", "Ana : à table"},
		{"C'est quoi ?", "invite à une partie de Saboteur"},
		{"¿Quién más juega?", "Ana: en la mesa"},
		{"¿Qué es esto?", "te invita a una partida de Saboteur"},
		{"Chi altro gioca?", "Ana: al tavolo"},
		{"Che cos'è?", "ti invita a una partita di Saboteur"},
		{"Quem mais joga?", "Ana: na mesa"},
		{"O que é isto?", "convida você para uma partida de Saboteur"},
	} {
		guest := fmt.Sprintf("bo%d@example.net", i)
		s.Write(fmt.Sprintf("Ana <ana%d@example.org>", i), friends.Address, "Subject: new saboteur with "+guest+", cy@example.net\r\n", "")
		h, text := s.Read(guest, "invite")
		if answers, seal := strings.Index(text, "Answer with: yes"), strings.Index(text, "Seal: "); answers < 0 || seal < answers {
			t.Fatalf("the seal stands above the answers:\n%s", text)
		}
		s.Write(guest, h.Get("Reply-To"), "Subject: Re: "+h.Get("Subject")+"\r\n", c.words)
		_, text = s.Read(guest, "receipt")
		if flat := strings.Join(strings.Fields(strings.ReplaceAll(text, "\u00a0", " ")), " "); !strings.Contains(flat, c.told) {
			t.Errorf("%s: no %q in\n%s", c.words, c.told, text)
		}
		if n := s.Count("select count(*) from seats where address = $1 and state <> 'invited'", guest); n != 0 {
			t.Errorf("%q took or gave up the seat", c.words)
		}
	}
}

// A host's note stands in the invitations of the same letter, for those who have played with the host.
func TestNoteBelowTheInvitation(t *testing.T) {
	m := friends.Play(t, "saboteur")
	m.Write("Ana <ana@example.org>", friends.Address, "Subject: Tuesday\r\n", "new saboteur with bo@example.net, di@example.net\nnote Bring lamps!")
	for guest, known := range map[string]bool{"bo@example.net": true, "di@example.net": false} {
		if _, text := m.Read(guest, "invite"); strings.Contains(text, "Ana adds: “Bring lamps!”") != known {
			t.Errorf("%s, who has played with Ana: %v, reads:\n%s", guest, known, text)
		}
	}
	m.Write("Ana <ana@example.org>", friends.Address, "Subject: Wednesday\r\n", "new saboteur with bo@example.net")
	m.Write("Ana <ana@example.org>", friends.Address, "Subject: lamps\r\n", "#3 note And oil!")
	if _, text := m.Read("ana@example.org", "receipt"); !strings.Contains(strings.Join(strings.Fields(text), " "), "The invitation to Bo was sent before that; “resend Bo” sends it once more") {
		t.Errorf("Ana reads:\n%s", text)
	}
	m.Write("Ana <ana@example.org>", friends.Address, "Subject: once more\r\n", "#3 resend Bo")
	if _, text := m.Read("bo@example.net", "invite"); !strings.Contains(text, "And oil!") {
		t.Errorf("Bo reads:\n%s", text)
	}
}

// The last reminder comes when the reserve time begins. Its subject names the moment at which that ends, and the letter
// does not say that the reserve time is still to begin.
func TestTheLastReminderNamesTheMoment(t *testing.T) {
	t.Parallel()
	m := friends.Play(t, "saboteur")
	address, _ := m.Due()
	now := time.Now().UTC().Truncate(time.Second)
	until := now.Add(48 * time.Hour)
	set := func(sql string, args ...any) {
		t.Helper()
		if _, err := m.DB.Pool().Exec(t.Context(), sql, args...); err != nil {
			t.Fatal(err)
		}
	}
	set("update due set at = $1 where what = 'remind'", now)
	if _, err := m.House.Sweep(t.Context(), now); err != nil {
		t.Fatal(err)
	}
	set("update clocks set soft = $1, due = $2", now.Add(-time.Hour), until)
	h, text := m.Read(address, "remind")
	if want := "Until " + until.Format("Mon 2 January, 15:04 UTC"); !strings.HasSuffix(h.Get("Subject"), want) {
		t.Errorf("its subject is %q in place of %q", h.Get("Subject"), want)
	}
	if strings.Contains(text, "When your time is up") || !strings.Contains(text, "When your reserve time is used up, I play your plan") {
		t.Errorf("it says of the reserve time:\n%s", text)
	}
}

// A letter lists the seats in the order in which they move, and says once which way that is if it is not clockwise.
func TestALetterSaysWhichWayPlayGoes(t *testing.T) {
	m := friends.Play(t, "saboteur edition=it first=Bo")
	for guest, in := range map[string]string{"ana@example.org": "6 hours", "cy@example.net": "12 hours"} {
		_, text := m.Read(guest, "round")
		flat := strings.Join(strings.Fields(text), " ")
		for _, want := range []string{"Play goes counter-clockwise: Ana, Cy and Bo", "will probably come in about " + in, "in order of play (counter-clockwise)"} {
			if strings.Count(flat, want) != 2 { // in the text and in the page
				t.Errorf("%s: not once %q in\n%s", guest, want, text)
			}
		}
		_, ledger, _ := strings.Cut(text, "in order of play")
		if at := places(ledger, "\nAna", "\nCy", "\nBo"); !slices.IsSorted(at) || at[0] < 0 {
			t.Errorf("%s: the seats are listed in another order:\n%s", guest, ledger)
		}
	}
	away := friends.Play(t, "saboteur first=Bo")
	away.Write("Cy <cy@example.net>", friends.Address, "Subject: away\r\n", "away 4 days")
	if _, text := away.Read("ana@example.org", "round"); !aboutFour.MatchString(text) {
		t.Errorf("Cy, who is before Ana, is away:\n%s", text)
	}
}

// aboutFour matches an absence of four days, which late in the day has little more than three left.
var aboutFour = regexp.MustCompile(`in about [34] days`)

// places returns where each of some words stands first in a text.
func places(text string, words ...string) (at []int) {
	for _, w := range words {
		at = append(at, strings.Index(text, w))
	}
	return at
}
