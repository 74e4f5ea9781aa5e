package server_test

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost.example/model"
)

// A free seat in a league match is offered to the season's substitutes first. If everybody has left, bots
// play it to the end, because it is scored.
func TestAGroupOfALeagueIsNotAborted(t *testing.T) {
	s := newLeagueStage(t)
	s.league("games=clonk", "groups=1", "round=5", "waves=1", "size=10", "pace=12h", "bank=0")
	s.enter(8)
	s.letter("sub@example.net", "league substitute winter")
	for range 2000 {
		if s.count("select count(*) from matches where phase = 'running'") > 0 || !s.next(24*time.Hour) {
			break
		}
		s.sweep()
	}
	id := int64(s.count("select coalesce(min(id), 0) from matches where phase = 'running'"))
	type held struct {
		no   int
		name string
	}
	seats := gather(s, func(row pgx.CollectableRow) (h held, err error) { err = row.Scan(&h.no, &h.name); return h, err },
		"select no, name from seats where match_id = $1 and state = 'joined' order by no", id)
	if len(seats) < 3 {
		t.Fatalf("match %d has the seats %v", id, seats)
	}
	if said, err := s.house.Operate(t.Context(), id, "kick "+seats[0].name, s.now); err != nil || !said.Done {
		t.Fatal(said, err)
	}
	s.sweep()
	if n := s.count(`select count(*) from seat_offers o join addresses a on a.player_id = o.player_id
		where o.match_id = $1 and o.by = 'league' and o.state = 'open' and a.address = 'sub@example.net'`, id); n != 1 {
		t.Errorf("the substitute has %d offers of the seat, want 1", n)
	}
	for _, h := range seats[1:] {
		if _, err := s.house.StopMail(t.Context(), model.Ref{Match: id, Seat: h.no, Purpose: model.ForStop}, s.now); err != nil {
			t.Fatal(err)
		}
	}
	s.sweep()
	if n := s.count("select count(*) from matches m join league_matches l on l.match_id = m.id where m.id = $1 and m.phase = 'over' and l.result is not null", id); n != 1 {
		t.Error("the group was not played to its end and scored")
	}
}
