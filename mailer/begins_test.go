package mailer_test

import (
	"encoding/json"
	"net/mail"
	"slices"
	"strings"
	"testing"

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
