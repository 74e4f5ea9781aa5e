package server_test

import (
	"testing"
	"time"
)

// The clock falls back by a day, Ana moves before the next sweep, and then the clock is corrected. Bo must
// not be charged for that day or reminded at once.
func TestAMoveUnderAClockThatFellBack(t *testing.T) {
	s := newStage(t)
	s.must = true
	live := func() {
		if err := s.house.CreditDowntime(t.Context(), s.now); err != nil {
			t.Fatal(err)
		}
		s.sweep()
	}
	live()
	s.run("Ana> new saboteur with bo@example.org, cy@example.org first=Ana pace=48h remind=50%", "Bo(invite)> yes", "Cy(invite)> yes")
	right := s.now.Add(time.Minute)
	s.now = s.now.Add(-24 * time.Hour)
	s.run("Ana(turn)> pass 1")
	if n := s.count("select count(*) from clocks where began < $1", right.Add(-23*time.Hour)); n != 1 {
		t.Fatalf("%d clocks began under the clock that fell back", n)
	}
	s.now = right
	live()
	if n := s.count("select count(*) from facts where kind in ('match.reminded', 'match.missed')"); n != 0 {
		t.Error("Bo is reminded of a time in which nobody waited")
	}
	if n := s.count("select count(*) from clocks where began between $1 and $2", right.Add(-2*time.Minute), right.Add(2*time.Minute)); n != 1 {
		t.Error("Bo's clock was not put right with the other")
	}
}

// The clock is corrected while Ana's letter, which was read before that, waits for its match. Her move and
// Bo's clock must have the right time.
func TestAMoveWhileTheClockIsPutRight(t *testing.T) {
	s := newStage(t)
	s.must = true
	if err := s.house.CreditDowntime(t.Context(), s.now); err != nil {
		t.Fatal(err)
	}
	s.run("Ana> new saboteur with bo@example.org, cy@example.org first=Ana pace=48h remind=50%", "Bo(invite)> yes", "Cy(invite)> yes")
	right := s.now.Add(time.Minute)
	asked := 0
	s.house.Clock = func() time.Time { asked++; return right }
	s.now = s.now.Add(-24 * time.Hour)
	s.run("Ana(turn)> pass 1")
	s.house.Clock = nil
	if n := s.count("select count(*) from clocks where began between $1 and $2", right.Add(-time.Minute), right.Add(time.Minute)); n != 1 || asked < 2 {
		t.Errorf("%d clocks began at the right time; the time was asked for %d times", n, asked)
	}
	s.now = right
	s.sweep()
	if n := s.count("select count(*) from facts where kind in ('match.reminded', 'match.missed')"); n != 0 {
		t.Error("Bo is reminded of a time in which nobody waited")
	}
}
