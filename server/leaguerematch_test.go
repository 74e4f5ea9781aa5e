package server_test

import (
	"testing"
	"time"

	"pitpost.example/house/desk"
	"pitpost.example/model"
)

// A rematch of a league match counts for no season, and organisers have no rights in it.
func TestRematchOfAGroupCountsForNoSeason(t *testing.T) {
	s := newLeagueStage(t)
	s.league("games=saboteur", "groups=1", "group=3", "waves=1", "pace=12h", "bank=0")
	s.enter(3)
	s.until(1, "running", 24*time.Hour)
	for s.count("select count(*) from matches where phase = 'over'") == 0 {
		s.playAll(1000)
		s.sweep()
		if !s.next(24 * time.Hour) {
			t.Fatal("the group never ends")
		}
	}
	var seat struct {
		Match int64
		No    int
	}
	err := s.house.DB.Pool().QueryRow(t.Context(), `select s.match_id, s.no from seats s join addresses a on a.player_id = s.player_id
		where a.address = 'p1@example.org'`).Scan(&seat.Match, &seat.No)
	if err != nil {
		t.Fatal(err)
	}
	s.write(desk.Letter{From: "p1@example.org", Trust: model.TrustProved, Ref: &model.Ref{Match: seat.Match, Seat: seat.No, Purpose: model.ForTurn}}, "rematch")
	if n := s.count("select count(*) from matches where phase = 'lobby'"); n != 1 {
		t.Fatalf("%d lobbies after a rematch", n)
	}
	if n := s.count("select count(*) from matches where phase = 'lobby' and (terms ? 'league' or terms ? 'hooked')"); n != 0 {
		t.Error("the rematch belongs to the league, or to its webhooks")
	}
}
