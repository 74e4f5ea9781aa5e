package server_test

import (
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	dbleague "pitpost.example/db/league"
	"pitpost.example/house/world"
	"pitpost.example/model"
)

// A thousand people play a season. One in ten leaves: half of these by letter, half without a word. Some
// groups are so slow that bots finish them. Then the next season opens.
func TestAThousandPlayASeason(t *testing.T) {
	s := newLeagueStage(t)
	s.league("games=clonk", "groups=1", "round=7", "waves=7", "season=8", "size=20", "growth=1", "move=4", "pace=36h", "bank=0", "remind=off", "pause=1", "signup=3")
	s.enter(1000)
	if n := s.count("select count(*) from entrants where state = 'entered'"); n != 1000 {
		t.Fatalf("%d entered", n)
	}
	s.until(1, "running", 24*time.Hour)
	checkDraw(s, 1, 1000, 4)
	leave(s, 50)
	for _, id := range gather(s, pgx.RowTo[int64], "select player_id from entrants where season_id = 1 and state = 'entered' order by md5(name) limit 50") {
		s.silent[id] = true
	}
	s.slow = func(group int) bool { return group%25 == 0 }
	s.until(1, "closed", 24*time.Hour)
	checkScores(s, 1)
	checkMoves(s, 1)
	s.until(2, "running", 24*time.Hour)
	if n, want := s.count("select count(*) from entrants where season_id = 2 and state = 'entered'"), 1000-50; n > want-10 || n < want-60 {
		t.Errorf("%d are in the second season of %d who stayed", n, want)
	}
	checkDraw(s, 2, s.count("select count(*) from entrants where season_id = 2 and state = 'entered'"), 4)
	checkLadder(s)
}

// leave has n entrants leave the running season by letter.
func leave(s *leagueStage, n int) {
	s.Helper()
	for _, from := range gather(s, pgx.RowTo[string], "select address from entrants where season_id = 1 order by md5(address) limit $1", n) {
		s.letter(from, "league leave winter")
		asks := s.asks()
		s.answer(asks[len(asks)-1], "yes")
	}
	if gone := s.count("select count(*) from entrants where season_id = 1 and state = 'dropped'"); gone != n {
		s.Fatalf("%d have left", gone)
	}
}

// checkDraw checks that all entrants are in exactly one group.
func checkDraw(s *leagueStage, season, players, group int) {
	s.Helper()
	seats := s.count("select count(*) from league_seats where season_id = $1", season)
	once := s.count("select count(distinct drawn) from league_seats where season_id = $1", season)
	if seats != players || once != players {
		s.Errorf("season %d: %d seats for %d of %d entrants", season, seats, once, players)
	}
	if n := s.count("select count(*) from (select from league_seats where season_id = $1 group by match_no having count(*) > $2) x", season, group); n > 0 {
		s.Errorf("season %d: %d groups are too large", season, n)
	}
}

// checkScores checks that each group of a season was played as one match and scored, and that those who left
// it came last.
func checkScores(s *leagueStage, season int) {
	s.Helper()
	groups, err := dbleague.ListSeasonMatches(s.Context(), s.house.DB, int64(season))
	if err != nil {
		s.Fatal(err)
	}
	byHouse, gone := 0, 0
	matches := map[int64]bool{}
	for _, m := range groups {
		r := m.Result
		if r == nil || m.State != "over" || m.Match == 0 || matches[m.Match] {
			s.Fatalf("group %d is %s as match %d", m.No, m.State, m.Match)
		}
		matches[m.Match] = true
		if len(r.Seats) != len(m.Seats) {
			s.Errorf("group %d: %d results for %d seats", m.No, len(r.Seats), len(m.Seats))
		}
		for _, f := range r.Seats {
			if f.By != "" {
				gone++
			}
		}
		if m.ByHouse {
			byHouse++
		}
	}
	if n := s.count("select count(*) from matches"); n != len(groups) {
		s.Errorf("%d groups were played in %d matches", len(groups), n)
	}
	if byHouse == 0 || gone < 60 || gone > 110 {
		s.Errorf("the house finished %d groups, and %d seats were left", byHouse, gone)
	}
	if n := s.count("select count(*) from matches where phase not in ('over', 'aborted')"); n > 0 {
		s.Errorf("%d matches are not over", n)
	}
	if left := gather(s, pgx.RowTo[string], "select what from due where owner = 'season' and what not in ('next', 'week')"); len(left) > 0 {
		s.Errorf("left to do after the season: %v", left)
	}
}

// checkMoves checks that those who move up or down are the first and the last in the standings.
func checkMoves(s *leagueStage, no int) {
	s.Helper()
	sheet, err := s.house.SeasonSheet(s.Context(), "winter", no)
	if err != nil {
		s.Fatal(err)
	}
	table := sheet.Rows
	kept := map[string]model.Entrant{}
	err = s.house.Ask(s.Context(), time.Now(), func(w *world.Tx) {
		for _, e := range w.Entrants(sheet.Season.ID) {
			kept[e.Name] = e
		}
	})
	if err != nil {
		s.Fatal(err)
	}
	up, down := map[int]int{}, map[int]int{}
	for _, r := range table {
		e := kept[r.Name]
		if e.Place != r.Rank || e.Division != r.Division || e.Onward != r.Division-r.Move {
			s.Errorf("%s is kept as %d of division %d, onward to %d; the table says %+v", r.Name, e.Place, e.Division, e.Onward, r)
		}
		switch {
		case e.Onward < e.Division:
			up[e.Division]++
			if e.State == "dropped" {
				s.Errorf("%s has left and goes up", e.Name)
			}
		case e.Onward > e.Division:
			down[e.Division]++
		}
	}
	if len(table) != 1000 || up[1] != 0 || down[50] != 0 {
		s.Fatalf("a table of %d; %d go up from the first division, %d down from the last", len(table), up[1], down[50])
	}
	for d := 2; d <= 50; d++ {
		if up[d] != 4 || down[d-1] != 4 {
			s.Errorf("%d go up from division %d, %d down from the one above", up[d], d, down[d-1])
		}
	}
}

// checkLadder checks that nobody who moved up is below somebody from the same division who moved down.
func checkLadder(s *leagueStage) {
	s.Helper()
	type step struct{ was, onward, is int }
	steps := gather(s, func(row pgx.CollectableRow) (x step, err error) {
		err = row.Scan(&x.was, &x.onward, &x.is)
		return x, err
	},
		`select a.division, a.onward, b.division from entrants a join entrants b on b.player_id = a.player_id and b.season_id = 2
		where a.season_id = 1 and a.state = 'entered' and b.state = 'entered'`)
	for was := 1; was <= 50; was++ {
		lowest, highest := 0, 1000
		for _, x := range steps {
			if x.was == was && x.onward < was {
				lowest = max(lowest, x.is)
			}
			if x.was == was && x.onward > was {
				highest = min(highest, x.is)
			}
		}
		if lowest > highest {
			s.Errorf("of division %d some went up to %d and others down to %d", was, lowest, highest)
		}
	}
	if slices.ContainsFunc(steps, func(x step) bool { return x.is == 0 }) {
		s.Error("somebody is in no division of the second season")
	}
}
