package server_test

import (
	"context"
	"log/slog"
	"os"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"pitpost.example/db"
	"pitpost.example/engine/catalog"
	"pitpost.example/house/world"
	"pitpost.example/server"
)

// killedAt lists points in the middle of a season's transactions, with the state that the season reaches.
// What is killed there must leave no trace.
var killedAt = map[string]string{
	"league.drawn": "running", "league.started:3": "closed", "league.finished:2": "closed", "league.scored:3": "closed", "league.placed": "closed", "league.opened": "running",
}

// If a process dies in the middle of a transaction of a season, the next process does the whole of it, once.
func TestASeasonSurvivesAKill(t *testing.T) {
	if url := os.Getenv("PITPOST_TEST_SWEEP"); url != "" {
		sweepToDeath(t, url)
		return
	}
	for point, state := range killedAt {
		t.Run(point, func(t *testing.T) {
			t.Parallel()
			s := newLeagueStage(t)
			s.league("games=saboteur", "groups=1", "waves=1", "season=3", "size=10", "growth=1", "move=2", "pace=24h", "bank=0", "pause=1", "signup=3")
			s.enter(20)
			season := 1
			if point == "league.opened" {
				season = 2
			}
			killed := false
			for range 200 {
				if s.count("select count(*) from seasons where no = $1 and state::text = $2", season, state) > 0 {
					break
				}
				if !killed {
					killed = s.sweepElsewhere(point)
				}
				s.sweep()
				s.playSome(point)
				s.next(24 * time.Hour)
			}
			if !killed {
				t.Fatalf("nobody came by %s", point)
			}
			s.sweep()
			checkSeats(s, 1, 20, 1)
			if n, want := s.count("select count(*) from matches"), s.count("select count(*) from league_matches where match_id is not null"); n != want {
				t.Errorf("%d groups were made into %d matches", want, n)
			}
			if n := s.count("select count(*) from league_matches where season_id = 1 and state = 'over' and result is null"); n > 0 {
				t.Errorf("%d groups are over without a result", n)
			}
		})
	}
}

// playSome plays the groups to their end, except those that must still be running when the season closes.
func (s *leagueStage) playSome(point string) {
	if point != "league.finished:2" {
		s.playAll(1000)
	}
}

// sweepElsewhere sweeps in another process, which dies at a point. It returns false if that process never got
// there.
func (s *leagueStage) sweepElsewhere(point string) bool {
	s.Helper()
	return diesSweeping(s.T, s.url, s.now, point)
}

// diesSweeping sweeps a database in another process, which dies at a point. It returns false if that process never got
// there.
func diesSweeping(t *testing.T, url string, now time.Time, point string) bool {
	t.Helper()
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestASeasonSurvivesAKill$")
	child.Env = append(os.Environ(), "PITPOST_TEST_SWEEP="+url, "PITPOST_TEST_NOW="+now.Format(time.RFC3339Nano), "PITPOST_KILL_AT="+point)
	out, err := child.CombinedOutput()
	if status, ok := child.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signaled() && status.Signal() == syscall.SIGKILL {
		return true
	}
	if err != nil {
		t.Fatalf("the other process: %v\n%s", err, out)
	}
	return false
}

// sweepToDeath is what that process runs.
func sweepToDeath(t *testing.T, url string) {
	now, err := time.Parse(time.RFC3339Nano, os.Getenv("PITPOST_TEST_NOW"))
	if err != nil {
		t.Fatal(err)
	}
	store, err := db.Open(context.Background(), url, catalog.FindGame, db.Options{Domain: "example.org", Conns: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	h := &server.House{Store: server.NewPostgresStore(store), DB: store, Log: slog.New(faults{t}), Rules: world.Rules{Games: catalog.FindGame, Names: catalog.GameNames(), Address: "play@example.org", Fold: plainFold}}
	for {
		if n, err := h.Sweep(context.Background(), now); err != nil || n == 0 {
			return
		}
	}
}
