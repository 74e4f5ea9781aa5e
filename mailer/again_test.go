package mailer_test

import (
	"bytes"
	"encoding/json"
	"net/mail"
	"strings"
	"testing"

	"pitpost.example/house/leagues"
	"pitpost.example/model"
)

// A program that asks for its digest again gets turn.json with it, even if the same letter first asks for
// turn.json.
func TestAgainForPrograms(t *testing.T) {
	g := newMatch(t)
	no, step, name := g.due()
	g.write(strings.ToLower(name), "attach json\nagain", model.Ref{Match: 1, Seat: no, Purpose: model.ForTurn, Step: int64(step)})
	msg, err := mail.ReadMessage(bytes.NewReader(g.letter("receipt", no, 0)))
	if err != nil {
		t.Fatal(err)
	}
	var turn struct {
		Seat  string
		Step  int
		Legal []string
	}
	if err := json.Unmarshal(partNamed(t, msg, "turn.json"), &turn); err != nil {
		t.Fatal(err)
	}
	if turn.Seat != name || turn.Step != step || len(turn.Legal) == 0 {
		t.Errorf("turn.json says %+v, want the turn of %s", turn, name)
	}
}

// The first digest names the league it is for, because players get no other letter when their match starts.
func TestFirstDigestNamesTheLeague(t *testing.T) {
	g := newMatch(t)
	if text := g.digest(); strings.Contains(text, "league") {
		t.Errorf("a match of no league names one:\n%s", text)
	}
	if _, err := g.house.NewLeague(t.Context(), leagues.Order{Name: "winter", Organiser: "ana@example.com"}, g.now); err != nil {
		t.Fatal(err)
	}
	if _, err := g.db.Pool().Exec(t.Context(), `update matches set terms = terms || '{"league": 1}'`); err != nil {
		t.Fatal(err)
	}
	if text := g.digest(); !strings.Contains(text, "The match counts for the league winter, season 1.") {
		t.Errorf("no league is named in:\n%s", text)
	}
}
