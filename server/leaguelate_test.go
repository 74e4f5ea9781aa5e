package server_test

import (
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// Late entrants get the places that were given up in the last division, otherwise groups of their own. Those
// who are too late for that are in the next season.
func TestLateEntrantsFindPlaces(t *testing.T) {
	s := newLeagueStage(t)
	s.league("games=clonk", "groups=3", "round=4", "waves=1", "season=14", "size=8", "growth=1", "move=2", "pace=24h", "bank=0", "signup=3", "pause=1")
	s.enter(16)
	s.until(1, "running", 24*time.Hour)
	s.playAll(1000)
	gone := gather(s, pgx.RowTo[string], "select address from entrants where division = 2 order by name limit 1")[0]
	s.letter(gone, "league leave winter")
	s.answer(s.asks()[0], "yes")
	s.letter("late1@example.org", "league join winter")
	s.now = s.now.Add(24 * time.Hour)
	s.sweep()
	heir := "select count(*) from league_seats l join entrants e on e.player_id = l.drawn and e.season_id = l.season_id where e.address = 'late1@example.org' and l.player_id = l.drawn"
	if n := s.count(heir); n != 2 { // the first of three has been played
		t.Errorf("the late entrant has %d of the 2 places that were given up", n)
	}
	for _, who := range []string{"late2@example.org", "late3@example.org", "late4@example.org"} {
		s.letter(who, "league join winter")
		s.now = s.now.Add(time.Minute)
	}
	s.now = s.now.Add(24 * time.Hour)
	s.sweep()
	own := "select count(*) from league_matches m join league_seats l on l.season_id = m.season_id and l.match_no = m.no join entrants e on e.player_id = l.drawn where e.address = $1"
	for _, who := range []string{"late2@example.org", "late3@example.org", "late4@example.org"} {
		if n := s.count(own, who); n == 0 || n > 3 {
			t.Errorf("%s is in %d groups", who, n)
		}
	}
	s.until(1, "closed", 12*time.Hour)
	s.letter("late5@example.org", "league join winter")
	s.until(2, "signup", 12*time.Hour)
	if n := s.count("select count(*) from entrants where season_id = 2 and state = 'entered' and address like 'late%'"); n != 5 {
		t.Errorf("%d of 5 late entrants are in the second season", n)
	}
	if n := s.count("select count(*) from league_matches where season_id = 1 and state <> 'over'"); n != 0 {
		t.Errorf("%d groups were not played", n)
	}
}

// A sign-up with too few players is extended, and in the end the league ends. An organiser can also end it or
// start again.
func TestALeagueWithoutPlayersWaitsAndEnds(t *testing.T) {
	s := newLeagueStage(t)
	s.league("games=saboteur", "signup=7")
	s.enter(2)
	s.next(8 * 24 * time.Hour)
	s.sweep()
	if n := s.count("select count(*) from outbox where key like 'season:1:later:%'"); n != 2 {
		t.Errorf("%d were told that it starts later", n)
	}
	s.until(1, "closed", 7*24*time.Hour)
	if n := s.count("select count(*) from leagues where ended_at is null") + s.count("select count(*) from due where owner = 'season'"); n != 0 {
		t.Error("the league did not end")
	}
	if said, err := s.house.OperateLeague(s.Context(), "league open winter", s.now); err != nil || !said.Done {
		t.Fatalf("open: %+v, %v", said, err)
	}
	s.until(2, "signup", time.Hour)
	for line, done := range map[string]bool{"league muster winter": false, "league close winter": false, "league draw winter": false} {
		if said, err := s.house.OperateLeague(s.Context(), line, s.now); err != nil || said.Done != done {
			t.Errorf("%s: %+v, %v", line, said, err)
		}
	}
	if said, err := s.house.OperateLeague(s.Context(), "league end winter", s.now); err != nil || !said.Done {
		t.Errorf("end: %+v, %v", said, err)
	}
}

// An organiser gives a player's place to a substitute, who gets the groups that have not started.
func TestASubstituteTakesAPlace(t *testing.T) {
	s := newLeagueStage(t)
	s.league("games=clonk", "groups=2", "round=4", "waves=1", "season=9", "size=0", "move=0", "pace=24h", "bank=0", "signup=3", "pause=1")
	s.enter(8)
	s.letter("jo@example.org", "league substitute winter")
	s.until(1, "running", 24*time.Hour)
	name := gather(s, pgx.RowTo[string], "select name from entrants where state = 'entered' order by name limit 1")[0]
	jo := gather(s, pgx.RowTo[string], "select name from entrants where state = 'substitute'")[0]
	if said, err := s.house.OperateLeague(s.Context(), "league substitute winter "+name+" with "+jo, s.now); err != nil || !said.Done {
		t.Fatalf("%+v, %v", said, err)
	}
	if n := s.count("select count(*) from league_seats l join entrants e on e.player_id = l.player_id and e.season_id = l.season_id where e.name = $1 and l.drawn = l.player_id", jo); n != 2 {
		t.Errorf("the substitute has %d of 2 groups", n)
	}
	s.until(1, "closed", 12*time.Hour)
	if n := s.count("select place from entrants where name = $1 and season_id = 1", jo); n == 0 {
		t.Error("the substitute has no place in the table")
	}
}
