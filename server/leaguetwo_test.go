package server_test

import (
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost.example/server"
)

// Two houses on one database sweep at the same time for several seasons, and everything is done once.
func TestTwoHousesRunASeasonOnce(t *testing.T) {
	s := newLeagueStage(t)
	s.league("games=saboteur", "groups=2", "round=4", "waves=2", "season=9", "size=10", "growth=1", "move=2", "pace=24h", "bank=0", "pause=1", "signup=3")
	s.enter(60)
	both := []*server.House{s.house, s.another()}
	for range 400 {
		s.playAll(1000)
		var working sync.WaitGroup
		for _, h := range both {
			working.Add(1)
			go func() {
				defer working.Done()
				for {
					if n, err := h.Sweep(s.Context(), s.now); err != nil || n == 0 {
						return
					}
				}
			}()
		}
		working.Wait()
		if s.count("select count(*) from seasons where no = 2 and state = 'running'") > 0 {
			break
		}
		s.next(24 * time.Hour)
	}
	for season := 1; season <= 2; season++ {
		checkSeats(s, season, 60, 2)
	}
	if n := s.count("select count(*) from seasons"); n != 2 {
		t.Errorf("%d seasons", n)
	}
	if n, want := s.count("select count(*) from matches where (terms->>'league')::bigint = 1"), s.count("select count(*) from league_matches where season_id = 1 and match_id is not null"); n != want {
		t.Errorf("%d groups of the first season were made into %d matches", want, n)
	}
	if n := s.count("select count(*) from league_matches where season_id = 1 and (state <> 'over' or result is null)"); n > 0 {
		t.Errorf("%d groups of the first season are not scored", n)
	}
	for _, what := range []string{"muster", "draw", "closed"} {
		if n := s.count("select count(*) from outbox where key like 'season:1:" + what + ":%'"); n != 60 {
			t.Errorf("%d letters of %s for 60 entrants", n, what)
		}
	}
}

// checkSeats checks that each entrant has one place in each of so many groups of a season.
func checkSeats(s *leagueStage, season, players, groups int) {
	s.Helper()
	wrong := gather(s, pgx.RowTo[string], `select e.name || ' ' || count(distinct l.match_no) || ' ' || count(l.*) from entrants e
		left join league_seats l on l.season_id = e.season_id and l.drawn = e.player_id
		where e.season_id = $1 group by e.name having count(distinct l.match_no) <> $2 or count(l.*) <> $2`, season, groups)
	if len(wrong) > 0 {
		s.Errorf("season %d: not in %d groups: %v", season, groups, wrong)
	}
	if n := s.count("select count(*) from entrants where season_id = $1 and state = 'entered'", season); n != players {
		s.Errorf("season %d has %d entrants", season, n)
	}
}
