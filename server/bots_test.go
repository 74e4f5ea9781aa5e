package server_test

import (
	"slices"
	"testing"
	"time"

	"pitpost.example/engine"
)

// A keen bot stays within its limit and play goes on, and each seat keeps the bot that it was filled with.
func TestBotsOfSeats(t *testing.T) {
	s := newStage(t)
	s.must = true
	began := time.Now()
	for n, row := range []string{
		"Ana> new clonk first=Ana bots=keen",
		"Ana(receipt)> fill 1 random|fill 1|fill 1 careful|start",
		"Ana(turn)> open colour",
		"Ana(turn)> cart 1|done",
	} {
		s.step(n+1, row)
		s.happened()
	}
	if spent := time.Since(began); spent > time.Minute {
		t.Errorf("two turns of three bots took %v", spent)
	}
	table, err := s.house.DB.Fold(t.Context(), 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	m := table.Match
	if m.State().View("").Turn < 5 || !slices.Contains(m.ToMove(), "Ana") {
		t.Errorf("turn %d, and %v are to move: the bots did not play", m.State().View("").Turn, m.ToMove())
	}
	var sits []string
	for _, seat := range table.Seats {
		sits = append(sits, seat.Standing.Bot)
	}
	if want := []string{"", "random", "", "careful"}; !slices.Equal(sits, want) {
		t.Errorf("the seats keep the bots %q, not %q", sits, want)
	}
}

// If time runs out where a bot plays for the late, the bot plays the whole turn, and not just one choice
// followed by safe moves.
func TestBotPlaysAWholeTurnForTheLate(t *testing.T) {
	s := newStage(t)
	s.must = true
	for n, row := range []string{
		"Ana> new clonk with bo@example.org first=Ana timeout=bot bots=careful bank=0 pace=24h",
		"Bo(invite)> yes",
		"wait 24h", // to choose a tile
		"wait 30h",
	} {
		s.step(n+1, row)
		s.happened()
	}
	table, err := s.house.DB.Fold(t.Context(), 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	dug, missed := 0, false
	for _, f := range table.Match.Facts() {
		if f.Seat == "Ana" && f.Event.Kind() == "clonk.dug" {
			dug++
		}
		m, ok := f.Event.(engine.Missed)
		missed = missed || ok && m.Of == "Ana" && m.Outcome == "bot"
	}
	if !missed || dug == 0 || !slices.Contains(table.Match.ToMove(), "Bo") {
		t.Errorf("missed: %v, %d dug, to move: %v", missed, dug, table.Match.ToMove())
	}
}
