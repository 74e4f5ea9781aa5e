package server_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"pitpost.example/engine/catalog"
	"pitpost.example/house/desk"
	"pitpost.example/house/season"
	"pitpost.example/model"
	"pitpost.example/model/notice"
	"pitpost.example/server"
	"pitpost.example/speech"
)

// Each player gets one letter a week, even in a league that is too large for one transaction and with two
// houses sweeping at once. It shows the top of the division and the rows around the reader.
func TestStandingsGoOutOnceAWeek(t *testing.T) {
	s := newLeagueStage(t)
	s.league("groups=2", "lead=0", "waves=1", "size=115", "growth=1", "move=5", "pace=72h")
	people := make([]season.SignUp, 230)
	for i := range people {
		people[i] = season.SignUp{Name: "Ana", Address: fmt.Sprintf("p%d@example.org", i)}
	}
	if _, err := s.house.ImportLeague(t.Context(), "winter", people, s.now); err != nil {
		t.Fatal(err)
	}
	if _, err := s.house.DB.Pool().Exec(t.Context(), "update entrants set state = 'entered'"); err != nil {
		t.Fatal(err)
	}
	for _, words := range []string{"league muster winter", "league draw winter"} {
		if said, err := s.house.OperateLeague(t.Context(), words, s.now); err != nil || !said.Done {
			t.Fatal(words, said, err)
		}
	}
	// Only the letters matter here; playing the matches would take long.
	if _, err := s.house.DB.Pool().Exec(t.Context(), "delete from due where what <> 'week'"); err != nil {
		t.Fatal(err)
	}
	houses := []*server.House{s.house, s.another()}
	for week := 1; week <= 2; week++ {
		s.now = s.now.Add(7 * 24 * time.Hour)
		s.sweepAtOnce(houses)
		for purpose, want := range map[string]int{"standings": 230, "organise": 1} {
			if n := s.count("select count(*) from outbox where purpose = $1", purpose); n != week*want {
				t.Errorf("week %d: %d letters of %s, not %d", week, n, purpose, week*want)
			}
		}
	}
	if n := s.count("select min(rank) from outbox where purpose in ('standings', 'organise')"); n < 3 {
		t.Errorf("standings go out with rank %d, not after the turns", n)
	}
	for _, raw := range gather(s, pgx.RowTo[[]byte], "select params from outbox where purpose = 'standings'") {
		var w notice.WeekStandings
		if err := json.Unmarshal(raw, &w); err != nil {
			t.Fatal(err)
		}
		own := 0
		for _, r := range w.Rows {
			if r.Name == w.Name {
				own++
			}
		}
		// Nothing has been played: nobody can have climbed or be about to.
		if slices.ContainsFunc(w.Rows, func(r notice.WeekRow) bool { return r.Was != 0 || r.Move != 0 }) {
			t.Fatalf("before any result somebody moves: %+v", w.Rows)
		}
		if own != 1 || w.Of != 115 || len(w.Rows) > 12 || len(w.Ahead) != 2 {
			t.Fatalf("%d rows, %d of them the reader's, of %d; %d matches ahead", len(w.Rows), own, w.Of, len(w.Ahead))
		}
	}
}

// A letter that only claims to be a player's does not turn off their standings.
func TestStandingsAreTheirReaders(t *testing.T) {
	s := newLeagueStage(t)
	s.league("groups=1")
	s.enter(4)
	off := func() int { return s.count("select count(*) from players where settings->>'no_standings' = 'true'") }
	l := desk.Letter{From: "p1@example.org", Trust: model.TrustUnproved}
	l.Door, l.Kept, l.Text, l.MessageID, l.ReceivedAt, l.Now = "test", "standings off", "standings off", "<forged@example.org>", s.now, s.now
	l.Lines = speech.SplitLines(l.Text, plainFold, catalog.AllGames()...)
	if state, _, err := s.house.Take(t.Context(), &l); err != nil || state == "apply" || off() != 0 {
		t.Errorf("an unproved letter: %s, %v; %d want no standings", state, err, off())
	}
	if s.letter("p1@example.org", "standings off\nstandings on\nstandings off"); off() != 1 {
		t.Errorf("%d want no standings, not 1", off())
	}
	if s.letter("p1@example.org", "standings on"); off() != 0 {
		t.Errorf("%d want no standings, not 0", off())
	}
}

// sweepAtOnce has several houses sweep at the same time until nothing is due.
func (s *leagueStage) sweepAtOnce(houses []*server.House) {
	s.Helper()
	for s.count("select count(*) from due where at <= $1", s.now) > 0 {
		var all sync.WaitGroup
		for _, h := range houses {
			all.Go(func() {
				if _, err := h.Sweep(s.Context(), s.now); err != nil {
					s.Error(err)
				}
			})
		}
		all.Wait()
	}
}
