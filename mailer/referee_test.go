package mailer_test

import (
	"bytes"
	"net/mail"
	"reflect"
	"strings"
	"testing"

	"pitpost.example/model"
)

// A referee reads what the public board shows, of a match that is not public too, and how to answer. Those who play
// read who hosts without playing.
func TestLettersOfAReferee(t *testing.T) {
	g := newTable(t, "saboteur seat=no", "bo", "cy", "di")
	var all strings.Builder
	for _, letter := range []struct {
		purpose string
		seat    int
	}{{"invite", 1}, {"round", 1}, {"note", -1}, {"watch", -1}} {
		all.WriteString(g.letterText(letter.purpose, letter.seat) + "\n\n-----\n\n")
	}
	g.write("ana", "pause", model.Ref{Match: 1, Seat: -1, Purpose: model.ForReferee, Step: 1})
	all.WriteString(g.letterText("receipt", -1))
	golden(t, "referee.txt", all.String())

	raw := g.letter("watch", -1, 0)
	msg, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	if how := msg.Header.Get("List-Unsubscribe"); msg.Header.Get("To") != "ana@example.org" || !strings.Contains(how, "?subject=stop>") {
		t.Errorf("to %s, unsubscribe %s", msg.Header.Get("To"), how)
	}
}

// The letter has the same bytes whatever the hidden cards are.
func TestLettersOfARefereeTellNothingHidden(t *testing.T) {
	g := newTable(t, "saboteur seat=no", "bo", "cy", "di")
	for range 3 {
		g.move()
	}
	before, seen := g.letter("watch", -1, 0), g.table().Match.State().View("Bo").Data
	g.redeal()
	if reflect.DeepEqual(seen, g.table().Match.State().View("Bo").Data) {
		t.Fatal("the deal is the same for Bo")
	}
	if after := g.letter("watch", -1, 0); !bytes.Equal(before, after) {
		t.Errorf("another deal, another letter:\n%s\n\n%s", before, after)
	}
}
