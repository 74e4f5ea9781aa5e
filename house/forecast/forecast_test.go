package forecast

import (
	"testing"
	"time"
)

// A faster pace makes a season shorter and has more turns missed; more players need more letters.
func TestASeasonIsAsItsRulesMakeIt(t *testing.T) {
	season := Season{Players: 70, Groups: 3, AtOnce: 1, Round: 21 * day, Waves: 7 * day}
	look := func(players int, pace, bank time.Duration) Outlook {
		s := season
		s.Players = players
		s.In = func(int) Match {
			return Match{Seats: 7, Turns: 70, Pace: pace, Bank: bank, Remind: []time.Duration{pace / 2, pace * 9 / 10}}
		}
		return s.Look(1, monday)
	}
	slow, quick, many := look(70, 48*time.Hour, 72*time.Hour), look(70, 12*time.Hour, 0), look(350, 48*time.Hour, 72*time.Hour)
	t.Logf("slow %+v\nquick %+v\nmany %+v", slow, quick, many)
	if quick.Half >= slow.Half || quick.Missed*slow.Turns <= slow.Missed*quick.Turns {
		t.Errorf("at 12 hours %v and %d missed of %d, at 48 %v and %d of %d", quick.Half, quick.Missed, quick.Turns, slow.Half, slow.Missed, slow.Turns)
	}
	if many.Busy.Total() < 3*slow.Busy.Total() {
		t.Errorf("%d letters for 70 players, %d for 350", slow.Busy.Total(), many.Busy.Total())
	}
	if slow.Most < slow.Half || slow.Lasts < slow.Most || slow.Missed >= slow.Turns || slow.Turns < 1000 {
		t.Errorf("%+v", slow)
	}
	if again := look(70, 48*time.Hour, 72*time.Hour); again != slow {
		t.Errorf("another outlook of the same season: %+v", again)
	}
}
