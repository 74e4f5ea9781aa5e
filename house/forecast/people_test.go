package forecast

import (
	"math/rand/v2"
	"testing"
	"time"
)

var monday = time.Date(2026, 1, 5, 0, 0, 0, 0, time.UTC)

// Half of all answers come within six hours awake, and a tenth take longer than a day and a half.
func TestPeopleAnswerAsTheyAreSaidTo(t *testing.T) {
	people, odds := SimulatePeople(1000, 1, monday), rand.New(rand.NewPCG(1, 2))
	soon, late, all := 0, 0, 0
	for i := range people {
		p := &people[i]
		for range 12 {
			at := monday.Add(time.Duration(odds.Int64N(int64(360 * day))))
			answered := p.Answers(at, odds)
			awake := time.Duration(0)
			for when := at; when.Before(answered); when = when.Add(15 * time.Minute) {
				if p.reads(when) {
					awake += 15 * time.Minute
				}
			}
			all++
			if awake <= 6*time.Hour {
				soon++
			}
			if answered.Sub(at) > 36*time.Hour {
				late++
			}
		}
	}
	t.Logf("%d answers, %.3f within six hours awake, %.3f after 36 hours", all, float64(soon)/float64(all), float64(late)/float64(all))
	if share := float64(soon) / float64(all); share < 0.45 || share > 0.55 {
		t.Errorf("%.2f come within six hours awake", share)
	}
	if share := float64(late) / float64(all); share < 0.08 || share > 0.12 {
		t.Errorf("%.2f come late", share)
	}
}

func TestTheSameSeedGivesTheSamePeople(t *testing.T) {
	a, b, other := SimulatePeople(50, 1, monday), SimulatePeople(50, 1, monday), SimulatePeople(50, 2, monday)
	same := 0
	for i := range a {
		if a[i].Pace != b[i].Pace || a[i].Leaves != b[i].Leaves {
			t.Fatal("they differ")
		}
		if a[i].Pace == other[i].Pace {
			same++
		}
	}
	if same == len(a) {
		t.Error("another seed gives the same people")
	}
}
