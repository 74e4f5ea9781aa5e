package mailer_test

import (
	"bytes"
	"encoding/json"
	"net/mail"
	"reflect"
	"strings"
	"testing"

	"pitpost.example/engine/saboteur"
	"pitpost.example/model"
)

// follow makes somebody without a seat follow match 1.
func (g *match) follow(who string) {
	g.write(who, "watch #1\nnotify each", model.Ref{Purpose: model.ForAnybody})
}

// Onlookers read what is public: no role, no hand, no talk and no moves to make. Their letters show how to
// stop them.
func TestLettersOfOnlookers(t *testing.T) {
	for game, guests := range map[string][]string{"saboteur watch=on": {"bo", "cy", "di"}, "clonk watch=on": {"bo", "cy"}} {
		g := newTable(t, game, guests...)
		g.follow("gus")
		for range 12 {
			g.move()
		}
		raw := g.letter("watch", -1, 0)
		msg, err := mail.ReadMessage(bytes.NewReader(raw))
		if err != nil {
			t.Fatal(err)
		}
		if how := msg.Header.Get("List-Unsubscribe"); msg.Header.Get("To") != "gus@example.org" || !strings.Contains(how, "?subject=watch%20off>") {
			t.Errorf("%s: to %s, unsubscribe %s", game, msg.Header.Get("To"), how)
		}
		text := textPart(t, msg.Header.Get, msg.Body)
		for _, hidden := range []string{"Your hand", "You are", "trust", "What you can play", "until"} {
			if strings.Contains(text, hidden) {
				t.Errorf("%s: %q stands in\n%s", game, hidden, text)
			}
		}
		for _, shown := range []string{"The board", "At the table", "Next to move: ", "watch off"} {
			if !strings.Contains(text, shown) {
				t.Errorf("%s: no %q in\n%s", game, shown, text)
			}
		}
		g.holdsNone("en", text)
	}
}

// The letter has the same bytes whatever the hidden cards are.
func TestLettersOfOnlookersTellNothingHidden(t *testing.T) {
	g := newTable(t, "saboteur watch=on", "bo", "cy", "di")
	g.follow("gus")
	for range 3 {
		g.move()
	}
	before, seen := g.letter("watch", -1, 0), g.table().Match.State().View("Ana").Data
	g.redeal()
	if reflect.DeepEqual(seen, g.table().Match.State().View("Ana").Data) {
		t.Fatal("the deal is the same for Ana")
	}
	if after := g.letter("watch", -1, 0); !bytes.Equal(before, after) {
		t.Errorf("another deal, another letter:\n%s\n\n%s", before, after)
	}
}

// redeal changes the deal in the log: other roles, the gold in another place, other cards in the hands. What
// was played and seen stays the same.
func (g *match) redeal() {
	g.t.Helper()
	facts := g.table().Match.Facts()
	var dealt saboteur.Dealt
	played := map[string]bool{}
	for _, f := range facts {
		switch e := f.Event.(type) {
		case saboteur.Dealt:
			dealt = e
		case saboteur.Revealed:
			g.t.Fatal("a goal lies open already")
		case saboteur.Dug:
			played[e.Card] = true
		case saboteur.Broke:
			played[e.Card] = true
		case saboteur.Passed:
			played[e.Card] = true
		}
	}
	for seat, role := range dealt.Roles {
		dealt.Roles[seat] = map[string]string{"miner": "saboteur", "saboteur": "miner"}[role]
	}
	dealt.Goals["I1"], dealt.Goals["I3"], dealt.Goals["I5"] = dealt.Goals["I3"], dealt.Goals["I5"], dealt.Goals["I1"]
	for _, hand := range dealt.Hands {
		for i, card := range hand {
			if !played[card] {
				hand[i] = "map"
			}
		}
	}
	data, err := json.Marshal(dealt)
	if err != nil {
		g.t.Fatal(err)
	}
	// Only the owner of the table may change the log.
	for _, sql := range []string{"alter table facts disable trigger facts_stand",
		"update facts set data = '" + string(data) + "' where kind = 'saboteur.dealt'", "alter table facts enable always trigger facts_stand"} {
		if _, err := g.db.Pool().Exec(g.t.Context(), sql); err != nil {
			g.t.Fatal(err)
		}
	}
}
