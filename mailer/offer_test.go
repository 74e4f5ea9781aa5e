package mailer_test

import (
	"bytes"
	"net/mail"
	"reflect"
	"strings"
	"testing"
	"time"

	"pitpost.example/house/leagues"
	"pitpost.example/model"
)

// leave plays a match in which Gus is a stand-in, with some moves and whispers, and removes Bo for good. Then
// it does what is due, so the seat is offered to Gus.
func leave(t *testing.T, game string, guests ...string) *match {
	t.Helper()
	g := newTable(t, game+" talk=whispers", guests...)
	g.write("gus", "standin", model.Ref{Purpose: model.ForAnybody})
	g.lines(0, "Ana", "tell Bo the left one is stone")
	g.lines(1, "Bo", "tell Ana I never believed it")
	for range 5 {
		g.move()
	}
	if said, err := g.house.Operate(t.Context(), 1, "kick Bo", g.now); err != nil || !said.Done {
		t.Fatalf("%+v, %v", said, err)
	}
	if _, err := g.house.Sweep(t.Context(), g.now.Add(time.Second)); err != nil {
		t.Fatal(err)
	}
	return g
}

// taken has Gus accept the seat.
func (g *match) taken() {
	g.t.Helper()
	var ask int64
	if err := g.db.Pool().QueryRow(g.t.Context(), "select ask_id from seat_offers where match_id = 1").Scan(&ask); err != nil {
		g.t.Fatal(err)
	}
	g.write("gus", "yes", model.Ref{Match: 1, Seat: -1, Purpose: model.ForAsk, Step: ask})
}

// The text of the letter that offers a seat: board and ledger, but no hand, no role and no talk.
func TestOfferText(t *testing.T) {
	for game, guests := range map[string][]string{"saboteur": {"bo", "cy", "di"}, "clonk": {"bo", "cy"}} {
		g := leave(t, game, guests...)
		raw := g.letter("offer", -1, 0)
		msg, err := mail.ReadMessage(bytes.NewReader(raw))
		if err != nil {
			t.Fatal(err)
		}
		how := msg.Header.Get("List-Unsubscribe")
		if msg.Header.Get("To") != "gus@example.org" || !strings.HasSuffix(how, "?subject=standin%20off>") || strings.Contains(how, "stop") {
			t.Errorf("%s: to %s, unsubscribe %s", game, msg.Header.Get("To"), how)
		}
		text := textPart(t, msg.Header.Get, msg.Body)
		for _, hidden := range []string{"Your hand", "You are a", "trust", "What you can play", "the left one", "never believed"} {
			if strings.Contains(text, hidden) {
				t.Errorf("%s: %q stands in\n%s", game, hidden, text)
			}
		}
		g.holdsNone("en", text)
		golden(t, "offer-"+game+".txt", text)
	}
}

// A seat in a match of a league is offered with the league's name.
func TestOffersNameTheLeague(t *testing.T) {
	g := leave(t, "clonk", "bo", "cy")
	if _, err := g.house.NewLeague(t.Context(), leagues.Order{Name: "winter", Organiser: "ana@example.org"}, g.now); err != nil {
		t.Fatal(err)
	}
	if _, err := g.db.Pool().Exec(t.Context(), `update matches set terms = terms || '{"league": 1}'`); err != nil {
		t.Fatal(err)
	}
	msg, err := mail.ReadMessage(bytes.NewReader(g.letter("offer", -1, 0)))
	if err != nil {
		t.Fatal(err)
	}
	if text := textPart(t, msg.Header.Get, msg.Body); !strings.Contains(text, "The match counts for the league winter, season 1.") {
		t.Errorf("no league is named in:\n%s", text)
	}
}

// The letter has the same bytes whatever the hidden cards are.
func TestOffersTellNothingHidden(t *testing.T) {
	g := leave(t, "saboteur", "bo", "cy", "di")
	before, seen := g.letter("offer", -1, 0), g.table().Match.State().View("Bo").Data
	g.redeal()
	if reflect.DeepEqual(seen, g.table().Match.State().View("Bo").Data) {
		t.Fatal("the deal is the same for Bo")
	}
	if after := g.letter("offer", -1, 0); !bytes.Equal(before, after) {
		t.Errorf("another deal, another letter:\n%s\n\n%s", before, after)
	}
}

// Those who accept a seat get its hand and role and the round so far. Whispers to and from the seat stay with
// the player before, in this letter, in "again" and "story", and at the end.
func TestWhoTakesASeatOverReads(t *testing.T) {
	g := leave(t, "saboteur", "bo", "cy", "di")
	g.taken()
	digest := g.textOf("round", 1, 0)
	for _, shown := range []string{"You play Bo from now on", "Your hand", "The round so far", "whispered", "The board"} {
		if !strings.Contains(digest, shown) {
			t.Errorf("no %q in\n%s", shown, digest)
		}
	}
	step := g.table().Match.Chair("Bo").Steps + 1
	g.write("gus", "again\nstory", model.Ref{Match: 1, Seat: 1, Purpose: model.ForTurn, Step: int64(step)})
	again := g.textOf("receipt", 1, 0)
	g.lines(0, "Ana", "tell Bo welcome")
	for _, _, name := g.due(); name != "Bo"; _, _, name = g.due() {
		g.move()
	}
	turn := g.textOf("turn", 1, 0)
	if !strings.Contains(turn, "welcome") {
		t.Errorf("what is whispered now does not arrive:\n%s", turn)
	}
	if _, err := g.house.Operate(t.Context(), 1, "abort", g.now); err != nil {
		t.Fatal(err)
	}
	end := g.textOf("end", 1, 0)
	if !strings.Contains(again, "the round so far") || !strings.Contains(again, "Your hand") {
		t.Errorf("nothing is told:\n%s", again)
	}
	golden(t, "taken.txt", digest)
	for where, text := range map[string]string{"the first digest": digest, "again and story": again, "the turn": turn, "the end": end} {
		for _, old := range []string{"left one", "never believed"} {
			if strings.Contains(text, old) {
				t.Errorf("%s: %q stands in\n%s", where, old, text)
			}
		}
	}
}
