package server_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"pitpost.example/db/mail"
	"pitpost.example/model"
	"pitpost.example/server"
)

// stageWithGrace returns a stage in a database of its own, and its URL. Cy's move waits there for ten minutes.
func stageWithGrace(t *testing.T) (*stage, string) {
	url := migrated(t)
	s := stageOf(t, func(t *testing.T) (holdings, *server.House) {
		store := opened(t, url)
		return inPostgres{t, store}, &server.House{Store: server.NewPostgresStore(store), DB: store}
	})
	s.run("Ana> new saboteur with bo@example.org, cy@example.org rounds=1", "Bo(invite)> yes", "Cy(invite)> yes", "Cy(turn; unsure)> pass 2")
	return s, url
}

// waits checks that Cy's move waits and that nothing has come of it.
func (s *stage) waits() {
	s.t.Helper()
	if facts, due := s.count("select count(*) from facts where kind like 'saboteur.passed'"), s.count("select count(*) from due where what = 'grace'"); facts != 0 || due != 1 {
		s.t.Errorf("%d moves were made and %d wait, not 0 and 1", facts, due)
	}
}

// wasPlayed checks that Cy's move was played once, and that Cy and the next seat were written to once.
func (s *stage) wasPlayed() {
	s.t.Helper()
	for sql, want := range map[string]int{
		"select count(*) from facts where kind = 'saboteur.passed'":                                    1,
		"select count(*) from due where what = 'grace'":                                                0,
		"select count(*) from outbox where purpose = 'turn' and step = 2":                              2, // Cy's, and that of the next seat
		"select count(*) from outbox where purpose = 'receipt' and params::text like '%house.played%'": 1,
		"select count(*) from seats where standing ? 'grace'":                                          0,
		"select count(*) from clocks where stopped_at is not null":                                     0,
	} {
		if n := s.count(sql); n != want {
			s.t.Errorf("%s: %d, not %d", sql, n, want)
		}
	}
}

// The life of a letter tells the operator that its move waits.
func TestALifeHasItsGrace(t *testing.T) {
	s, _ := stageWithGrace(t)
	life, err := mail.ReadLetterLife(t.Context(), s.house.DB, fmt.Sprintf("%x", s.last.Hash[:6]))
	if err != nil || len(life.Graces) != 1 || life.Graces[0].Match != 1 || life.Graces[0].Seat != 2 || !life.Graces[0].At.Equal(s.now.Add(10*time.Minute)) {
		t.Errorf("%+v %v", life, err)
	}
}

// A move that waits is played once, wherever the process that plays it dies, and not before its time.
func TestAGraceSurvivesAKill(t *testing.T) {
	for _, point := range []string{"door.locked", "door.decided", "door.written", "door.committed"} {
		t.Run(point, func(t *testing.T) {
			t.Parallel()
			s, url := stageWithGrace(t)
			s.now = s.now.Add(9 * time.Minute)
			s.sweep()
			s.waits()
			s.now = s.now.Add(2 * time.Minute)
			if !diesSweeping(t, url, s.now, point) {
				t.Fatalf("nobody came by %s", point)
			}
			if point != "door.committed" {
				s.waits()
			}
			after := s.second()
			for range 2 {
				if _, err := after.Sweep(t.Context(), s.now); err != nil {
					t.Fatal(err)
				}
			}
			s.wasPlayed()
		})
	}
}

// A house that starts after the time of a grace plays it, and two that sweep at once play it once.
func TestAGraceIsPlayedOnceByManyProcesses(t *testing.T) {
	s, _ := stageWithGrace(t)
	s.now = s.now.Add(3 * time.Hour)
	var all sync.WaitGroup
	for range 3 {
		house := s.second()
		all.Go(func() {
			if _, err := house.Sweep(t.Context(), s.now); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	s.wasPlayed()
}

// The seat's clock stands as the letter found it: a deadline that passes meanwhile is none.
func TestAGraceMeetsTheDeadline(t *testing.T) {
	s := newStage(t)
	s.run("Ana> new saboteur with bo@example.org, cy@example.org rounds=1 pace=2h bank=0 remind=off", "Bo(invite)> yes", "Cy(invite)> yes")
	s.now = s.now.Add(2*time.Hour - time.Minute)
	s.run("Cy(turn; unsure)> pass 2")
	s.now = s.now.Add(5 * time.Minute)
	s.sweep()
	s.waits()
	s.run("Cy(turn)> undo")
	s.now = s.now.Add(30 * time.Second)
	s.sweep()
	if n := s.count("select count(*) from facts where kind = 'match.missed'"); n != 0 {
		t.Error("the deadline came too early")
	}
	s.now = s.now.Add(31 * time.Second)
	s.sweep()
	if n := s.count("select count(*) from facts where kind = 'match.missed'"); n != 1 {
		t.Error("undo gives more time than was left")
	}
}

// Programs get no grace, in a match with slips too, and what a program sends replaces what waits.
func TestAProgramHasNoGrace(t *testing.T) {
	s := newStage(t)
	s.run("Ana> new saboteur with bo@example.org, cy@example.org rounds=1 slips=1h", "Bo(invite)> yes", "Cy(invite)> yes", "Cy(turn)> pass 2")
	s.waits()
	player := s.count("select player_id::int from seats where name = 'Cy'")
	state, receipt, err := s.house.TakeKey(t.Context(), server.KeyWords{Key: model.SeatKey{Match: 1, Seat: 2, Player: int64(player)}, Step: 2, Lines: []string{"pass 3"}, Now: s.now})
	if err != nil || state != model.LetterApply || len(receipt.Lines) != 1 || receipt.Lines[0].Text != "pass 3" {
		t.Fatalf("%s %+v %v", state, receipt, err)
	}
	if n := s.count("select count(*) from facts where kind = 'saboteur.passed'"); n != 1 {
		t.Errorf("%d moves were made", n)
	}
	if n := s.count("select count(*) from due where what = 'grace'"); n != 0 {
		t.Error("what waited waits on")
	}
}

// After the house was restored from a backup, what had waited is not played: its player may have taken it back in the time
// that was lost.
func TestARestoreEndsAGrace(t *testing.T) {
	s, _ := stageWithGrace(t)
	s.restore()
	s.now = s.now.Add(time.Hour)
	s.sweep()
	for sql, want := range map[string]int{
		"select count(*) from facts where kind = 'saboteur.passed'":                                 0,
		"select count(*) from due where what = 'grace'":                                             0,
		"select count(*) from clocks where stopped_at is not null":                                  0,
		"select count(*) from outbox where purpose = 'turn' and params::text like '%grace-lapsed%'": 1,
	} {
		if n := s.count(sql); n != want {
			t.Errorf("%s: %d, not %d", sql, n, want)
		}
	}
}
