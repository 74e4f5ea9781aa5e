package server_test

import (
	"testing"
	"time"
)

// Somebody who came too late for any group is told so at the end. They do not get the substitutes' thanks for
// standing by. Substitutes hear that they are that in the next season too.
func TestWhoWaitedForAGroupIsToldSo(t *testing.T) {
	s := newLeagueStage(t)
	s.league("games=saboteur", "groups=1", "group=3", "waves=1", "pace=12h", "bank=0")
	s.enter(3)
	s.until(1, "running", 24*time.Hour)
	s.letter("late@example.org", "league join winter")
	s.letter("ready@example.org", "league substitute winter")
	s.until(1, "closed", 6*time.Hour)
	s.sweep()
	told := "select count(*) from outbox o join addresses a on a.player_id = o.player_id where a.address = $1 and o.params::text like '%' || $2 || '%'"
	for address, key := range map[string]string{"late@example.org": "league-closed-waited", "ready@example.org": "league-closed-unplaced"} {
		if s.count(told, address, key) != 1 {
			t.Errorf("%s is not told %s", address, key)
		}
	}
	s.until(2, "signup", 24*time.Hour)
	s.sweep()
	for address, want := range map[string]int{"late@example.org": 0, "ready@example.org": 1} {
		if n := s.count("select count(*) from outbox o join addresses a on a.player_id = o.player_id where a.address = $1 and o.params::text like '%league-opens%league-muster-substitute%'", address); n != want {
			t.Errorf("%s is told %d times, not %d, to be a substitute of season 2", address, n, want)
		}
	}
}
