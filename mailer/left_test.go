package mailer_test

import (
	"strings"
	"testing"

	"pitpost.example/lab/friends"
)

// A player who leaves is told so, and no longer sees the hand, from which a bot plays on: it has drawn a card
// by then.
func TestWhoHasLeftSeesNoHand(t *testing.T) {
	t.Parallel()
	m := friends.Play(t, "saboteur")
	address, seat := m.Due()
	m.Write(address, m.At(seat), "", "resign")
	h, text := m.Read(address, "receipt")
	if !strings.Contains(text, "Your hand") {
		t.Fatalf("before they leave, the receipt shows no hand:\n%s", text)
	}
	if state, _ := m.Write(address, h.Get("Reply-To"), "", "yes"); state != "apply" {
		t.Fatalf("the yes to leaving: %s", state)
	}
	if _, text := m.Read(address, "receipt"); !strings.Contains(text, "You have left") || strings.Contains(text, "Your hand") {
		t.Errorf("told of a seat that is not theirs any more:\n%s", text)
	}
}
