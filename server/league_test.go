package server_test

import (
	"testing"
	"time"
)

func TestASeasonRunsByItself(t *testing.T) {
	s := newLeagueStage(t)
	s.league("games=clonk", "groups=2", "round=5", "waves=3", "size=10", "pace=12h", "bank=0")
	s.enter(23)
	s.until(1, "running", 24*time.Hour)
	s.letter("p1@example.org", "standings\nstandings") // which are counted and shown once
	s.letter("ana@example.com", "standings winter")    // who runs the league and plays in no division is shown all
	for of, want := range map[string]int{"p1@example.org": 1, "ana@example.com": 2} {
		if n := s.count("select max(jsonb_array_length(params->'pages')) from outbox where purpose = 'receipt' and address = $1", of); n != want {
			t.Errorf("%s is shown %d tables, want %d", of, n, want)
		}
	}
	if n := s.count("select max(jsonb_array_length(params->'lines')) from outbox where purpose = 'receipt' and address = 'p1@example.org' and params->>'lines' like '%standings%'"); n != 1 {
		t.Errorf("standings in two lines are answered in %d", n)
	}
	s.letter("p1@example.org", "my games")
	s.until(1, "closed", 6*time.Hour)
	s.until(2, "running", 24*time.Hour)
}
