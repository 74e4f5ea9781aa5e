package bench

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

// Compares a version with itself, in a single short turn: everything is
// measured, and nothing fails because of the measuring.
func TestCompareAVersionWithItself(t *testing.T) {
	program := theProgram(t)
	var out, news bytes.Buffer
	o := compareOptions{Versions: []version{{"before", program}, {"after", program}}, Turns: 1, Matches: 2, Seconds: 1, Idle: 1}
	if _, err := compare(t.Context(), o, &out, &news); err != nil {
		t.Fatalf("%v\n%s", err, news.String())
	}
	t.Log(out.String())
	if n := strings.Count(out.String(), "\n"); n != 3+2*len(measures) || strings.Contains(out.String(), "NaN") || strings.Contains(out.String(), " 0.00 (") {
		t.Errorf("%d lines", n)
	}
}

// shown returns a turn in which a hundred letters cost a certain time.
func shown(cost time.Duration, sent float64) turn {
	s := session{took: time.Second, letters: 100, whole: tally{letters: 100, out: sent, weight: 1000, asks: 1, asked: 100, used: cost}, digests: []time.Duration{time.Millisecond}}
	return turn{idle: s, busy: s}
}

// The aims apply to the median of the turns, and only to the last version.
func TestCompareJudgesTheMedianTurn(t *testing.T) {
	versions := []version{{Name: "v1"}, {Name: "v2"}, {Name: "this tree"}}
	before, dear, same := []turn{}, []turn{}, []turn{}
	for _, ms := range []time.Duration{100, 200, 100} {
		before, dear = append(before, shown(ms*time.Millisecond, 200)), append(dear, shown(ms*2*time.Millisecond, 200))
	}
	same = append(same, dear[0], before[1], before[2]) // one turn is expensive
	var out bytes.Buffer
	if print(&out, versions, [][]turn{before, dear, same}) {
		t.Errorf("missed because of one turn or of another version:\n%s", out.String())
	}
	if !strings.Contains(out.String(), "2.00 (2.00–2.00)") || !strings.Contains(out.String(), "1.00 (1.00–2.00)") {
		t.Errorf("ratios of turns:\n%s", out.String())
	}
	if !print(&out, versions, [][]turn{before, same, dear}) {
		t.Errorf("twice the cost is no miss:\n%s", out.String())
	}
}

func TestCompareWantsTheSameWork(t *testing.T) {
	versions := []version{{Name: "v1"}, {Name: "this tree"}}
	of := func(one turn) [][]turn { return [][]turn{{shown(time.Second, 200)}, {one}} }
	if err := sameWork(versions, of(shown(time.Second, 204))); err != nil {
		t.Error(err)
	}
	if err := sameWork(versions, of(shown(time.Second, 150))); err == nil {
		t.Error("a quarter fewer letters are the same work")
	}
	blind := shown(time.Second, 200)
	blind.busy.whole.blind = 1
	if err := sameWork(versions, of(blind)); err == nil {
		t.Error("a turn without moves is the same work")
	}
}
